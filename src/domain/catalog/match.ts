import type { Source } from '../source';

/** True for a SKU that names nothing: empty, or spaces alone. A blank SKU never matches another blank one. */
export function isBlankSku(sku: string): boolean {
  return sku.trim() === '';
}

/** What is known of one SKU: how many hold it on each side (2 stands for "more than one"), and where the last of them is. */
interface SkuEntry {
  shopify: number;
  square: number;
  shopifyAt: number;
  squareAt: number;
}

/**
 * Who holds which SKU on both sides. SKUs are compared exactly as the platforms store them: case counts, and so do spaces
 * at the ends. Two variants belong together when their SKU is not blank and each side has it once; a duplicate is never
 * linked by itself. The answer depends on the SKUs alone, not on the order in which they were read.
 */
export class SkuIndex {
  readonly #entries = new Map<string, SkuEntry>();

  /** Counts one variant; each must be added once. `place` is the caller's own note of where it is to be found. */
  add(source: Source, sku: string, place = 0): void {
    if (isBlankSku(sku)) return;
    let entry = this.#entries.get(sku);
    if (entry === undefined) {
      entry = { shopify: 0, square: 0, shopifyAt: 0, squareAt: 0 };
      this.#entries.set(sku, entry);
    }
    entry[source] = Math.min(2, entry[source] + 1);
    if (source === 'shopify') entry.shopifyAt = place;
    else entry.squareAt = place;
  }

  /** Whether exactly one variant of each side holds this SKU. */
  linkable(sku: string): boolean {
    const entry = this.#entries.get(sku);
    return entry !== undefined && entry.shopify === 1 && entry.square === 1;
  }

  /** Where the holder of this SKU on a side was noted to be; null when it cannot be linked by this SKU. */
  placeOf(source: Source, sku: string): number | null {
    const entry = this.#entries.get(sku);
    if (entry === undefined || entry.shopify !== 1 || entry.square !== 1) return null;
    return source === 'shopify' ? entry.shopifyAt : entry.squareAt;
  }
}
