import { digest } from './digest';
import { bad, done, type Outcome } from './errors';
import { canonical, isList, parseJson, type Json, type JsonObject } from './json';

/** Square's cursors expire after about five minutes. */
export const CURSOR_LIFE_MS = 5 * 60_000;

/** Where a page ended: the values of the sort key, and the newest state when the first page was read. */
export interface Position {
  readonly after: readonly (string | number)[];
  /** For the catalog, its version at the first page; otherwise the sandbox time (ms) of the first page. */
  readonly since: number;
}

/** Returns a digest of a query without its cursor, so that a cursor is valid only for the query it was made for. */
function markOf(operation: string, query: JsonObject): string {
  const { cursor: _, limit: __, ...rest } = query;
  return digest(`${operation} ${canonical(rest)}`);
}

/** Returns a cursor for the page after `position`. `now` is the sandbox's clock. */
export function writeCursor(operation: string, query: JsonObject, position: Position, now: number): string {
  return btoa(JSON.stringify([markOf(operation, query), now, position.since, ...position.after]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Reads the cursor of a query; null when it has none. Refuses a foreign, damaged, or old one with INVALID_CURSOR. */
export function readCursor(operation: string, query: JsonObject, now: number): Outcome<Position | null> {
  const cursor = query['cursor'];
  if (typeof cursor !== 'string' || cursor === '') return done(null);
  const parts = decode(cursor);
  const [mark, at, since, ...after] = parts;
  if (typeof mark !== 'string' || typeof at !== 'number' || typeof since !== 'number')
    return bad('INVALID_CURSOR', 'The cursor is not valid.', 'cursor');
  if (mark !== markOf(operation, query)) return bad('INVALID_CURSOR', 'The cursor belongs to another query.', 'cursor');
  if (now - at > CURSOR_LIFE_MS) return bad('INVALID_CURSOR', 'The cursor has expired.', 'cursor');
  return done({ since, after: after.filter((part) => typeof part === 'string' || typeof part === 'number') });
}

function decode(cursor: string): readonly Json[] {
  if (!/^[\w-]+$/u.test(cursor)) return [];
  try {
    const value = parseJson(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')));
    return isList(value) ? value : [];
  } catch {
    return [];
  }
}

/** Returns a page from rows of which one more than `limit` was read, and the response's cursor member when there is more. */
export function cutPage<T>(
  call: { readonly operation: string; readonly query: JsonObject; readonly now: number },
  rows: readonly T[],
  limit: number,
  keyOf: (row: T) => readonly (string | number)[],
): { shown: readonly T[]; cursor: JsonObject } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length <= limit || last === undefined) return { shown, cursor: {} };
  return { shown, cursor: { cursor: writeCursor(call.operation, call.query, { after: keyOf(last), since: call.now }, call.now) } };
}
