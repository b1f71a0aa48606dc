import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import type { PlatformFailure } from '../../platforms/failure';
import type { Meta } from '../store/meta';

/** What a platform says has changed in its catalogue, and is to be read again. */
export interface Touched {
  readonly products: readonly string[];
  readonly items: readonly string[];
  readonly squareCatalogue: boolean;
  /** More Shopify products than are listed: all are read. */
  readonly whole?: true;
  /** So many Shopify products are read by the snapshot under way. */
  readonly covered?: number;
}

const NOTHING: Touched = { products: [], items: [], squareCatalogue: false };

/** How long touched products gather before they are read, in ms: one call for many, and still within ten seconds. */
export const REFRESH_DELAY_MS = 3_000;

/** What waits for longer, in ms, is worth a word on the page. */
const NOTICED_MS = 8_000;

/** More ids than this are not listed: each addition writes the list. */
const MOST_LISTED = 2_000;

/** After a failure that names no time, reading is tried again after so long, in ms, doubling with each further one. */
const AGAIN_MS = { first: 2_000, longest: 300_000 } as const;
/** A hint of a platform is never taken for less than this, in ms. */
const LEAST_PAUSE_MS = 1_000;

/** What a platform contradicts is read again so rarely, in ms: a description that does not say why must not lead to the same at once. */
const OUTDATED_AGAIN_MS = 600_000;
/** So many such items are remembered at most. */
const MOST_OUTDATED = 1_000;

/** When a platform's list is read, and how often that failed in a row. In memory: a restarted object reads at once. */
interface Due {
  readonly at: Instant | null;
  readonly failures: number;
}

/**
 * Products and items that webhooks have named since they were last read; outlives the object's memory. Each platform's are read
 * when they are due by themselves: neither waits for the other.
 */
export class RefreshQueue {
  readonly #meta: Meta;
  #now: Touched;
  #due: Record<Source, Due> = { shopify: { at: null, failures: 0 }, square: { at: null, failures: 0 } };
  /** Since when something of a platform waits, in memory. */
  readonly #since: Record<Source, Instant | null> = { shopify: null, square: null };
  /** What is being read, and whether it was named again meanwhile. */
  readonly #beingRead = new Map<string, boolean>();
  /** Memory only: when each item that its platform contradicted was noted last. */
  readonly #outdated = new Map<string, Instant>();

  constructor(meta: Meta) {
    this.#meta = meta;
    this.#now = meta.read<Touched>('touched') ?? NOTHING;
    for (const source of SOURCES) if (this.has(source)) this.#due[source] = { at: 0, failures: 0 };
  }

  product(id: string, now: Instant): void {
    this.#add('products', id, now);
  }

  item(id: string, now: Instant): void {
    this.#add('items', id, now);
  }

  squareCatalogue(now: Instant): void {
    this.#again('square');
    if (!this.#now.squareCatalogue) this.#store({ ...this.#now, squareCatalogue: true });
    this.#gather('square', now);
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

  /** Whether anything of a platform is to be read. */
  has(source: Source): boolean {
    const { products, items, squareCatalogue, whole } = this.#now;
    return source === 'square' ? squareCatalogue : products.length + items.length > 0 || whole === true;
  }

  /** Whether nothing waits to be read, by anybody. */
  isEmpty(): boolean {
    return this.#now === NOTHING;
  }

  /** When what is touched is to be read, of one platform or of the one that is due first; null when nothing is. */
  dueAt(source?: Source): Instant | null {
    if (source !== undefined) return this.has(source) ? this.#due[source].at : null;
    const dues = SOURCES.map((one) => this.dueAt(one)).filter((at) => at !== null);
    return dues.length === 0 ? null : Math.min(...dues);
  }

  /** What is touched now. */
  peek(): Touched {
    return this.#now;
  }

  /** So many products of Shopify wait to be read; where items alone were named, so many items. */
  waiting(): number {
    const { products, items, covered = 0 } = this.#now;
    return covered + (products.length > 0 ? products.length : items.length);
  }

  /** Whether reading a platform's list has failed and is tried again, or takes longer than a person would not notice. */
  isDelayed(source: Source, now: Instant): boolean {
    return this.has(source) && (this.#due[source].failures > 0 || now - (this.#since[source] ?? now) > NOTICED_MS);
  }

  /** These are read from now on; Square's changes are one. What is named again until `done` is read again. */
  begin(ids: readonly string[]): void {
    for (const id of ids) this.#beingRead.set(id, false);
  }

  /** These have been read; what was touched meanwhile stays. `squareCatalogue`: all of Square's changes. */
  done(read: Partial<Pick<Touched, 'products' | 'items' | 'squareCatalogue'>>, now: Instant): void {
    const settled = (id: string): boolean => this.#beingRead.get(id) !== true;
    const gone = new Set([...(read.products ?? []), ...(read.items ?? [])].filter(settled));
    const keep = (id: string): boolean => !gone.has(id);
    const squareDone = read.squareCatalogue === true && settled('square');
    this.#store({
      ...this.#now,
      products: this.#now.products.filter(keep),
      items: this.#now.items.filter(keep),
      squareCatalogue: this.#now.squareCatalogue && !squareDone,
    });
    const source = read.squareCatalogue === true ? 'square' : 'shopify';
    this.#due[source] = { at: this.has(source) ? now : null, failures: 0 };
  }

  /** A read ended, whatever came of it. */
  end(ids: readonly string[]): void {
    for (const id of ids) this.#beingRead.delete(id);
  }

  /** A platform did not answer: its list is read again after a pause, as long as it asks for. */
  failed(source: Source, failure: PlatformFailure, now: Instant): void {
    const failures = this.#due[source].failures + 1;
    const pause = failure.kind === 'throttled' ? failure.afterMs : Math.min(AGAIN_MS.longest, AGAIN_MS.first * 2 ** (failures - 1));
    this.#due[source] = { at: now + Math.max(LEAST_PAUSE_MS, pause), failures };
  }

  /** All that is listed of Shopify is read by a snapshot that has not begun. */
  covered(): void {
    const covered = this.waiting();
    this.#store({ products: [], items: [], squareCatalogue: this.#now.squareCatalogue, covered });
    this.#due.shopify = { at: null, failures: 0 };
  }

  /** Reading waits for the snapshot under way, or until `at` at the latest. */
  wait(source: Source, at: Instant): void {
    this.#due[source] = { at, failures: 0 };
  }

  /** A snapshot has ended, or the platform answers again: what waits is read now. */
  release(source: Source, now: Instant): void {
    const { covered, ...rest } = this.#now;
    if (source === 'shopify' && covered !== undefined) this.#store(rest);
    if (this.has(source)) this.#due[source] = { at: now, failures: 0 };
  }

  #add(list: 'products' | 'items', id: string, now: Instant): void {
    this.#again(id);
    const { products, items, whole } = this.#now;
    if (whole !== true && !this.#now[list].includes(id)) {
      const isFull = products.length + items.length >= MOST_LISTED;
      this.#store(isFull ? { ...this.#now, whole: true } : { ...this.#now, [list]: [...this.#now[list], id] });
    }
    this.#gather('shopify', now);
  }

  #again(id: string): void {
    if (this.#beingRead.has(id)) this.#beingRead.set(id, true);
  }

  #gather(source: Source, now: Instant): void {
    this.#since[source] ??= now;
    if (this.#due[source].at === null) this.#due[source] = { at: now + REFRESH_DELAY_MS, failures: 0 };
  }

  #store(next: Touched): void {
    const empty =
      next.products.length + next.items.length === 0 && !next.squareCatalogue && next.whole !== true && next.covered === undefined;
    this.#now = empty ? NOTHING : next;
    for (const source of SOURCES) if (!this.has(source)) this.#since[source] = null;
    if (empty) this.#meta.remove('touched');
    else this.#meta.write('touched', next);
  }
}
