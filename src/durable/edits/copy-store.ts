import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { Copy, CopyBody, CopyItem } from '../edits-api';
import type { Database } from '../store/database';

type CopyRow = {
  readonly id: number;
  readonly source: Source;
  readonly product_id: string;
  readonly state: Copy['state'];
  readonly body: string;
};

/** So many copies are remembered. */
const KEPT = 30;

/** The copies of one account, newest last. */
export class CopyStore {
  readonly #db: Database;
  /** Those that are not over, which links must know of. */
  readonly #open = new Map<number, Copy>();

  constructor(db: Database) {
    this.#db = db;
    const rows = db.rows<CopyRow>("select * from copy where state in ('queued', 'running') order by id");
    for (const row of rows) this.#open.set(row.id, copyOf(row));
  }

  /** The oldest copy from this side that is not over. */
  next(source: Source): Copy | null {
    return [...this.#open.values()].find((copy) => copy.source === source) ?? null;
  }

  /** Copies from this side that are not over. */
  open(source: Source): readonly Copy[] {
    return [...this.#open.values()].filter((copy) => copy.source === source);
  }

  /** The newest copy of a product. */
  ofProduct(source: Source, productId: string): Copy | null {
    const row = this.#db.row<CopyRow>('select * from copy where source = ? and product_id = ? order by id desc limit 1', source, productId);
    return row === null ? null : copyOf(row);
  }

  /** The newest copies first. */
  list(): Copy[] {
    return this.#db.rows<CopyRow>('select * from copy order by id desc limit ?', KEPT).map(copyOf);
  }

  create(source: Source, productId: string, body: CopyBody): Copy {
    const row = this.#db.row<{ id: number }>(
      "insert into copy (source, product_id, state, body) values (?, ?, 'queued', ?) returning id",
      source,
      productId,
      JSON.stringify(body),
    );
    const copy: Copy = { id: row?.id ?? 0, source, productId, state: 'queued', body };
    this.#open.set(copy.id, copy);
    this.#db.run("delete from copy where state in ('done', 'failed') and id <= ?", copy.id - KEPT);
    return copy;
  }

  /** Stores where a copy stands now, and answers it. */
  save(copy: Copy, change: Partial<CopyBody>, state: Copy['state'] = copy.state): Copy {
    const next: Copy = { ...copy, state, body: { ...copy.body, ...change } };
    this.#db.run('update copy set state = ?, body = ? where id = ?', state, JSON.stringify(next.body), copy.id);
    if (state === 'queued' || state === 'running') this.#open.set(copy.id, next);
    else this.#open.delete(copy.id);
    return next;
  }

  /** The copy as it was last saved. */
  current(copy: Copy): Copy {
    return this.#open.get(copy.id) ?? copy;
  }

  /** The copy under way that makes a counterpart of this variant and has not seen it linked; null when there is none. */
  awaiting(source: Source, stockId: string): { readonly copy: Copy; readonly item: CopyItem } | null {
    for (const copy of this.#open.values()) {
      if (copy.source !== source || (copy.body.step !== 'make' && copy.body.step !== 'link')) continue;
      const item = copy.body.items.find((one) => one.stockId === stockId && (one.state === 'waiting' || one.state === 'made'));
      if (item !== undefined) return { copy, item };
    }
    return null;
  }

  /** The variant's counterpart has been linked with it. */
  linked(copy: Copy, linked: CopyItem): void {
    const items = copy.body.items.map((item): CopyItem => (item.stockId === linked.stockId ? { ...item, state: 'linked' } : item));
    this.save(copy, { items });
  }

  /** Gives up all that is under way, or all from one side. */
  giveUp(problem: string, now: Instant, from: Source | null = null): void {
    const given = [...this.#open.values()].filter(({ source }) => from === null || source === from);
    for (const copy of given) this.save(copy, { step: 'over', problem, updated: now }, 'failed');
  }
}

function copyOf({ id, source, product_id, state, body }: CopyRow): Copy {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written above alone, by this object
  return { id, source, productId: product_id, state, body: JSON.parse(body) as CopyBody };
}
