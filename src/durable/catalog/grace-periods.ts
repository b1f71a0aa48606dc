import type { MergePlan } from '../../domain/catalog/plan-merge';
import type { Grace } from '../../domain/catalog/sku-difference';
import type { Instant } from '../../domain/instant';
import type { DifferingRow, VariantTable } from './variant-table';

/** What grace periods need of the account. */
export interface GraceTimer {
  now(): Instant;
  /** How long a link holds after its SKUs were first seen to differ. */
  readonly graceMs: number;
  /** Sets the alarm for this time or sooner. */
  wake(at: Instant): void;
}

/** Rows that are relinked at once: bounds how long other work waits behind one transaction. */
const AT_ONCE = 1_000;

/** Knows when the grace periods of links whose SKUs differ end. The rows are the truth; memory saves looking at them. */
export class GracePeriods {
  readonly #table: VariantTable;
  readonly #timer: GraceTimer;
  /** The first row that is not taken yet; undefined until looked for. */
  #next: DifferingRow | null | undefined;
  /** The last row that was taken: the sync relinks it and those before it when they are settled. A new instance takes them again. */
  #taken: DifferingRow | null = null;

  constructor(table: VariantTable, timer: GraceTimer) {
    this.#table = table;
    this.#timer = timer;
  }

  now(): Grace {
    return { now: this.#timer.now(), ms: this.#timer.graceMs };
  }

  /** When the next grace period is over; null when none runs. Reads at most one row, and none while nothing changes. */
  endsAt(): Instant | null {
    if (this.#next === undefined) this.#next = this.#table.differing(this.#taken, 1)[0] ?? null;
    return this.#next === null ? null : this.#next.since + this.#timer.graceMs;
  }

  /** The next rows whose grace period is over; each is answered once. */
  takeEnded(): number[] {
    const { now, ms } = this.now();
    const ended = this.#table.differing(this.#taken, AT_ONCE).filter(({ since }) => now - since >= ms);
    this.#taken = ended.at(-1) ?? this.#taken;
    this.#next = undefined;
    return ended.map(({ key }) => key);
  }

  /** A plan was carried out: wakes the account at the end of each grace period that began with it. */
  planned({ updates }: MergePlan): void {
    for (const { before, skusDiffer } of updates) {
      if (before.skusDiffer !== null || skusDiffer === null) continue;
      this.#timer.wake(skusDiffer.since + this.#timer.graceMs);
      // The clock went back: a row that is new would never be reached.
      if (this.#taken !== null && skusDiffer.since <= this.#taken.since) this.#taken = null;
    }
  }

  /** Rows were written: what is remembered of them may be old. */
  invalidate(): void {
    this.#next = undefined;
  }
}
