import { SOURCES, type Source } from '../source';

/** True for a SKU that names nothing: empty, or spaces alone. A blank SKU never matches another blank one. */
export function isBlankSku(sku: string): boolean {
  return sku.trim() === '';
}

/**
 * Who holds which SKU on both sides. SKUs are compared exactly as the platforms store them: case counts, and so do spaces
 * at the ends. Two variants belong together when their SKU is not blank and each side has it once; a duplicate is never
 * linked by itself. The answer depends on the SKUs alone, not on the order in which they were read.
 */
export class SkuIndex {
  /** A SKU's number; what is known of it stands at that number in the lists below, which a hundred thousand objects would not fit into. */
  readonly #numbers = new Map<string, number>();
  /** How many hold it; 2 stands for "more than one". */
  readonly #holders: Readonly<Record<Source, number[]>> = { shopify: [], square: [] };
  /** Where the last of them is. */
  readonly #places: Readonly<Record<Source, number[]>> = { shopify: [], square: [] };

  /** Counts one variant; each must be added once. `place` is the caller's own note of where it is to be found. */
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

  /** Whether exactly one variant of each side holds this SKU. */
  linkable(sku: string): boolean {
    return this.#linkableNumber(sku) !== null;
  }

  /** Whether any variant of a side holds this SKU. */
  holds(source: Source, sku: string): boolean {
    const number = this.#numbers.get(sku);
    return number !== undefined && (this.#holders[source][number] ?? 0) > 0;
  }

  /** Where the holder of this SKU on a side was noted to be; null when it cannot be linked by this SKU. */
  placeOf(source: Source, sku: string): number | null {
    const number = this.#linkableNumber(sku);
    return number === null ? null : (this.#places[source][number] ?? null);
  }

  #linkableNumber(sku: string): number | null {
    const number = this.#numbers.get(sku);
    return number !== undefined && SOURCES.every((side) => this.#holders[side][number] === 1) ? number : null;
  }
}
