import type { LevelReport } from '../../src/domain/inbound';
import type { Source } from '../../src/domain/source';
import type { WriteAnswer, WriteRequest } from '../../src/domain/sync/write';

/** One platform's truth about one item, and its memory of idempotency keys. */
export class SimPlatform {
  readonly source: Source;
  /** Precision of the times it states, in ms: Shopify states whole seconds. */
  readonly precision: number;
  value: number;
  at = 0;
  /** Effects per key: I3 wants one at most. */
  readonly effects = new Map<string, number>();
  readonly #answers = new Map<string, LevelReport>();
  writes = 0;

  constructor(source: Source, value: number, precision: number) {
    this.source = source;
    this.value = value;
    this.precision = precision;
  }

  /** The level as the platform states it now. */
  level(): LevelReport {
    return { stockId: 'item', locationId: 'place', quantity: this.value, at: this.at };
  }

  /** The outside world adds `delta`. */
  change(delta: number, now: number): LevelReport {
    this.#set(this.value + delta, now);
    return this.level();
  }

  /** A write of ours arrives. Shopify compares and swaps and answers a repeat from current data; Square repeats its first answer. */
  receive(request: WriteRequest, now: number): { answer: WriteAnswer; changed: boolean } {
    this.writes += 1;
    const first = this.#answers.get(request.key);
    if (first !== undefined) {
      return { answer: { kind: 'applied', levels: [this.source === 'shopify' ? this.level() : first] }, changed: false };
    }
    const [change] = request.changes;
    if (change === undefined) return { answer: { kind: 'refused', items: [{ index: null, reason: 'malformed' }] }, changed: false };
    if (this.source === 'shopify' && this.value !== change.from) {
      return { answer: { kind: 'refused', items: [{ index: 0, reason: 'stale' }] }, changed: false };
    }
    this.#set(this.value + change.delta, now);
    this.#answers.set(request.key, this.level());
    this.effects.set(request.key, (this.effects.get(request.key) ?? 0) + 1);
    return { answer: { kind: 'applied', levels: [this.level()] }, changed: true };
  }

  #set(value: number, now: number): void {
    this.value = value;
    this.at = Math.floor(now / this.precision) * this.precision;
  }
}
