import type { MergePlan } from '../../domain/catalog/merge-plan';
import type { Grace } from '../../domain/catalog/sku-difference';
import type { Instant } from '../../domain/instant';
import type { DifferingRow, VariantTable } from './variant-table';

/** What grace periods need from the account. */
export interface GraceTimer {
  now(): Instant;
  /** How long a link stays after its SKUs were first seen to differ, in ms. */
  readonly graceMs: number;
  /** Sets the alarm for this time or sooner. */
  wake(at: Instant): void;
}

/** Rows relinked at once: bounds how long other work waits behind one transaction. */
const AT_ONCE = 1_000;

/** Pause after the platforms did not tell what the SKUs are now, in ms; doubles with each further failure. */
const AGAIN_MS = { first: 5_000, longest: 3_600_000 } as const;

/** Tracks when the grace periods of links with different SKUs end. The rows are authoritative; memory only avoids reading them. */
export class GracePeriods {
  readonly #table: VariantTable;
  readonly #timer: GraceTimer;
  /** The first row that is not taken yet; undefined until it was looked up. */
  #next: DifferingRow | null | undefined;
  /** The last row that was taken: the sync relinks it, and those before it, when they are settled. A new instance takes them again. */
  #taken: DifferingRow | null = null;
  /** How often in a row a platform did not tell what the SKUs are now, and until when it is not asked again; in memory only. */
  #failures = 0;
  #notBefore: Instant = 0;

  constructor(table: VariantTable, timer: GraceTimer) {
    this.#table = table;
    this.#timer = timer;
  }

  now(): Grace {
    return { now: this.#timer.now(), ms: this.#timer.graceMs };
  }

  /** Returns when the next grace period ends; null when none runs. Reads at most one row, and none while nothing changes. */
  endsAt(): Instant | null {
    if (this.#next === undefined) this.#next = this.#table.differing(this.#taken, 1)[0] ?? null;
    return this.#next === null ? null : Math.max(this.#next.since + this.#timer.graceMs, this.#notBefore);
  }

  /** Returns the next rows whose grace period has ended; reads at most `limit`. */
  ended(limit = AT_ONCE): DifferingRow[] {
    const now = this.#timer.now();
    return this.#table.differing(this.#taken, limit).filter(({ since }) => now - since >= this.#timer.graceMs);
  }

  /** Records that these rows, returned by `ended`, are relinked: it does not return them again. */
  take(rows: readonly DifferingRow[]): void {
    this.#taken = rows.at(-1) ?? this.#taken;
    this.#next = undefined;
    this.#failures = 0;
  }

  /** Keeps all links for a while longer: a platform did not tell what the SKUs are now. */
  postpone(): void {
    this.#notBefore = this.#timer.now() + Math.min(AGAIN_MS.longest, AGAIN_MS.first * 2 ** this.#failures);
    this.#failures += 1;
  }

  /** Wakes the account at the end of each grace period that an applied plan started. */
  planned({ updates }: MergePlan): void {
    for (const { before, skusDiffer } of updates) {
      if (before.skusDiffer !== null || skusDiffer === null) continue;
      this.#timer.wake(skusDiffer.since + this.#timer.graceMs);
      // The clock went back: otherwise a new row would never be reached.
      if (this.#taken !== null && skusDiffer.since <= this.#taken.since) this.#taken = null;
    }
  }

  /** Discards what is remembered about rows, because rows were written. */
  invalidate(): void {
    this.#next = undefined;
  }
}
