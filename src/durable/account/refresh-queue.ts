import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import type { PlatformFailure } from '../../platforms/failure';
import type { Meta } from '../store/meta';

/** What a platform reported as changed in its catalog and must be read again. */
export interface Touched {
  readonly products: readonly string[];
  readonly items: readonly string[];
  readonly squareCatalogue: boolean;
  /** More Shopify products changed than are listed: all are read. */
  readonly whole?: true;
  /** Number of listed Shopify products that the snapshot under way reads. */
  readonly covered?: number;
  /** These products and items: read one by one if that snapshot is not applied. */
  readonly left?: Pick<Touched, 'products' | 'items'>;
}

const NOTHING: Touched = { products: [], items: [], squareCatalogue: false };

/** How long changed products are collected before they are read, in ms: one call for many, and still within ten seconds. */
export const REFRESH_DELAY_MS = 3_000;

/** Waiting time above which the page mentions it, in ms. */
const NOTICED_MS = 8_000;

/** Maximum number of listed IDs: each addition writes the list. */
const MOST_LISTED = 2_000;

/** Pause before a read is retried after a failure that names no time, in ms; doubles with each further failure. */
const AGAIN_MS = { first: 2_000, longest: 300_000 } as const;
/** Lower bound for a platform's retry hint, in ms. */
const LEAST_PAUSE_MS = 1_000;

/** Minimum interval between rereads of an item that its platform contradicts, in ms: an unexplained answer must not cause a loop. */
const OUTDATED_AGAIN_MS = 600_000;
/** Maximum number of such items that are remembered. */
const MOST_OUTDATED = 1_000;

/** When a platform's list is read, and how often that failed in a row. Kept in memory: a restarted object reads at once. */
interface Due {
  readonly at: Instant | null;
  readonly failures: number;
}

/**
 * Products and items that webhooks named since they were last read; stored. Each platform's list has its own due time, so neither waits for
 * the other.
 */
export class RefreshQueue {
  readonly #meta: Meta;
  #now: Touched;
  #due: Record<Source, Due> = { shopify: { at: null, failures: 0 }, square: { at: null, failures: 0 } };
  /** Since when each platform's list has had waiting entries; in memory only. */
  readonly #since: Record<Source, Instant | null> = { shopify: null, square: null };
  /** IDs being read, and whether each was named again during the read. */
  readonly #beingRead = new Map<string, boolean>();
  /** When each item that its platform contradicted was last queued; in memory only. */
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

  /** Queues a variant with a level that the catalog does not know: the catalog has grown. */
  unknown(source: Source, stockId: string, now: Instant): void {
    if (source === 'shopify') this.item(stockId, now);
    else this.squareCatalogue(now);
  }

  /** Queues an item whose platform contradicts the catalog, which means that a webhook was lost. Repeats within ten minutes are ignored. */
  outdated(source: Source, stockId: string, now: Instant): void {
    const key = `${source}:${stockId}`;
    const last = this.#outdated.get(key);
    if (last !== undefined && now - last < OUTDATED_AGAIN_MS) return;
    if (this.#outdated.size >= MOST_OUTDATED) this.#outdated.clear();
    this.#outdated.set(key, now);
    this.unknown(source, stockId, now);
  }

  /** Returns whether anything of a platform waits to be read. */
  has(source: Source): boolean {
    const { products, items, squareCatalogue, whole } = this.#now;
    return source === 'square' ? squareCatalogue : products.length + items.length > 0 || whole === true;
  }

  /** Returns whether the queue is empty for both platforms. */
  isEmpty(): boolean {
    return this.#now === NOTHING;
  }

  /** Returns when the queue is due, for one platform or for the one that is due first; null when it is empty. */
  dueAt(source?: Source): Instant | null {
    if (source !== undefined) return this.has(source) ? this.#due[source].at : null;
    const dues = SOURCES.map((one) => this.dueAt(one)).filter((at) => at !== null);
    return dues.length === 0 ? null : Math.min(...dues);
  }

  /** Returns the queue's current content. */
  peek(): Touched {
    return this.#now;
  }

  /** Returns the number of waiting Shopify products, or of waiting items where only items were named. */
  waiting(): number {
    const { products, items, covered = 0 } = this.#now;
    return covered + (products.length > 0 ? products.length : items.length);
  }

  /** Returns whether reading a platform's list has failed and will be retried, or has waited long enough for a person to notice. */
  isDelayed(source: Source, now: Instant): boolean {
    return this.has(source) && (this.#due[source].failures > 0 || now - (this.#since[source] ?? now) > NOTICED_MS);
  }

  /** Marks IDs as being read; Square's changes count as one. IDs named again before `done` are read again. */
  begin(ids: readonly string[]): void {
    for (const id of ids) this.#beingRead.set(id, false);
  }

  /** Removes the IDs that were read; entries named during the read stay. `squareCatalogue`: all of Square's changes. */
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

  /** Ends a read, whatever its result. */
  end(ids: readonly string[]): void {
    for (const id of ids) this.#beingRead.delete(id);
  }

  /** Schedules a retry after a platform did not answer, with at least the pause that the platform asks for. */
  failed(source: Source, failure: PlatformFailure, now: Instant): void {
    const failures = this.#due[source].failures + 1;
    const pause = failure.kind === 'throttled' ? failure.afterMs : Math.min(AGAIN_MS.longest, AGAIN_MS.first * 2 ** (failures - 1));
    this.#due[source] = { at: now + Math.max(LEAST_PAUSE_MS, pause), failures };
  }

  /** Marks all listed Shopify entries as covered by a snapshot that has not started. */
  covered(): void {
    const covered = this.waiting();
    this.#store({ products: [], items: [], squareCatalogue: this.#now.squareCatalogue, covered, left: this.#withLeft() });
    this.#due.shopify = { at: null, failures: 0 };
  }

  /** Postpones reading until the snapshot under way ends, or until `at` at the latest. */
  wait(source: Source, at: Instant): void {
    this.#due[source] = { at, failures: 0 };
  }

  /** Makes waiting entries due now: the platform answers again. What a snapshot under way covers stays covered. */
  release(source: Source, now: Instant): void {
    if (this.has(source)) this.#due[source] = { at: now, failures: 0 };
  }

  /**
   * Ends what a snapshot covered and makes waiting entries due now. `inDoubt`: the snapshot waits for the merchant's approval, so what it
   * covered is listed again: what changed since is not forgotten over it.
   */
  snapshotEnded(source: Source, inDoubt: boolean, now: Instant): void {
    if (source === 'shopify' && this.#now.covered !== undefined) {
      const { covered: _, left: __, ...rest } = this.#now;
      this.#store(inDoubt ? { ...rest, ...this.#withLeft() } : rest);
    }
    this.release(source, now);
  }

  /** Returns the listed Shopify entries and those that the snapshot under way covers. */
  #withLeft(): Pick<Touched, 'products' | 'items'> {
    const { products, items, left = { products: [], items: [] } } = this.#now;
    return { products: [...new Set([...left.products, ...products])], items: [...new Set([...left.items, ...items])] };
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
