import { GraphQLError } from 'graphql';

import type { ShopifyContext } from './context';

/** Arguments that every connection takes. */
export interface PageArgs {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
  readonly reverse?: boolean;
}

/** The most nodes per page. */
const MAX_PAGE = 250;
/** The number of objects after which the paging of a query ends. */
const MAX_DEPTH = 25_000;

/** The query of a page and its sort key: a text or number column, and the id that breaks ties. */
export interface PageSource {
  /** `from …` with joins. */
  readonly from: string;
  readonly columns: string;
  /** `where …` with everything except the page's own condition. */
  readonly where: string;
  readonly values: readonly (string | number)[];
  readonly sort: string;
  readonly id: string;
}

interface Cursor {
  readonly sort: string | number | null;
  readonly id: number;
  /** How many objects come before, including this one. */
  readonly depth: number;
}

const invalid = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'argumentLiteralsIncompatible' } });

const encode = (cursor: Cursor): string => btoa(encodeURIComponent(JSON.stringify([cursor.sort, cursor.id, cursor.depth])));

function decode(text: string): Cursor {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(atob(text)));
    if (Array.isArray(value)) {
      const [sort, id, depth] = value as readonly unknown[];
      if ((typeof sort === 'string' || typeof sort === 'number' || sort === null) && typeof id === 'number' && typeof depth === 'number') {
        return { sort, id, depth };
      }
    }
  } catch {
    // Falls through to the same error as a cursor of a different shape.
  }
  throw invalid('Invalid cursor for current pagination sort.');
}

function sizeOf(args: PageArgs, context: ShopifyContext): number {
  const size = args.first ?? args.last;
  if (context.bulk) return size ?? MAX_DEPTH;
  if (size === null || size === undefined) throw invalid('you must provide one of first or last');
  if (typeof args.first === 'number' && typeof args.last === 'number') {
    throw invalid('providing both first and last is not supported');
  }
  if (size < 0) throw invalid('first and last cannot be negative');
  if (size > MAX_PAGE) throw invalid(`first and last cannot exceed ${MAX_PAGE}`);
  return size;
}

/** A page of rows and its position in the whole. */
export interface Page<R> {
  readonly rows: readonly R[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  cursorOf(index: number): string;
}

type Sorted = { page_sort: string | number | null; page_id: number };

interface Wanted {
  readonly size: number;
  readonly backward: boolean;
  readonly ascending: boolean;
  readonly cursor: Cursor | null;
}

function wantedPage(context: ShopifyContext, args: PageArgs): Wanted {
  const size = sizeOf(args, context);
  const backward = typeof args.last === 'number';
  const from = backward ? args.before : args.after;
  const cursor = typeof from === 'string' ? decode(from) : null;
  if (cursor !== null && cursor.depth >= MAX_DEPTH && !context.bulk) {
    throw invalid(`Pagination ends at ${MAX_DEPTH} objects; use a bulk operation or narrow the query`);
  }
  return { size, backward, ascending: (args.reverse === true) === backward, cursor };
}

/** Returns the rows of a page plus one more, in reading order. */
function readRows<R extends Record<string, SqlStorageValue>>(context: ShopifyContext, source: PageSource, wanted: Wanted): (R & Sorted)[] {
  const { cursor, size, ascending } = wanted;
  const compare = ascending ? '>' : '<';
  const order = ascending ? 'asc' : 'desc';
  const byId = source.sort === source.id;
  const beyond = byId ? ` and ${source.id} ${compare} ?` : ` and (${source.sort}, ${source.id}) ${compare} (?, ?)`;
  const beyondValues = cursor === null ? [] : byId ? [cursor.id] : [cursor.sort, cursor.id];
  return context.world.db.rows<R & Sorted>(
    `select ${source.columns}, ${source.sort} as page_sort, ${source.id} as page_id ${source.from} where ${source.where}${cursor === null ? '' : beyond}
     order by ${byId ? '' : `${source.sort} ${order}, `}${source.id} ${order} limit ?`,
    ...source.values,
    ...beyondValues,
    size + 1,
  );
}

/** Reads one page by keyset, in either direction. */
export function readPage<R extends Record<string, SqlStorageValue>>(context: ShopifyContext, source: PageSource, args: PageArgs): Page<R> {
  const wanted = wantedPage(context, args);
  const { cursor, backward, size } = wanted;
  const rows = readRows<R>(context, source, wanted);
  const more = rows.length > size;
  const kept = rows.slice(0, size);
  const ordered = backward ? kept.toReversed() : kept;
  return {
    rows: ordered,
    hasNextPage: backward ? cursor !== null : more,
    hasPreviousPage: backward ? more : cursor !== null,
    cursorOf: (index) => {
      const row = ordered[index];
      return row === undefined ? '' : encode({ sort: row.page_sort, id: row.page_id, depth: (cursor?.depth ?? 0) + index + 1 });
    },
  };
}

/** A connection in Shopify's form: nodes, edges and pageInfo. */
export class Connection<R, N> {
  readonly nodes: readonly N[];
  readonly #page: Page<R>;

  constructor(page: Page<R>, node: (row: R) => N) {
    this.#page = page;
    this.nodes = page.rows.map(node);
  }

  get edges(): { cursor: string; node: N }[] {
    return this.nodes.map((node, index) => ({ cursor: this.#page.cursorOf(index), node }));
  }

  get pageInfo(): { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null } {
    const last = this.nodes.length - 1;
    return {
      hasNextPage: this.#page.hasNextPage,
      hasPreviousPage: this.#page.hasPreviousPage,
      startCursor: last < 0 ? null : this.#page.cursorOf(0),
      endCursor: last < 0 ? null : this.#page.cursorOf(last),
    };
  }
}

/** Returns a connection over a small, complete list. */
export function pageOfList<R, N>(context: ShopifyContext, list: readonly R[], args: PageArgs, node: (row: R) => N): Connection<R, N> {
  const size = sizeOf(args, context);
  const ordered = args.reverse === true ? list.toReversed() : [...list];
  const backward = args.last !== null && args.last !== undefined;
  const start = args.after === null || args.after === undefined ? 0 : decode(args.after).id;
  const end = args.before === null || args.before === undefined ? ordered.length : decode(args.before).id - 1;
  const begin = backward ? Math.max(start, end - size) : start;
  const stop = backward ? end : Math.min(end, start + size);
  return new Connection(
    {
      rows: ordered.slice(begin, stop),
      hasNextPage: stop < ordered.length,
      hasPreviousPage: begin > 0,
      cursorOf: (index) => encode({ sort: null, id: begin + index + 1, depth: begin + index + 1 }),
    },
    node,
  );
}
