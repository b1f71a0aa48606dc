import { countLevel, doubtOf, emptySummary } from '../../domain/catalog/judge-read';
import type { LevelReport } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import type { Result } from '../../domain/result';
import { SOURCES, type Source } from '../../domain/source';
import type { PlatformTimers } from '../../platforms/config';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import { levelsSince } from '../../platforms/shopify/inventory';
import { readCounts } from '../../platforms/square/inventory';
import type { Catalog } from '../catalog/catalog';
import type { Connections } from '../connections/connections';
import type { Meta } from '../store/meta';
import type { Sync } from '../sync/sync';
import type { Calls } from './calls';
import type { TouchedList } from './touched';
import type { WebhookUpkeep } from './upkeep';

/** What a sweep needs of its account. */
export interface SweptAccount {
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
  readonly touched: TouchedList;
  readonly upkeep: WebhookUpkeep;
  locationId(source: Source): string;
  changed(): void;
}

/** When a side was last swept, and from which moment of the platform's own clock the next sweep reads on. */
interface Swept {
  readonly since: Instant;
  readonly doneAt: Instant;
  /** Changes that the last sweep found and no webhook had told. */
  readonly drift: number;
  /** Why the last sweep's findings are not believed, '' when they are: the merchant is asked. */
  readonly doubt: string;
}

/** How far back a first sweep reads, before our own clock (ms): it may differ from the platform's by minutes. */
const FIRST_MARGIN_MS = 15 * 60_000;

/** A side's level changes, read again from the platform: what webhooks have lost is found here. */
export class Sweeper {
  readonly #account: SweptAccount;
  /** The same for all sweeps of this life of the object, 0 to 1: accounts must not sweep in step. */
  readonly #jitter: number;
  #doubtfulSince: Instant | null = null;

  constructor(account: SweptAccount, jitter: number) {
    this.#account = account;
    this.#jitter = jitter;
  }

  /** Webhooks may have been lost: sweep soon, and often until a sweep finds nothing. */
  doubt(): void {
    this.#doubtfulSince ??= this.#account.host.now();
    const due = this.dueAt();
    if (due !== null) this.#account.host.wake(due);
  }

  /** When the next sweep is due; null while nothing can be swept. */
  dueAt(): Instant | null {
    const { host, upkeep } = this.#account;
    if (this.#account.locationId('shopify') === '' || !SOURCES.some((source) => this.#connected(source))) return null;
    const { sweepMs, sweepDoubtfulMs } = host.config.timers;
    const doubtful = this.#doubtfulSince !== null || !upkeep.present();
    const period = (doubtful ? sweepDoubtfulMs : sweepMs) * (0.9 + 0.2 * this.#jitter);
    const last = Math.min(...SOURCES.filter((source) => this.#connected(source)).map((source) => this.#read(source)?.doneAt ?? 0));
    return last + period;
  }

  /** Sweeps both sides. Answers how many changes it found that nobody had told. */
  async sweep(): Promise<number> {
    const epoch = this.#account.records.epoch();
    const connected = SOURCES.filter((source) => this.#connected(source));
    const sides = await Promise.all(connected.map(async (source) => ({ source, ...(await this.#sweepSide(source)) })));
    // Connections or pair are others now: what was found was not taken in, and says nothing of them.
    if (this.#account.records.epoch() !== epoch) return 0;
    // One row for both, after both: whoever dies before it sweeps again, which changes nothing.
    this.#write(Object.fromEntries(sides.map(({ source, swept }) => [source, swept])));
    const drift = sides.reduce((sum, { found }) => sum + (found ?? 0), 0);
    const whole = sides.every(({ found }) => found !== null);
    // A sweep that found something, or did not come through, is followed by another before long.
    this.#doubtfulSince = whole && drift === 0 ? null : this.#account.host.now();
    if (drift > 0) this.#account.upkeep.hurry();
    return drift;
  }

  /** Why a side's findings wait for the merchant's word; '' when none do. */
  doubtOf(source: Source): string {
    return this.#read(source)?.doubt ?? '';
  }

  /** The merchant says that what was found is right: the next sweep believes it. */
  approve(source: Source): void {
    this.#account.meta.write(`approved-${source}`, true);
    const swept = this.#read(source);
    // At once: he waits for it.
    if (swept !== null) this.#write({ [source]: { ...swept, doneAt: 0 } });
    this.doubt();
  }

  /** Changes that the last sweeps found. */
  drift(): number {
    return SOURCES.reduce((sum, source) => sum + (this.#read(source)?.drift ?? 0), 0);
  }

  /**
   * Another pair, or another connection: what was swept before says nothing, and sweeps begin anew. Their beginning is stored,
   * or an object that is often away would never find its first sweep due.
   */
  forget(): void {
    const now = this.#account.host.now();
    for (const source of SOURCES) this.#account.meta.remove(`approved-${source}`);
    const fresh: Swept = { since: now - FIRST_MARGIN_MS, doneAt: now, drift: 0, doubt: '' };
    this.#write({ shopify: fresh, square: fresh });
    const due = this.dueAt();
    if (due !== null) this.#account.host.wake(due);
  }

  /** Reads a side's changed levels and takes them in. `found`: how many changes nobody had told; null when the read failed. */
  async #sweepSide(source: Source): Promise<{ readonly found: number | null; readonly swept: Swept | null }> {
    const { host, records, sync, meta } = this.#account;
    const epoch = records.epoch();
    const before = this.#read(source);
    const since = before?.since ?? host.now() - FIRST_MARGIN_MS;
    const read = await this.#readAll(source, since);
    if (records.epoch() !== epoch) return { found: 0, swept: null };
    if (!read.ok) {
      host.note(`the sweep of ${source} did not come through: ${describeFailure(read.error)}`);
      // Tried again after a period, not at every alarm: a platform that is down is not to be knocked at each second.
      return { found: null, swept: { drift: 0, doubt: '', ...before, since, doneAt: host.now() } };
    }
    const doubt = meta.read<boolean>(`approved-${source}`) === true ? null : this.#judge(source, read.value);
    if (doubt !== null) {
      if (before?.doubt !== doubt) host.note(`alert: ${doubt}`);
      return { found: 0, swept: { since, doneAt: host.now(), drift: before?.drift ?? 0, doubt } };
    }
    const { unknown, changes: drift } = sync.levels(source, read.value, 'sweep');
    for (const stockId of unknown) this.#account.touched.unknown(source, stockId, host.now());
    const newest = read.value.reduce((latest, level) => Math.max(latest, level.at), since);
    meta.remove(`approved-${source}`);
    return { found: drift, swept: { since: newest, doneAt: host.now(), drift, doubt: '' } };
  }

  /** All changed levels, before any is believed: an answer that is all zero must not be taken one by one. */
  async #readAll(source: Source, since: Instant): Promise<Result<readonly LevelReport[], PlatformFailure>> {
    const locationId = this.#account.locationId(source);
    const levels: LevelReport[] = [];
    let cursor: string | null = null;
    do {
      const at: string | null = cursor;
      const page: Result<{ levels: readonly LevelReport[]; cursor: string | null }, PlatformFailure> =
        source === 'shopify'
          ? await this.#account.calls.shopify((client) => levelsSince(client, { locationId, since, cursor: at }))
          : await this.#account.calls.square((client) => readCounts(client, { locationId, since, cursor: at, variationIds: null }));
      if (!page.ok) return page;
      levels.push(...page.value.levels);
      ({ cursor } = page.value);
    } while (cursor !== null);
    return { ok: true, value: levels };
  }

  /** Why the findings must not be believed without asking, or null. Counts all cells only when more than a few moved. */
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
    // The other parts of the judgement concern whole readings: a sweep lists changes alone.
    return doubtOf({ ...summary, ...all, known: 0, read: 1, gone: 0 });
  }

  #connected(source: Source): boolean {
    return this.#account.connections.view(source).state === 'connected';
  }

  #read(source: Source): Swept | null {
    return this.#account.meta.read<Partial<Record<Source, Swept>>>('swept')?.[source] ?? null;
  }

  #write(sides: Partial<Record<Source, Swept | null>>): void {
    const before = this.#account.meta.read<Partial<Record<Source, Swept>>>('swept') ?? {};
    this.#account.meta.write('swept', { ...before, ...sides });
    this.#account.changed();
  }
}

/** So few changed cells are never doubted, so their total need not be counted. */
const A_FEW = 10;
