import { SOURCES, type Source } from '../source';

/** Returns true for a SKU that identifies nothing: empty, or only spaces. A blank SKU never matches another blank one. */
export function isBlankSku(sku: string): boolean {
  return sku.trim() === '';
}

/**
 * Index of the variants that have each SKU on both sides. SKUs are compared exactly as the platforms store them: case
 * counts, and so do spaces at the ends. Two variants match when their SKU is not blank and each side has it once; a
 * duplicate is never linked automatically. The result depends only on the SKUs, not on the order in which they were
 * read.
 */
export class SkuIndex {
  /** A SKU's index into the lists below: one object per SKU would not fit in memory for a hundred thousand SKUs. */
  readonly #numbers = new Map<string, number>();
  /** How many variants have the SKU; 2 stands for "more than one". */
  readonly #holders: Readonly<Record<Source, number[]>> = { shopify: [], square: [] };
  /** The place of the last variant added. */
  readonly #places: Readonly<Record<Source, number[]>> = { shopify: [], square: [] };

  /** Counts one variant; add each once. `place` is the caller's own note of where to find it. */
  add(source: Source, sku: string, place = 0): void {
    if (isBlankSku(sku)) return;
    let number = this.#numbers.get(sku);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(sku, number);
      for (const list of [this.#holders, this.#places]) for (const side of SOURCES) list[side].push(0);
    }
    this.#holders[source][number] = Math.min(2, (this.#holders[source][number] ?? 0) + 1);
    this.#places[source][number] = place;
  }

  /** Returns whether exactly one variant of each side has this SKU. */
  linkable(sku: string): boolean {
    return this.#linkableNumber(sku) !== null;
  }

  /** Returns whether any variant of a side has this SKU. */
  holds(source: Source, sku: string): boolean {
    const number = this.#numbers.get(sku);
    return number !== undefined && (this.#holders[source][number] ?? 0) > 0;
  }

  /** Returns the noted place of the variant with this SKU on a side; null when it cannot be linked by this SKU. */
  placeOf(source: Source, sku: string): number | null {
    const number = this.#linkableNumber(sku);
    return number === null ? null : (this.#places[source][number] ?? null);
  }

  #linkableNumber(sku: string): number | null {
    const number = this.#numbers.get(sku);
    return number !== undefined && SOURCES.every((side) => this.#holders[side][number] === 1) ? number : null;
  }
}
