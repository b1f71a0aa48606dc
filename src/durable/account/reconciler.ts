import { isSilent } from '../../domain/account/webhook-delivery';
import { countLevel, doubtOf, emptySummary } from '../../domain/catalog/judge-read';
import type { LevelReport } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import type { Result } from '../../domain/result';
import { SOURCES, type Source } from '../../domain/source';
import type { PlatformTimers } from '../../platforms/config';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import { PageGuard } from '../../platforms/page-guard';
import { levelsSince } from '../../platforms/shopify/inventory';
import { readCounts } from '../../platforms/square/inventory';
import type { Catalog } from '../catalog/catalog';
import type { Connections } from '../connections/connections';
import type { Meta } from '../store/meta';
import type { Sync } from '../sync/sync';
import type { Calls } from './calls';
import type { RefreshQueue } from './refresh-queue';
import type { SubscriptionMaintenance } from './subscription-maintenance';

/** What reconciliation needs from its account. */
export interface ReconciledAccount {
  readonly host: {
    readonly config: { readonly timers: PlatformTimers };
    now(): Instant;
    wake(at: Instant): void;
    note(message: string): void;
  };
  readonly meta: Meta;
  readonly records: { epoch(): number };
  readonly connections: Connections;
  readonly calls: Calls;
  readonly sync: Sync;
  readonly catalog: Catalog;
  readonly touched: RefreshQueue;
  readonly subscriptionMaintenance: SubscriptionMaintenance;
  locationId(source: Source): string;
  changed(): void;
}

/** The outcome of a side's last run. Stored under the meta name `swept`. */
interface SideState {
  /** Watermark: the newest platform time that a run has seen. The next run reads from `OVERLAP_MS` before it. */
  readonly since: Instant;
  readonly doneAt: Instant;
  /** Number of changes that the last run found and no webhook had reported. */
  readonly drift: number;
  /** Why the last run's levels need the merchant's approval before they are applied; '' when they do not. */
  readonly doubt: string;
  /** A run was requested by a person, or because a webhook could not be read. */
  readonly wanted?: boolean;
}

/** How far before our own clock a side's first run reads, in ms: our clock may differ from the platform's by minutes. */
const FIRST_MARGIN_MS = 15 * 60_000;

/**
 * How far before its watermark each run reads, in ms. A change can become visible after a later one, for three reasons: reads lag behind
 * writes (Shopify's search index, Square's counts; neither documents a bound), Shopify's times are whole seconds, so two changes can share
 * one, and a list of several pages does not show one moment (a Square cursor lives for 5 minutes). Levels that are already known are echoes
 * to `observe`, so reading them again costs no row.
 */
const OVERLAP_MS = 10 * 60_000;

/** Minimum delay between a run and the next requested one, in ms: unreadable webhooks can arrive as often as sales. */
const WANTED_AFTER_MS = 10_000;

/** Last part of the time between two runs in which an alarm that fires anyway runs the next one: ten minutes of an hour. */
const TAKEN_ALONG = 1 / 6;

/** Rereads the levels that changed on a side from the platform, to find changes whose webhooks were lost. */
export class Reconciler {
  readonly #account: ReconciledAccount;
  /** From 0 to 1, the same for all runs of this instance: keeps accounts from reconciling at the same moment. */
  readonly #jitter: number;
  /** The last run's levels of unknown variants, by stock ID: the overlap lists them again, and each should be looked up only once. */
  readonly #unknown: Record<Source, ReadonlyMap<string, Instant>> = { shopify: new Map(), square: new Map() };
  #suspectSince: Instant | null = null;
  #running: Promise<Readonly<Record<Source, number | null>>> | null = null;

  constructor(account: ReconciledAccount, jitter: number) {
    this.#account = account;
    this.#jitter = jitter;
  }

  /** Schedules a run soon, and repeated runs until one finds nothing, because webhooks may have been lost. */
  doubt(): void {
    this.#suspectSince ??= this.#account.host.now();
    const due = this.dueAt();
    if (due !== null) this.#account.host.wake(due);
  }

  /** Returns when the next run is due; null while nothing can be reconciled. */
  dueAt(): Instant | null {
    const next = this.#next();
    return next === null ? null : next.last + next.delay;
  }

  /**
   * Returns from when an alarm that fires anyway runs the next one: a run that is due soon would otherwise need an alarm of its own, which
   * writes a row. Null while nothing can be reconciled.
   */
  takenAlongAt(): Instant | null {
    const next = this.#next();
    return next === null ? null : next.last + next.delay * (next.isWanted ? 1 : 1 - TAKEN_ALONG);
  }

  #next(): { readonly last: Instant; readonly delay: number; readonly isWanted: boolean } | null {
    const { host, subscriptionMaintenance } = this.#account;
    if (this.#account.locationId('shopify') === '' || !SOURCES.some((source) => this.#connected(source))) return null;
    const { reconcileMs, reconcileSuspectMs } = host.config.timers;
    const doubtful = this.#suspectSince !== null || !subscriptionMaintenance.present() || this.#silent();
    const period = (doubtful ? reconcileSuspectMs : reconcileMs) * (0.9 + 0.2 * this.#jitter);
    const sides = SOURCES.filter((source) => this.#connected(source)).map((source) => this.#read(source));
    const last = Math.min(...sides.map((side) => side?.doneAt ?? 0));
    const isWanted = sides.some((side) => side?.wanted === true);
    return { last, delay: isWanted ? Math.min(period, WANTED_AFTER_MS) : period, isWanted };
  }

  /** Requests a run for a side: at once, or ten seconds after its last run. The request is stored. */
  request(source: Source): void {
    const now = this.#account.host.now();
    const state = this.#read(source) ?? { since: now - FIRST_MARGIN_MS, doneAt: now, drift: 0, doubt: '' };
    if (state.wanted !== true) this.#write({ [source]: { ...state, wanted: true } });
    const due = this.dueAt();
    if (due !== null) this.#account.host.wake(due);
  }

  /**
   * Reconciles both sides. Returns how many changes it found that no webhook had reported; null for a side that is not connected or could
   * not be read. A call during a run returns that run's result.
   */
  async reconcile(): Promise<Readonly<Record<Source, number | null>>> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(): Promise<Readonly<Record<Source, number | null>>> {
    const epoch = this.#account.records.epoch();
    const connected = SOURCES.filter((source) => this.#connected(source));
    const sides = await Promise.all(connected.map(async (source) => ({ source, ...(await this.#reconcileSide(source)) })));
    const found = { shopify: null, square: null, ...Object.fromEntries(sides.map((side) => [side.source, side.found])) };
    // The connections or the pair changed: the findings were not applied and do not concern the new ones.
    if (this.#account.records.epoch() !== epoch) return { shopify: null, square: null };
    // Write one row for both sides, after both: an object killed before this reconciles again, which changes nothing.
    this.#write(Object.fromEntries(sides.map(({ source, state }) => [source, state])));
    const drift = sides.reduce((sum, side) => sum + (side.found ?? 0), 0);
    const complete = sides.every((side) => side.found !== null);
    // After a run that found something or failed, another follows soon.
    this.#suspectSince = complete && drift === 0 ? null : this.#account.host.now();
    if (drift > 0) this.#account.subscriptionMaintenance.hurry();
    return found;
  }

  /** Returns why a side's levels wait for the merchant's approval; '' when none do. */
  doubtOf(source: Source): string {
    return this.#read(source)?.doubt ?? '';
  }

  /** Approves a side's findings for the merchant: the next run applies them. */
  approve(source: Source): void {
    this.#account.meta.write(`approved-${source}`, true);
    const state = this.#read(source);
    // Make the run due at once: the merchant is waiting for it.
    if (state !== null) this.#write({ [source]: { ...state, doneAt: 0 } });
    this.doubt();
  }

  /** Returns the number of changes that the last runs found. */
  drift(): number {
    return SOURCES.reduce((sum, source) => sum + (this.#read(source)?.drift ?? 0), 0);
  }

  /**
   * Starts reconciliation over after the pair or a connection changed: earlier runs do not concern the new one. The start is stored;
   * otherwise an object that is often evicted would never find its first run due.
   */
  forget(): void {
    const now = this.#account.host.now();
    for (const source of SOURCES) this.#account.meta.remove(`approved-${source}`);
    const fresh: SideState = { since: now - FIRST_MARGIN_MS, doneAt: now, drift: 0, doubt: '' };
    this.#write({ shopify: fresh, square: fresh });
    const due = this.dueAt();
    if (due !== null) this.#account.host.wake(due);
  }

  /** Reads a side's changed levels and applies them. `found`: changes that no webhook had reported; null when the read failed. */
  async #reconcileSide(source: Source): Promise<{ readonly found: number | null; readonly state: SideState | null }> {
    const { host, records, sync, meta } = this.#account;
    const epoch = records.epoch();
    const startedAt = host.now();
    const before = this.#read(source);
    const since = Math.min(before?.since ?? startedAt - FIRST_MARGIN_MS, startedAt);
    const read = await this.#readAll(source, since - OVERLAP_MS);
    if (records.epoch() !== epoch) return { found: 0, state: null };
    if (!read.ok) {
      host.note(`reconciliation with ${source} failed: ${describeFailure(read.error)}`);
      // Retry after a period, not at every alarm: a platform that is down must not be called every second.
      return { found: null, state: { drift: 0, doubt: '', ...before, wanted: false, since, doneAt: host.now() } };
    }
    const doubt = meta.read<boolean>(`approved-${source}`) === true ? null : this.#judge(source, read.value);
    if (doubt !== null) {
      if (before?.doubt !== doubt) host.note(`alert: ${doubt}`);
      return { found: 0, state: { since, doneAt: host.now(), drift: before?.drift ?? 0, doubt } };
    }
    const { unknown, changes: drift } = sync.levels(source, read.value, 'sweep');
    this.#lookUp(source, new Set(unknown), read.value);
    // Never advance past the start of the read: changes made while its pages arrive may be missing from earlier pages. This also keeps a
    // wrong platform time in the future from hiding everything before it.
    const newest = read.value.reduce((latest, level) => (level.at <= startedAt ? Math.max(latest, level.at) : latest), since);
    meta.remove(`approved-${source}`);
    return { found: drift, state: { since: newest, doneAt: host.now(), drift, doubt: '' } };
  }

  /** Looks up variants that the catalog does not know, unless the last run listed the same level. */
  #lookUp(source: Source, unknown: ReadonlySet<string>, levels: readonly LevelReport[]): void {
    const listed = new Map<string, Instant>();
    for (const { stockId, at } of levels) {
      if (!unknown.has(stockId)) continue;
      listed.set(stockId, at);
      if (this.#unknown[source].get(stockId) !== at) this.#account.touched.unknown(source, stockId, this.#account.host.now());
    }
    this.#unknown[source] = listed;
  }

  /** Reads all changed levels before any is applied: an answer of only zeros must be judged as a whole. */
  async #readAll(source: Source, since: Instant): Promise<Result<readonly LevelReport[], PlatformFailure>> {
    const locationId = this.#account.locationId(source);
    const levels: LevelReport[] = [];
    let cursor: string | null = null;
    const pages = new PageGuard('levels');
    do {
      const at: string | null = cursor;
      const page: Result<{ levels: readonly LevelReport[]; cursor: string | null }, PlatformFailure> =
        source === 'shopify'
          ? await this.#account.calls.shopify((client) => levelsSince(client, { locationId, since, cursor: at }))
          : await this.#account.calls.square((client) => readCounts(client, { locationId, since, cursor: at, variationIds: null }));
      if (!page.ok) return page;
      levels.push(...page.value.levels);
      ({ cursor } = page.value);
      const stuck = pages.problem(cursor);
      if (stuck !== null) return { ok: false, error: stuck };
    } while (cursor !== null);
    return { ok: true, value: levels };
  }

  /** Returns why the levels must not be applied without approval, or null. Counts all linked levels only when more than a few changed. */
  #judge(source: Source, levels: readonly LevelReport[]): string | null {
    const { sync, catalog } = this.#account;
    const summary = emptySummary(source);
    for (const level of levels) {
      const entry = sync.store.byStock(source, level.stockId);
      const side = entry?.level[source];
      if (entry?.linked !== true || side?.accounted === null || side?.accounted === undefined || level.at < (side.observedAt ?? 0))
        continue;
      countLevel(summary, side.accounted, level.quantity);
    }
    if (summary.changed === 0) return null;
    const all = summary.changed > A_FEW ? catalog.table.cellsOf(source) : { cells: summary.cells, units: summary.units };
    // The other parts of the judgment concern complete reads: reconciliation lists only changes.
    return doubtOf({ ...summary, ...all, known: 0, read: 1, gone: 0 });
  }

  #silent(): boolean {
    const now = this.#account.host.now();
    return SOURCES.some((source) => this.#connected(source) && isSilent(this.#account.sync.hearing.of(source, now), now));
  }

  #connected(source: Source): boolean {
    return this.#account.connections.view(source).state === 'connected';
  }

  #read(source: Source): SideState | null {
    return this.#account.meta.read<Partial<Record<Source, SideState>>>('swept')?.[source] ?? null;
  }

  #write(sides: Partial<Record<Source, SideState | null>>): void {
    const before = this.#account.meta.read<Partial<Record<Source, SideState>>>('swept') ?? {};
    this.#account.meta.write('swept', { ...before, ...sides });
    this.#account.changed();
  }
}

/** Up to this many changed levels are always applied, so their total need not be counted. */
const A_FEW = 10;
