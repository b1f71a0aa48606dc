import { fromUnits } from '../../src/domain/quantity';
import type { Source } from '../../src/domain/source';
import type { WriterCases } from '../../src/domain/sync/engine/context';
import type { IncomingAnswer, LookUpAnswer, QuantitiesAnswer } from '../../src/domain/sync/engine/effects';
import type { ReadAnswer, WriteAnswer, WriteRequest } from '../../src/domain/sync/write';
import type { WriterVerdict } from '../../src/domain/writers/verdict';
import type { Database } from '../../src/durable/store/database';
import type { NumberedLine } from '../../src/durable/sync/line';
import type { StockPort } from '../../src/durable/sync/stock-port';
import { Sync } from '../../src/durable/sync/sync';
import type { SyncAccount } from '../../src/durable/sync/sync-account';
import { withVariants } from './memory-database';

/** When the account's clock starts, in ms. */
export const NOW = 20_000 * 86_400_000;

/** A call to a platform that waits for its answer. */
export interface Call {
  readonly source: Source;
  readonly kind: IncomingAnswer['kind'];
  readonly request: WriteRequest | readonly string[];
  readonly locationId: string;
  readonly answer: (answer: WriteAnswer | ReadAnswer | LookUpAnswer | QuantitiesAnswer) => void;
  readonly fail: (error: unknown) => void;
}

const ENTITLED = { maximum: null, entitled: true } as const;

/** An account's sync over real rows, with a clock, platforms, and surroundings that a test controls. */
export class SyncKit implements SyncAccount {
  readonly db: Database;
  readonly sync: Sync;
  readonly calls: Call[] = [];
  /** What the sync told its account, in order. */
  readonly told: unknown[] = [];
  readonly lines: NumberedLine[] = [];
  readonly verdicts: WriterVerdict[] = [];
  readonly writers?: WriterCases;
  readonly backoff = { firstMs: 500, longestMs: 30_000 };
  time = NOW;
  epochNumber = 1;
  autoSync = true;
  isConnected = true;
  /** What `linkSettled` answers. */
  due: readonly number[] = [];
  listensSince: number | null = 0;
  #keys = 0;
  #work: Promise<void>[] = [];

  /** `cases`: what is known about other apps; without it, the engine does not look for any. */
  constructor(db: Database = withVariants(3), cases?: () => WriterCases & { holdsAll(): boolean }) {
    this.db = db;
    if (cases !== undefined) {
      this.writers = {
        isHeld: (entry) => cases().isHeld(entry),
        isTrusted: (entry) => cases().isTrusted(entry),
        history: (entry, since) => cases().history(entry, since),
      };
      this.rules = () => ({ ...ENTITLED, autoSync: this.autoSync, otherWriter: cases().holdsAll() });
    }
    this.sync = new Sync(db, { shopify: this.#port('shopify'), square: this.#port('square') }, this);
  }

  #port(source: Source): StockPort {
    const ask = async <T>(kind: Call['kind'], request: Call['request'], locationId = ''): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        this.calls.push({ source, kind, request, locationId, answer: (value) => resolve(value as T), fail: reject });
      });
    return {
      adjust: async (request) => ask('write', request),
      lookUp: async (request) => ask('look-up', request),
      levels: async (stockIds, locationId) => ask('read', stockIds, locationId),
      quantities: async (stockIds, locationId) => ask('classify', stockIds, locationId),
      log: async (stockIds, locationId) => ask('log', stockIds, locationId),
    };
  }

  rules: SyncAccount['rules'] = () => ({ ...ENTITLED, autoSync: this.autoSync });
  connected = (): boolean => this.isConnected;
  locationId = (source: Source): string => `place-${source}`;
  locationName = (source: Source): string => `Shop (${source})`;
  epoch = (): number => this.epochNumber;
  now = (): number => this.time;
  uuid = (): string => `key-${(this.#keys += 1)}`;
  random = (): number => 0.5;
  webhooksSince = (): number | null => this.listensSince;
  wake = (at: number): void => void this.told.push(['wake', at - this.time]);
  reached = (source: Source, reachable: boolean): void => void this.told.push(['reached', source, reachable]);
  alert = (message: string): void => void this.told.push(['alert', message]);
  outdated = (source: Source, stockId: string): void => void this.told.push(['outdated', source, stockId]);
  changed = (keys: readonly number[]): void => void this.told.push(['changed', keys]);
  abort = (reason: string): void => void this.told.push(['abort', reason]);
  noted = (lines: readonly NumberedLine[]): void => void this.lines.push(...lines);
  judged = (verdicts: readonly WriterVerdict[]): void => void this.verdicts.push(...verdicts);
  linkSettled = (keys: readonly number[]): readonly number[] => {
    this.told.push(['settled', keys]);
    return this.due;
  };
  background = (work: Promise<void>): void => void this.#work.push(work);

  /** A webhook: an item has these units now. */
  stands(source: Source, key: number, units: number, at = this.time): void {
    this.sync.levels(source, [this.level(source, key, units, at)], 'webhook');
  }

  level(source: Source, key: number, units: number, at = this.time) {
    return { stockId: source === 'shopify' ? String(key) : `q${key}`, locationId: `place-${source}`, quantity: fromUnits(units), at };
  }

  /** Answers the oldest call, and lets what follows happen. */
  async answer(answer: Parameters<Call['answer']>[0]): Promise<void> {
    const call = this.calls.shift();
    if (call === undefined) throw new Error('nothing was asked');
    call.answer(answer);
    await this.settle();
  }

  /** Lets the work in the background go on as far as it can. */
  async settle(): Promise<void> {
    for (let round = 0; round < 20; round += 1) await Promise.resolve();
  }

  /** What was told under a name. */
  toldOf(name: string): unknown[] {
    return this.told.filter((one) => Array.isArray(one) && one[0] === name);
  }
}
