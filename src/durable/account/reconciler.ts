import { isSilent } from '../../domain/account/hearing';
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
  /** Changes that the last run found and no webhook had reported. */
  readonly drift: number;
  /** Why the last run's levels are not applied before the merchant approves them; '' when they are. */
  readonly doubt: string;
  /** A webhook that could not be read, or a person, asked for a run. */
  readonly wanted?: boolean;
}

/** How far before our own clock a side's first run reads, in ms: our clock may differ from the platform's by minutes. */
const FIRST_MARGIN_MS = 15 * 60_000;

/**
 * How far before its watermark each run reads, in ms. A change can become visible after a later one: reads lag behind writes
 * (Shopify's search index, Square's counts; neither documents a bound), Shopify's times are whole seconds, so that two changes
 * share one, and a list that takes several pages is not of one moment (a cursor of Square lives for 5 minutes). Levels that
 * are known already are echoes to `observe`: reading them again costs no row.
 */
const OVERLAP_MS = 10 * 60_000;

/** How soon after a run one that was asked for follows, in ms: unreadable webhooks come as often as sales. */
const WANTED_AFTER_MS = 10_000;

/** Reads the levels that changed on a side from the platform again, and so finds the changes whose webhooks were lost. */
export class Reconciler {
  readonly #account: ReconciledAccount;
  /** 0 to 1, the same for all runs of this instance: accounts must not reconcile at the same moment. */
  readonly #jitter: number;
  /** The last run's levels of unknown variants, by stock id: the overlap lists them again, and each is to be looked up once. */
  readonly #unknown: Record<Source, ReadonlyMap<string, Instant>> = { shopify: new Map(), square: new Map() };
  #suspectSince: Instant | null = null;
  #running: Promise<Readonly<Record<Source, number | null>>> | null = null;

  constructor(account: ReconciledAccount, jitter: number) {
    this.#account = account;
    this.#jitter = jitter;
  }

  /** Webhooks may have been lost: reconcile soon, and often until a run finds nothing. */
  doubt(): void {
    this.#suspectSince ??= this.#account.host.now();
    const due = this.dueAt();
    if (due !== null) this.#account.host.wake(due);
  }

  /** When the next run is due; null while nothing can be reconciled. */
  dueAt(): Instant | null {
    const { host, subscriptionMaintenance } = this.#account;
    if (this.#account.locationId('shopify') === '' || !SOURCES.some((source) => this.#connected(source))) return null;
    const { reconcileMs, reconcileSuspectMs } = host.config.timers;
    const doubtful = this.#suspectSince !== null || !subscriptionMaintenance.present() || this.#silent();
    const period = (doubtful ? reconcileSuspectMs : reconcileMs) * (0.9 + 0.2 * this.#jitter);
    const sides = SOURCES.filter((source) => this.#connected(source)).map((source) => this.#read(source));
    const last = Math.min(...sides.map((side) => side?.doneAt ?? 0));
    return last + (sides.some((side) => side?.wanted === true) ? Math.min(period, WANTED_AFTER_MS) : period);
  }

  /** A side is to be reconciled at once, or ten seconds after its last run. The wish outlives the object's memory. */
  request(source: Source): void {
    const now = this.#account.host.now();
    const state = this.#read(source) ?? { since: now - FIRST_MARGIN_MS, doneAt: now, drift: 0, doubt: '' };
    if (state.wanted !== true) this.#write({ [source]: { ...state, wanted: true } });
    const due = this.dueAt();
    if (due !== null) this.#account.host.wake(due);
  }

  /**
   * Reconciles both sides. Returns how many changes it found that no webhook had reported; null for a side that is not connected or could
   * not be read. Who asks while a run is under way is answered by that run.
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
    // The connections or the pair changed: what was found was not applied, and does not concern the new ones.
    if (this.#account.records.epoch() !== epoch) return { shopify: null, square: null };
    // One row for both, after both: an object killed before it reconciles again, which changes nothing.
    this.#write(Object.fromEntries(sides.map(({ source, state }) => [source, state])));
    const drift = sides.reduce((sum, side) => sum + (side.found ?? 0), 0);
    const complete = sides.every((side) => side.found !== null);
    // A run that found something, or failed, is followed by another soon.
    this.#suspectSince = complete && drift === 0 ? null : this.#account.host.now();
    if (drift > 0) this.#account.subscriptionMaintenance.hurry();
    return found;
  }

  /** Why a side's levels wait for the merchant's approval; '' when none do. */
  doubtOf(source: Source): string {
    return this.#read(source)?.doubt ?? '';
  }

  /** The merchant approves what was found: the next run applies it. */
  approve(source: Source): void {
    this.#account.meta.write(`approved-${source}`, true);
    const state = this.#read(source);
    // At once: they are waiting for it.
    if (state !== null) this.#write({ [source]: { ...state, doneAt: 0 } });
    this.doubt();
  }

  /** Changes that the last runs found. */
  drift(): number {
    return SOURCES.reduce((sum, source) => sum + (this.#read(source)?.drift ?? 0), 0);
  }

  /**
   * The pair or a connection changed: earlier runs do not concern the new one, and reconciliation starts again. The start is
   * stored, or an object that is often evicted would never find its first run due.
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
      // Tried again after a period, not at every alarm: a platform that is down must not be called every second.
      return { found: null, state: { drift: 0, doubt: '', ...before, wanted: false, since, doneAt: host.now() } };
    }
    const doubt = meta.read<boolean>(`approved-${source}`) === true ? null : this.#judge(source, read.value);
    if (doubt !== null) {
      if (before?.doubt !== doubt) host.note(`alert: ${doubt}`);
      return { found: 0, state: { since, doneAt: host.now(), drift: before?.drift ?? 0, doubt } };
    }
    const { unknown, changes: drift } = sync.levels(source, read.value, 'sweep');
    this.#lookUp(source, new Set(unknown), read.value);
    // Never past the start of the read: what changes while its pages come in may be missing from those that were read before.
    // This also keeps a platform time that is wrong, and lies in the future, from hiding everything before it.
    const newest = read.value.reduce((latest, level) => (level.at <= startedAt ? Math.max(latest, level.at) : latest), since);
    meta.remove(`approved-${source}`);
    return { found: drift, state: { since: newest, doneAt: host.now(), drift, doubt: '' } };
  }

  /** Has variants looked up that the catalog does not know, unless the last run listed the very same level. */
  #lookUp(source: Source, unknown: ReadonlySet<string>, levels: readonly LevelReport[]): void {
    const listed = new Map<string, Instant>();
    for (const { stockId, at } of levels) {
      if (!unknown.has(stockId)) continue;
      listed.set(stockId, at);
      if (this.#unknown[source].get(stockId) !== at) this.#account.touched.unknown(source, stockId, this.#account.host.now());
    }
    this.#unknown[source] = listed;
  }

  /** All changed levels, before any is applied: an answer that is all zero must be judged as a whole. */
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

  /** Why the levels must not be applied without approval, or null. Counts all linked levels only when more than a few changed. */
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
    // The other parts of the judgment concern complete reads: reconciliation lists changes alone.
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

/** So few changed levels are never doubted, so their total need not be counted. */
const A_FEW = 10;
