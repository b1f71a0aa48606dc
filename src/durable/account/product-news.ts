import { saysNothingNew, type StatedProduct } from '../../domain/catalog/stated-product';
import type { Catalog } from '../catalog/catalog';

/** Number of products whose last webhook is remembered: products that sell are reported repeatedly, and then need no row read. */
const REMEMBERED = 1_000;

/** Detects whether a products/update webhook changes anything in the catalog. */
export class ProductNews {
  readonly #catalog: Catalog;
  /** The last webhook of each product whose rows already match it; cleared when the catalog changes. */
  readonly #heard = new Map<string, string>();
  #asOf = -1;
  /** Identifies this instance: change counts start over with each instance and are not comparable across instances. */
  readonly #life = crypto.randomUUID();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Identifies what is known about products: while the text stays the same, no row has changed except in its quantities. */
  get knowledge(): string {
    return `${this.#life}:${this.#catalog.changes}`;
  }

  /** Returns whether a product must be read again; `stated` is null when the webhook contains too little to decide. */
  isNews(productId: string, stated: StatedProduct | null): boolean {
    if (stated === null) return true;
    if (this.#asOf !== this.#catalog.changes || this.#heard.size >= REMEMBERED) this.#heard.clear();
    this.#asOf = this.#catalog.changes;
    const words = JSON.stringify(stated);
    if (this.#heard.get(productId) === words) return false;
    if (!saysNothingNew(stated, this.#catalog.table.ofProducts([productId]))) return true;
    this.#heard.set(productId, words);
    return false;
  }
}
