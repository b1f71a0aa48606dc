import type { Instant } from '../../instant';
import { classified, isShrinkage, waitedEnough } from '../decrease';
import type { EngineContext, LevelEntry, Levels } from './context';
import type { OutgoingRequest, QuantitiesAnswer } from './effects';

/** Items in one call: what one Shopify query may cost allows 100 with their quantities. */
const ITEMS_PER_READ = 100;

/** After this many readings of an item without an answer about it, nobody asks again: its decrease goes as unknown. */
const MOST_READS = 3;

/** The pause before another attempt after a failed one, in ms. */
const AGAIN_AFTER_MS = 500;

/**
 * Reads what large decreases at Shopify are, beside the lanes: one call at a time, for as many as it may carry. A write waits for it at
 * most until its level says so; a decrease that waits for its turn anyway may still be classified then.
 */
export class DecreaseReads {
  readonly #levels: Levels;
  readonly #context: EngineContext;
  /** Levels to be read, with the number of readings so far. */
  readonly #waiting = new Map<number, number>();
  #reading: readonly number[] = [];
  #readingId = 0;
  #notBefore: Instant = 0;

  constructor(levels: Levels, context: EngineContext) {
    this.#levels = levels;
    this.#context = context;
  }

  /** Notes a changed level: it may have a large decrease to classify, or one that has waited long enough. */
  touch({ key, level, stock }: LevelEntry): void {
    if (level.square.unclassified === null || stock.shopify === null) {
      this.#waiting.delete(key);
      // Once the variant is no longer on Shopify, nothing says what the decrease was.
      if (level.square.unclassified !== null) this.#levels.put(key, classified(level, false));
      return;
    }
    if (!this.#waiting.has(key)) this.#waiting.set(key, 0);
    const next = waitedEnough(level, this.#context.now());
    if (next !== level) this.#levels.put(key, next);
  }

  /** Returns the call to make now, with the number that `newId` gives it; none while there is nothing to read, or another is being read. */
  plan(newId: () => number): OutgoingRequest[] {
    if (this.#reading.length > 0 || this.#context.now() < this.#notBefore || !this.#context.connected('shopify')) return [];
    const keys = [...this.#waiting.keys()].slice(0, ITEMS_PER_READ);
    if (keys.length === 0) return [];
    const id = newId();
    this.#reading = keys;
    this.#readingId = id;
    const stockIds = keys.flatMap((key) => this.#levels.byKey(key)?.stock.shopify ?? []);
    return [{ id, source: 'shopify', kind: 'classify', stockIds, locationId: this.#context.locationId('shopify') }];
  }

  /** Handles the answer to a call that `plan` returned. That of an epoch that has ended is ignored. */
  answered(id: number, answer: QuantitiesAnswer): void {
    if (id !== this.#readingId) return;
    const keys = this.#reading;
    this.#reading = [];
    for (const key of keys) {
      const entry = this.#levels.byKey(key);
      const reads = (this.#waiting.get(key) ?? MOST_READS) + 1;
      this.#waiting.delete(key);
      if (entry === null) continue;
      const found = this.#found(entry, answer);
      if (found === 'later' && reads < MOST_READS) {
        this.#waiting.set(key, reads);
        this.#notBefore = this.#context.now() + AGAIN_AFTER_MS;
      } else this.#levels.put(key, classified(entry.level, found === true));
    }
  }

  #found({ stock, level }: LevelEntry, answer: QuantitiesAnswer): boolean | 'later' {
    const { unclassified } = level.square;
    if (answer === 'later' || unclassified === null) return answer === 'later' ? 'later' : false;
    const quantities = answer.get(stock.shopify ?? '');
    if (quantities === undefined) return false;
    // Of several changes within a second, the reading may show the first alone.
    const { accounted, observedAt } = level.shopify;
    const isSameSecond = quantities.availableAt === observedAt && observedAt === unclassified.at;
    if (isSameSecond && quantities.available !== accounted) return 'later';
    // A replica that lags shows the level before the change.
    return isShrinkage(unclassified, quantities) ?? 'later';
  }

  /** Returns when a write stops waiting, or a reading is tried again; null when nothing waits. */
  nextAt(): Instant | null {
    let soonest = Infinity;
    for (const key of this.#waiting.keys())
      soonest = Math.min(soonest, this.#levels.byKey(key)?.level.square.unclassified?.until ?? Infinity);
    const isFree = this.#reading.length === 0 && this.#waiting.size > 0 && this.#context.connected('shopify');
    if (isFree) soonest = Math.min(soonest, Math.max(this.#notBefore, this.#context.now()));
    return Number.isFinite(soonest) ? soonest : null;
  }

  /** Clears everything because the epoch has ended: an answer that is still in flight finds nothing. */
  clear(): void {
    this.#waiting.clear();
    this.#reading = [];
    this.#readingId = 0;
  }
}
