import { saysNothingNew, type StatedProduct } from '../../domain/catalog/stated-product';
import type { Catalog } from '../catalog/catalog';

/** Products whose last words are remembered: those that sell come again and again, and need no row read. */
const REMEMBERED = 1_000;

/** Tells whether a products/update has anything to say about the catalogue. */
export class ProductNews {
  readonly #catalog: Catalog;
  /** What was last heard of products whose rows say the same; void once the catalogue has changed. */
  readonly #heard = new Map<string, string>();
  #asOf = -1;
  /** Changes are counted from the beginning of a life: another one's counts are not comparable. */
  readonly #life = crypto.randomUUID();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Names what is known of products: the same text as before means that no row was changed since but in its numbers. */
  get knowledge(): string {
    return `${this.#life}:${this.#catalog.changes}`;
  }

  /** Whether a product must be read again; `stated` is null when the webhook does not say enough. */
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
