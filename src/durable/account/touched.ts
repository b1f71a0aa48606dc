import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { Meta } from '../store/meta';

/** What a platform says has changed in its catalogue, and is to be read again. */
export interface Touched {
  readonly products: readonly string[];
  readonly items: readonly string[];
  readonly squareCatalogue: boolean;
}

const NOTHING: Touched = { products: [], items: [], squareCatalogue: false };

/** How long touched products gather before they are read, in ms: one call for many, and still within ten seconds. */
export const TOUCHED_GATHER_MS = 3_000;

/** What a platform contradicts is read again so rarely, in ms: a description that does not say why must not lead to the same at once. */
const OUTDATED_AGAIN_MS = 600_000;
/** So many such items are remembered at most. */
const MOST_OUTDATED = 1_000;

/** Products and items that webhooks have named since they were last read; outlives the object's memory. */
export class TouchedList {
  readonly #meta: Meta;
  #now: Touched;
  #since: Instant | null = null;
  /** Memory only: when each item that its platform contradicted was noted last. */
  readonly #outdated = new Map<string, Instant>();

  constructor(meta: Meta) {
    this.#meta = meta;
    this.#now = meta.read<Touched>('touched') ?? NOTHING;
    if (this.#now !== NOTHING) this.#since = 0;
  }

  product(id: string, now: Instant): void {
    if (!this.#now.products.includes(id)) this.#store({ ...this.#now, products: [...this.#now.products, id] }, now);
  }

  item(id: string, now: Instant): void {
    if (!this.#now.items.includes(id)) this.#store({ ...this.#now, items: [...this.#now.items, id] }, now);
  }

  squareCatalogue(now: Instant): void {
    if (!this.#now.squareCatalogue) this.#store({ ...this.#now, squareCatalogue: true }, now);
  }

  /** A level of a variant that nobody knows: the catalogue has grown. */
  unknown(source: Source, stockId: string, now: Instant): void {
    if (source === 'shopify') this.item(stockId, now);
    else this.squareCatalogue(now);
  }

  /** An item of which its platform contradicts the catalog: a webhook that said so was lost. Not noted again for ten minutes. */
  outdated(source: Source, stockId: string, now: Instant): void {
    const key = `${source}:${stockId}`;
    const last = this.#outdated.get(key);
    if (last !== undefined && now - last < OUTDATED_AGAIN_MS) return;
    if (this.#outdated.size >= MOST_OUTDATED) this.#outdated.clear();
    this.#outdated.set(key, now);
    this.unknown(source, stockId, now);
  }

  /** When what is touched is to be read; null when nothing is. */
  dueAt(): Instant | null {
    return this.#since === null ? null : this.#since + TOUCHED_GATHER_MS;
  }

  /** What is touched now. */
  peek(): Touched {
    return this.#now;
  }

  /** These have been read; what was touched meanwhile stays. */
  done(read: Touched, now: Instant): void {
    const rest: Touched = {
      products: this.#now.products.filter((id) => !read.products.includes(id)),
      items: this.#now.items.filter((id) => !read.items.includes(id)),
      squareCatalogue: this.#now.squareCatalogue && !read.squareCatalogue,
    };
    const empty = rest.products.length === 0 && rest.items.length === 0 && !rest.squareCatalogue;
    this.#now = empty ? NOTHING : rest;
    this.#since = empty ? null : now;
    if (empty) this.#meta.remove('touched');
    else this.#meta.write('touched', rest);
  }

  #store(next: Touched, now: Instant): void {
    this.#now = next;
    this.#since ??= now;
    this.#meta.write('touched', next);
  }
}
