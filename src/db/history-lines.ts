import { sql, type SQL } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import { unpackLines, type StoredLine } from '../domain/history/packed';
import type { Instant } from '../domain/instant';
import type { Db } from './database';
import { history, historyBatches } from './schema';

/** The columns of `history` from an entry of `history_batches.lines`, in the same order. */
const UNPACKED = sql.raw(
  'line.value ->> 0 as seq, line.value ->> 1 as at, line.value ->> 2 as originator, line.value ->> 3 as location, line.value ->> 4 as sku, line.value -> 5 as fact',
);

/** Conditions on an account's rows, one for each table; the batches are named `batch`, each line of one `line`. */
export interface LineConditions {
  readonly rows: SQL;
  readonly batches: SQL;
}

/** Returns a query of an account's lines: seq, at, originator, location, sku, fact (JSON), from rows and from batches. */
export function linesWhere(accountId: AccountId, { rows, batches }: LineConditions): SQL {
  return sql`select seq, at, originator, location, sku, fact from ${history} where ${history.account} = ${accountId} and ${rows}
    union all
    select ${UNPACKED} from ${historyBatches} batch, json_each(batch.lines) line where batch.account = ${accountId} and ${batches}`;
}

/** A line as `linesWhere` returns it. */
export interface LineRow extends Omit<StoredLine, 'fact'> {
  /** JSON. */
  readonly fact: string;
}

/** Selects a page of lines, the newest first. */
export interface PageOfLines {
  readonly limit: number;
  /** From 0. */
  readonly page: number;
}

/** A page of lines, and how many there are on all pages. */
export interface FoundLines {
  readonly total: number;
  readonly lines: readonly StoredLine[];
}

/** Returns a query of the rows and batches of an account in order: last (its newest line), count, at; no more than `limit`. */
function unitsOf(accountId: AccountId, order: 'newest first' | 'oldest first', limit: number): SQL {
  const direction = sql.raw(order === 'newest first' ? 'desc' : 'asc');
  return sql`select last, count, at from ${historyBatches} where ${historyBatches.account} = ${accountId}
    union all select seq, 1, at from ${history} where ${history.account} = ${accountId}
    order by 1 ${direction} limit ${limit}`;
}

/** Reads a page of all lines: counts tell which rows and batches it is in, and only these are read. */
export async function readLines(db: Db, accountId: AccountId, { limit, page }: PageOfLines): Promise<FoundLines> {
  const [start, end] = [page * limit, (page + 1) * limit];
  const [[counted], [place]] = await Promise.all([
    db.all<{ total: number }>(sql`select (select count(*) from ${history} where ${history.account} = ${accountId})
      + (select coalesce(sum(count), 0) from ${historyBatches} where ${historyBatches.account} = ${accountId}) as total`),
    // Each holds a line at least, so the page ends within the newest `end` of them.
    db.all<{ from: number | null; to: number | null; before: number | null }>(sql`
      select min(last) as "from", max(last) as "to", min(upto - count) as before from (
        select last, count, sum(count) over (order by last desc rows unbounded preceding) as upto
        from (${unitsOf(accountId, 'newest first', end)}))
      where upto > ${start} and upto - count < ${end}`),
  ]);
  const { from = null, to = null, before = null } = place ?? {};
  const lines = from === null || to === null ? [] : await readSpan(db, accountId, { from, to });
  const skipped = start - (before ?? 0);
  return { total: counted?.total ?? 0, lines: lines.slice(skipped, skipped + limit) };
}

/** Reads a page of the lines that match, and their number, in one pass. */
export async function readMatching(
  db: Db,
  accountId: AccountId,
  { limit, page }: PageOfLines,
  wanted: LineConditions,
): Promise<FoundLines> {
  const rows = await db.all<{ readonly total: number } & { readonly [Column in keyof LineRow]: LineRow[Column] | null }>(sql`
    with found as materialized (${linesWhere(accountId, wanted)})
    select * from (select count(*) as total from found)
      left join (select * from found order by seq desc limit ${limit} offset ${page * limit}) on true`);
  const lines = rows.flatMap(({ seq, at, originator, location, sku, fact }): StoredLine[] =>
    seq === null || at === null || fact === null
      ? []
      : [toLine({ seq, at, originator: originator ?? '', location: location ?? '', sku: sku ?? '', fact })],
  );
  return { total: rows[0]?.total ?? 0, lines };
}

/** The oldest rows and batches of an account that are old: up to which line, and whether there are more. */
interface Oldest {
  readonly last: number;
  readonly more: boolean;
}

/** Finds the oldest rows and batches whose lines are all older than `before`, with `atMost` lines together; null when there are none. */
export async function findOldest(db: Db, accountId: AccountId, before: Instant, atMost: number): Promise<Oldest | null> {
  // They are in the order of their times: the first that is young enough ends the search.
  const [oldest] = await db.all<{ last: number | null; left: number }>(sql`
    select max(last) filter (where upto <= ${atMost}) as last, count(*) filter (where upto > ${atMost}) as "left" from (
      select last, at, sum(count) over (order by last rows unbounded preceding) as upto
      from (${unitsOf(accountId, 'oldest first', atMost + 1)}))
    where at < ${before}`);
  const last = oldest?.last ?? null;
  return last === null ? null : { last, more: (oldest?.left ?? 0) > 0 };
}

/** Numbers of an account's lines, both included. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Reads the lines of the rows and batches whose newest line is in a span, the newest first. */
async function readSpan(db: Db, accountId: AccountId, { from, to }: Span): Promise<StoredLine[]> {
  const [rows, batches] = await Promise.all([
    db
      .select()
      .from(history)
      .where(sql`${history.account} = ${accountId} and ${history.seq} between ${from} and ${to}`)
      .all(),
    db
      .select({ lines: historyBatches.lines })
      .from(historyBatches)
      .where(sql`${historyBatches.account} = ${accountId} and ${historyBatches.last} between ${from} and ${to}`)
      .all(),
  ]);
  const lines = [...rows.map(({ account: _, ...line }) => toLine(line)), ...batches.flatMap(({ lines: packed }) => unpackLines(packed))];
  return lines.sort((a, b) => b.seq - a.seq);
}

/** Returns the line of a row. */
export function toLine({ fact, ...line }: LineRow): StoredLine {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written as JSON of a HistoryFact by the account's own object alone
  return { ...line, fact: JSON.parse(fact) as StoredLine['fact'] };
}
