import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { Copy, CopyBody, CopyItem } from '../api/edits-api';
import type { Database } from '../store/database';

type CopyRow = {
  readonly id: number;
  readonly source: Source;
  readonly product_id: string;
  readonly state: Copy['state'];
  readonly body: string;
};

/** Number of latest copies that stay listed, whatever their result. */
const KEPT = 30;

/** How long a copy with a problem stays listed, in ms, unless its product is copied again before. */
const KEPT_FAILED_MS = 90 * 86_400_000;

/** Maximum number of listed copies: each page that shows them reloads them at every change. */
const MOST_LISTED = 200;

/** A copy that ended without a problem, or was followed by another copy of the same product. */
const SETTLED = `(id not in (select max(id) from copy group by source, product_id)
  or (state = 'done' and not exists (select 1 from json_each(copy.body, '$.items') where json_extract(value, '$.problem') <> '')))`;

/** How long an open copy waits for the task of the request that started it before it files one itself, in ms. */
const FILE_AFTER_MS = 60_000;

/** The copies of one account, newest last. */
export class CopyStore {
  readonly #db: Database;
  readonly #ended: (copy: Copy) => void;
  /** Copies that are not finished; linking checks them. */
  readonly #open = new Map<number, Copy>();
  #fileAt: Instant = 0;

  /** `ended` hears of each copy that ends, in the turn that stores it. */
  constructor(db: Database, ended: (copy: Copy) => void = () => undefined) {
    this.#db = db;
    this.#ended = ended;
    const rows = db.rows<CopyRow>("select * from copy where state in ('queued', 'running') order by id");
    for (const row of rows) this.#open.set(row.id, copyOf(row));
  }

  /** Returns the copy from this side to work on next: the oldest, except that copies without an answer let the others go first. */
  next(source: Source): Copy | null {
    return this.open(source).reduce<Copy | null>((best, copy) => (best === null || triesOf(copy) < triesOf(best) ? copy : best), null);
  }

  /** Returns when to check that the open copies have a task; null while none is open. A new instance checks at once. */
  fileAt(): Instant | null {
    return this.#open.size === 0 ? null : this.#fileAt;
  }

  /** Sets the time of the next check. */
  fileNextAt(at: Instant): void {
    this.#fileAt = at;
  }

  /** Returns the copies from this side that are not finished. */
  open(source: Source): readonly Copy[] {
    return [...this.#open.values()].filter((copy) => copy.source === source);
  }

  /** Returns the newest copy of a product. */
  ofProduct(source: Source, productId: string): Copy | null {
    const row = this.#db.row<CopyRow>('select * from copy where source = ? and product_id = ? order by id desc limit 1', source, productId);
    return row === null ? null : copyOf(row);
  }

  /** Returns the latest copies, all open ones, and all with a problem; newest first. */
  list(): Copy[] {
    const query = `select * from copy where id > (select coalesce(max(id), 0) from copy) - ?
      or state in ('queued', 'running') or not ${SETTLED} order by id desc limit ?`;
    return this.#db.rows<CopyRow>(query, KEPT, MOST_LISTED).map(copyOf);
  }

  create(source: Source, productId: string, body: CopyBody): Copy {
    const row = this.#db.row<{ id: number }>(
      "insert into copy (source, product_id, state, body) values (?, ?, 'queued', ?) returning id",
      source,
      productId,
      JSON.stringify(body),
    );
    const copy: Copy = { id: row?.id ?? 0, source, productId, state: 'queued', body };
    if (this.#open.size === 0) this.#fileAt = body.requested + FILE_AFTER_MS;
    this.#open.set(copy.id, copy);
    this.#db.run(
      `delete from copy where state in ('done', 'failed') and id <= ? and (${SETTLED} or json_extract(body, '$.updated') < ?)`,
      copy.id - KEPT,
      body.requested - KEPT_FAILED_MS,
    );
    return copy;
  }

  /** Stores a copy's current state and returns it. A copy that has ended in the meantime stays unchanged. */
  save(copy: Copy, change: Partial<CopyBody>, state: Copy['state'] = copy.state): Copy {
    if (!this.#open.has(copy.id)) return copy;
    const next: Copy = { ...copy, state, body: { ...copy.body, ...change } };
    this.#db.run('update copy set state = ?, body = ? where id = ?', state, JSON.stringify(next.body), copy.id);
    if (state === 'queued' || state === 'running') this.#open.set(copy.id, next);
    else {
      this.#open.delete(copy.id);
      this.#ended(next);
    }
    return next;
  }

  /** Returns the copy as last saved. */
  current(copy: Copy): Copy {
    return this.#open.get(copy.id) ?? copy;
  }

  /** Returns the open copy that creates a counterpart of this variant and has not seen it linked; null when there is none. */
  awaiting(source: Source, stockId: string): { readonly copy: Copy; readonly item: CopyItem } | null {
    for (const copy of this.#open.values()) {
      const item = copy.source === source ? copy.body.items.find((one) => one.stockId === stockId && isAwaited(copy, one)) : undefined;
      if (item !== undefined) return { copy, item };
    }
    return null;
  }

  /** Records that the variant's counterpart has been linked with it. */
  linked(copy: Copy, linked: CopyItem): void {
    const items = copy.body.items.map((item): CopyItem => (item.stockId === linked.stockId ? { ...item, state: 'linked' } : item));
    this.save(copy, { items });
  }

  /** Records that the variant's counterpart is there, and not linked yet. */
  arrived(copy: Copy, arrived: CopyItem, stockId: string): void {
    const items = copy.body.items.map((item): CopyItem => (item.stockId === arrived.stockId ? { ...item, arrived: stockId } : item));
    this.save(copy, { items });
  }

  /** Gives up all open copies, or all from one side. */
  giveUp(problem: string, now: Instant, from: Source | null = null, outage = false): void {
    const given = [...this.#open.values()].filter(({ source }) => from === null || source === from);
    for (const copy of given) this.save(copy, { step: 'over', problem, updated: now, outage }, 'failed');
  }

  /** Returns the copies from a side that ended because a platform did not answer, and whose product was not copied again. */
  givenUp(source: Source): Copy[] {
    return this.#db
      .rows<CopyRow>(
        `select * from copy where source = ? and state = 'failed' and json_extract(body, '$.outage')
          and id in (select max(id) from copy group by source, product_id) order by id`,
        source,
      )
      .map(copyOf);
  }
}

/** Returns whether an open copy creates a counterpart of this variant and has not seen it linked. */
export function isAwaited({ body }: Copy, { state }: CopyItem): boolean {
  return (body.step === 'make' || body.step === 'link') && (state === 'waiting' || state === 'made');
}

function triesOf({ body }: Copy): number {
  return body.tries ?? 0;
}

function copyOf({ id, source, product_id, state, body }: CopyRow): Copy {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written only above, by this object
  return { id, source, productId: product_id, state, body: JSON.parse(body) as CopyBody };
}
