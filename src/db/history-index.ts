import { sql } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import { WHITE_SPACE } from '../domain/catalog/match';
import type { Db } from './database';
import { mentions } from './history';
import { history, historyBatches, historyIndex, historyIndexed } from './schema';

/** Buckets per account. Fixed: stored rows depend on it. */
const BUCKETS = 64;
/** A row of a bucket is full at this many characters. */
const FULL = 48_000;
/** Lines that one step adds to the index, as far as whole batches allow. */
const STEP_LINES = 20_000;
/** Rows and batches that a search reads beside the index; when more have come, they are added to it. */
const MOST_BESIDE = 16;
/** How many are there before the daily step adds them: a step writes up to 64 rows. */
const MANY = 200;
/** Rows are written in parts of this many characters, each of three bytes at most. */
const PART = 400_000;
/** Steps that one search takes at most to add what has come since: with fewer than 50 queries, which is what D1's free plan allows a request. */
const STEPS_AT_ONCE = 2;

/** The numbers of a SKU's lines, the oldest first; `indexing` while so many lines are not in the index that several requests must add them. */
export type SkuLines = readonly number[] | 'indexing';

/** An entry of `history_index.skus`. */
type Entry = [sku: string, ...numbers: number[]];

/** Returns the numbers of all lines with exactly this SKU, which has no outer white space. Reads a few rows, however long the history is. */
export async function findSkuLines(db: Db, accountId: AccountId, sku: string): Promise<SkuLines> {
  for (let step = 0; ; step += 1) {
    const { indexed, oldest } = await readEnds(db, accountId);
    const [inIndex, beside] = await Promise.all([readIndexed(db, accountId, sku), readBeside(db, accountId, indexed, sku)]);
    if (beside.units <= MOST_BESIDE) {
      // What another request adds to the index between these reads counts twice.
      return [...new Set([...inIndex, ...beside.numbers])].filter((seq) => seq >= oldest).sort((a, b) => a - b);
    }
    if (step === STEPS_AT_ONCE) return 'indexing';
    await indexStep(db, accountId);
  }
}

/** Reads the number of the newest line in the index, and that of the oldest line there is; 0 without. */
async function readEnds(db: Db, accountId: AccountId): Promise<{ readonly indexed: number; readonly oldest: number }> {
  const [ends] = await db.all<{ indexed: number | null; batch: number | null; row: number | null }>(sql`
    select (select last from ${historyIndexed} where ${historyIndexed.account} = ${accountId}) as indexed,
      (select first from ${historyBatches} where ${historyBatches.account} = ${accountId} order by last limit 1) as batch,
      (select seq from ${history} where ${history.account} = ${accountId} order by seq limit 1) as row`);
  const oldest = Math.min(ends?.batch ?? Infinity, ends?.row ?? Infinity);
  return { indexed: ends?.indexed ?? 0, oldest: Number.isFinite(oldest) ? oldest : 0 };
}

async function readIndexed(db: Db, accountId: AccountId, sku: string): Promise<number[]> {
  // Taken apart here: D1 charges each entry that it looks at as a row.
  const rows = await db.all<{ skus: string }>(
    sql`select skus from ${historyIndex} where ${historyIndex.account} = ${accountId} and bucket = ${bucketOf(sku)} order by first`,
  );
  return rows.flatMap(({ skus }) => {
    const [, ...numbers] = readJson<Entry[]>(skus).find(([name]) => name === sku) ?? [sku];
    return numbers;
  });
}

/** Reads the lines of a SKU that are not in the index yet, and how many rows and batches are not. */
async function readBeside(db: Db, accountId: AccountId, indexed: number, sku: string) {
  const [batches, rows] = await Promise.all([
    db.all<{ found: string | null }>(sql`
      select iif(${mentions(sql`${historyBatches.lines}`, JSON.stringify(sku).slice(1, -1))},
        (select json_group_array(line.value ->> 0) from json_each(${historyBatches.lines}) line where trim(line.value ->> 4, ${WHITE_SPACE}) = ${sku}), null) as found
      from ${historyBatches} where ${historyBatches.account} = ${accountId} and last > ${indexed} order by last limit ${MOST_BESIDE + 1}`),
    db.all<{ seq: number; sku: string }>(sql`
      select seq, sku from ${history} where ${history.account} = ${accountId} and seq > ${indexed} order by seq limit ${MOST_BESIDE + 1}`),
  ]);
  return {
    units: batches.length + rows.length,
    numbers: [
      ...batches.flatMap(({ found }) => (found === null ? [] : readJson<number[]>(found))),
      ...rows.flatMap((row) => (row.sku.trim() === sku ? [row.seq] : [])),
    ],
  };
}

/**
 * Adds the oldest lines that are missing to the index, some 20,000. Steps that overlap in time are harmless: a row takes only lines that are newer than
 * its newest, and how far the index is never says more than the rows of the same step.
 */
export async function indexStep(db: Db, accountId: AccountId): Promise<void> {
  const { indexed } = await readEnds(db, accountId);
  const last = await endOfStep(db, accountId, indexed);
  if (last === null) return;
  const lines = await db.all<NamedLine>(sql`
    select line.value ->> 0 as seq, line.value ->> 4 as sku from ${historyBatches}, json_each(${historyBatches.lines}) line
      where ${historyBatches.account} = ${accountId} and last > ${indexed} and last <= ${last}
    union all select seq, sku from ${history} where ${history.account} = ${accountId} and seq > ${indexed} and seq <= ${last}`);
  // SKUs match without outer white space.
  const ordered = lines.map((line) => ({ ...line, sku: line.sku.trim() })).sort((a, b) => a.seq - b.seq);
  const buckets = Map.groupBy(ordered, ({ sku }) => bucketOf(sku));
  const open = await readOpenRows(db, accountId, [...buckets.keys()]);
  const rows = [...buckets].map(([bucket, added]) => withLines(open.get(bucket) ?? null, bucket, added));
  const { account, bucket, first } = historyIndex;
  await db.batch([
    db.insert(historyIndexed).values({ account: accountId, last }).onConflictDoUpdate({ target: historyIndexed.account, set: { last } }),
    ...inParts(rows).map((part) =>
      db
        .insert(historyIndex)
        .select(
          sql`select ${accountId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${JSON.stringify(part)}) where true`,
        )
        .onConflictDoUpdate({ target: [account, bucket, first], set: { last: sql`excluded.last`, skus: sql`excluded.skus` } }),
    ),
  ]);
}

/** Divides rows so that each part stays below the size of a parameter, which D1 limits to 2 MB, with few statements. */
function inParts(rows: readonly IndexRow[]): readonly (readonly IndexRow[])[] {
  const parts: IndexRow[][] = [];
  let size = Infinity;
  for (const row of rows) {
    const length = row[3].length;
    if (size + length > PART) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(row);
    size += length;
  }
  return parts;
}

/** A row of `history_index`. */
type IndexRow = readonly [bucket: number, first: number, last: number, skus: string];

/** A line, as the index names it. */
interface NamedLine {
  readonly seq: number;
  readonly sku: string;
}

/** Returns the newest line of the rows and batches that a step adds; null when all lines are in the index. */
async function endOfStep(db: Db, accountId: AccountId, indexed: number): Promise<number | null> {
  const [batches, rows] = await Promise.all([
    db.all<{ last: number; count: number }>(sql`
      select last, count from ${historyBatches} where ${historyBatches.account} = ${accountId} and last > ${indexed} order by last limit ${STEP_LINES}`),
    db.all<{ last: number }>(sql`
      select seq as last from ${history} where ${history.account} = ${accountId} and seq > ${indexed} order by seq limit ${STEP_LINES}`),
  ]);
  const units = [...batches, ...rows.map(({ last }) => ({ last, count: 1 }))].sort((a, b) => a.last - b.last);
  let lines = 0;
  const end = units.findIndex(({ count }) => (lines += count) >= STEP_LINES);
  return units.at(end)?.last ?? null;
}

/** A bucket's newest row. */
interface OpenRow {
  readonly bucket: number;
  readonly first: number;
  readonly last: number;
  readonly skus: string;
}

async function readOpenRows(db: Db, accountId: AccountId, buckets: readonly number[]): Promise<ReadonlyMap<number, OpenRow>> {
  const rows = await db.all<OpenRow>(sql`
    select bucket, first, last, skus from ${historyIndex}
    where ${historyIndex.account} = ${accountId} and (bucket, first) in (
      select bucket, max(first) from ${historyIndex}
      where ${historyIndex.account} = ${accountId} and bucket in (select value from json_each(${JSON.stringify(buckets)})) group by bucket)`);
  return new Map(rows.map((row) => [row.bucket, row]));
}

/** Returns a bucket's row with more lines: its newest one, or the next where that is full. */
function withLines(open: OpenRow | null, bucket: number, added: readonly NamedLine[]): IndexRow {
  const isOpen = open !== null && open.skus.length < FULL;
  const newer = added.filter(({ seq }) => seq > (open?.last ?? 0));
  if (open !== null && newer.length === 0) return [bucket, open.first, open.last, open.skus];
  const entries = new Map(isOpen ? readJson<Entry[]>(open.skus).map((entry) => [entry[0], entry]) : []);
  for (const { seq, sku } of newer) {
    const entry = entries.get(sku);
    if (entry === undefined) entries.set(sku, [sku, seq]);
    else entry.push(seq);
  }
  const first = isOpen ? open.first : (newer[0]?.seq ?? 0);
  return [bucket, first, newer.at(-1)?.seq ?? 0, JSON.stringify([...entries.values()])];
}

/** Returns a SKU's bucket: FNV-1a of its UTF-16 units. */
function bucketOf(sku: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < sku.length; index += 1) hash = Math.imul(hash ^ sku.charCodeAt(index), 0x01_00_01_93);
  return (hash >>> 0) % BUCKETS;
}

/** Reads JSON that only this file writes. */
function readJson<T>(text: string): T {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written only by `indexStep`
  return JSON.parse(text) as T;
}

/** Adds the lines that are missing to the index, at most `steps` steps, while there are many. */
export async function indexHistory(db: Db, accountId: AccountId, steps: number): Promise<void> {
  for (let step = 0; step < steps && (await isBehind(db, accountId)); step += 1) await indexStep(db, accountId);
}

async function isBehind(db: Db, accountId: AccountId): Promise<boolean> {
  const { indexed } = await readEnds(db, accountId);
  const [counted] = await db.all<{ units: number }>(sql`select
    (select count(*) from (select 1 from ${historyBatches} where ${historyBatches.account} = ${accountId} and last > ${indexed} limit ${MANY}))
    + (select count(*) from (select 1 from ${history} where ${history.account} = ${accountId} and seq > ${indexed} limit ${MANY})) as units`);
  return (counted?.units ?? 0) >= MANY;
}
