import type { Source } from '../source';

/** True for a SKU that names nothing: empty, or spaces alone. A blank SKU never matches another blank one. */
export function isBlankSku(sku: string): boolean {
  return sku.trim() === '';
}

/** What the matching knows of one SKU: how many hold it on each side (2 stands for "more than one"), and where the last of them is. */
interface SkuEntry {
  shopify: number;
  square: number;
}

/**
 * Who holds which SKU on both sides. SKUs are compared exactly as the platforms store them: case counts, and so do spaces
 * at the ends. Two variants belong together when their SKU is not blank and each side has it once; a duplicate is never
 * linked by itself. The answer depends on the SKUs alone, not on the order in which they were read.
 */
export class SkuIndex {
  readonly #entries = new Map<string, SkuEntry>();

  /** Counts one variant. Each variant must be added once. */
  add(source: Source, sku: string): void {
    if (isBlankSku(sku)) return;
    const entry = this.#entries.get(sku);
    if (entry === undefined) this.#entries.set(sku, { shopify: source === 'shopify' ? 1 : 0, square: source === 'square' ? 1 : 0 });
    else entry[source] = Math.min(2, entry[source] + 1);
  }

  /** Whether exactly one variant of each side holds this SKU. */
  linkable(sku: string): boolean {
    const entry = this.#entries.get(sku);
    return entry !== undefined && entry.shopify === 1 && entry.square === 1;
  }

  /** Whether more than one variant of a side holds this SKU. */
  duplicated(source: Source, sku: string): boolean {
    return (this.#entries.get(sku)?.[source] ?? 0) > 1;
  }
}
