import { sql, type SQL } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import { changedAt, numbersAt, type NumberAt } from '../domain/history/number-at';
import { unpackLines, type StoredLine } from '../domain/history/packed';
import { timelineOf, type TimelineEntry } from '../domain/history/timeline';
import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { Db } from './database';
import { withCauses, type HistoryLine } from './history';
import { findSkuLines } from './history-index';
import { toLine, type LineRow } from './history-lines';
import { findFirstSince } from './history-search';
import { history, historyBatches } from './schema';

/** Older lines read beside a page, from which the numbers before it are derived. */
const OLDER = 5;
/** Newer lines read beside the lines up to a time: a change may get its line later than it happened. */
const NEWER = 10;

/** Selects a page of a SKU's timeline. */
export interface TimelineQuery {
  readonly sku: string;
  /** Lines up to this time, and the numbers then; null for the newest. */
  readonly at: Instant | null;
  /** Only lines with a lower number than this; null to start. */
  readonly before: number | null;
  /** At least 1. */
  readonly limit: number;
}

/** A page of a SKU's timeline. */
export interface Timeline {
  /** The newest first. */
  readonly entries: readonly TimelineEntry<HistoryLine>[];
  /** `before` of the next page; null when there are no older lines. */
  readonly next: number | null;
  /** Both numbers at the requested time; null without one. */
  readonly numbers: Readonly<Record<Source, NumberAt>> | null;
}

/** Returns a page of a SKU's timeline; null while the history is still being indexed, so that the request should be repeated. */
export async function readTimeline(db: Db, accountId: AccountId, { sku, at, before, limit }: TimelineQuery): Promise<Timeline | null> {
  const all = await findSkuLines(db, accountId, sku);
  if (all === 'indexing') return null;
  if (at !== null && before === null) {
    const entries = timelineOf(await readAround(db, accountId, all, at, limit));
    const end = entries.findLastIndex(({ line }) => changedAt(line) <= at) + 1;
    return { ...(await pageOf(db, accountId, entries.slice(Math.max(0, end - limit), end), all)), numbers: numbersAt(entries, at) };
  }
  const numbers = before === null ? all : all.filter((seq) => seq < before);
  const entries = timelineOf(await readLines(db, accountId, numbers.slice(-limit - OLDER)));
  return { ...(await pageOf(db, accountId, entries.slice(-limit), all)), numbers: null };
}

/** Returns entries as a page, with their causes. `numbers`: all of the SKU's lines. */
async function pageOf(
  db: Db,
  accountId: AccountId,
  entries: readonly TimelineEntry[],
  numbers: readonly number[],
): Promise<Pick<Timeline, 'entries' | 'next'>> {
  const lines = await withCauses(
    db,
    accountId,
    entries.map(({ line }) => line),
  );
  const explained = entries.flatMap((entry, index) => {
    const line = lines[index];
    return line === undefined ? [] : [{ ...entry, line }];
  });
  const oldest = entries[0]?.line.seq ?? null;
  return { entries: explained.toReversed(), next: oldest !== null && (numbers[0] ?? oldest) < oldest ? oldest : null };
}

/** Reads the lines before a time, at most `limit` and some, and some that were written after it. */
async function readAround(db: Db, accountId: AccountId, numbers: readonly number[], at: Instant, limit: number): Promise<StoredLine[]> {
  let end = await positionOf(db, accountId, numbers, at);
  const lines = await readLines(db, accountId, numbers.slice(Math.max(0, end - limit - OLDER), end + NEWER));
  // Many lines may be in the batch in which the time is.
  for (end += NEWER; end < numbers.length && (lines.at(-1)?.at ?? Infinity) <= at; end += limit) {
    lines.push(...(await readLines(db, accountId, numbers.slice(end, end + limit))));
  }
  return lines;
}

/** Returns how many of these lines, in the order of their times, are in rows and batches that are not newer than a time. */
async function positionOf(db: Db, accountId: AccountId, numbers: readonly number[], at: Instant): Promise<number> {
  const first = await findFirstSince(db, accountId, numbers.at(-1) ?? 0, at + 1);
  const position = numbers.findIndex((seq) => seq >= first);
  return position === -1 ? numbers.length : position;
}

/** Reads lines by their numbers, the oldest first; each from its place in its batch, since D1 charges every line that it looks at as a row. */
async function readLines(db: Db, accountId: AccountId, numbers: readonly number[]): Promise<StoredLine[]> {
  if (numbers.length === 0) return [];
  const wanted = (these: readonly number[]): SQL => sql`json_each(${JSON.stringify(these)})`;
  const found = await db.all<{ line: string | null }>(sql`
    select (select iif(first <= wanted.value, json_array(lines -> (wanted.value - first)), null) from ${historyBatches}
      where ${historyBatches.account} = ${accountId} and last >= wanted.value order by last limit 1) as line
    from ${wanted(numbers)} wanted`);
  const lines = found.flatMap(({ line }) => (line === null ? [] : unpackLines(line)));
  const known = new Set(lines.map(({ seq }) => seq));
  const others = numbers.filter((seq) => !known.has(seq));
  if (others.length === 0) return lines;
  const rows = await db.all<LineRow>(sql`
    select seq, at, originator, location, sku, fact from ${history}
    where ${history.account} = ${accountId} and seq in (select value from ${wanted(others)})`);
  return [...lines, ...rows.map(toLine)].sort((a, b) => a.seq - b.seq);
}
