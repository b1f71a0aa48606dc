import { sql, type SQL } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import { CAUSE_KINDS } from '../domain/causes/cause';
import { LONGEST_SPAN } from '../domain/causes/packed';
import { hasCause, type CauseFilter, type HistoryFilter } from '../domain/history/filter';
import type { Instant } from '../domain/instant';
import type { Db } from './database';
import { ofPart, ofSku, withCauses, type HistoryLine } from './history';
import { linesWhere, toLine, type LineConditions, type LineRow } from './history-lines';
import { history, historyBatches, historyCauses } from './schema';

/**
 * How many lines a search reads, step by step, until its page is full: most pages need the first step alone, and no request reads more than
 * 20,000 lines.
 */
const STEPS: readonly number[] = [1_000, 4_000, 15_000];
/** The same where a SKU is searched: of batches that do not mention it, no line is parsed. */
const STEPS_OF_SKU: readonly number[] = [5_000, 20_000, 75_000];
/** The newest lines among which a SKU must be to count as one; otherwise its text is a part of SKUs. */
const NEWEST_OF_SKU = 100_000;
/** By how much the times of lines may contradict their order, in ms: objects move between machines, whose clocks differ. */
const CLOCK_ERROR_MS = 3_600_000;

/** Selects lines of a history, the newest first, without counting them. */
export interface HistorySearch {
  /** '' for all SKUs. */
  readonly sku: string;
  readonly filter: HistoryFilter;
  /** Only lines with a lower number than this; null to start with the newest. */
  readonly before: number | null;
  /** At least 1. */
  readonly limit: number;
}

/** What a search has found, and where it goes on. */
export interface SearchedHistory {
  /** The newest first. */
  readonly lines: readonly HistoryLine[];
  /** `before` of the next page; null when no older line can match. */
  readonly next: number | null;
  /** Where the search stopped before the page was full: everything newer than this has been searched. Null otherwise. */
  readonly searchedTo: Instant | null;
}

/** Numbers of lines: from `low`, up to but without `high`. */
interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the newest lines of an account that match, back from a number. A search that finds little stops after a bounded number of lines,
 * wherever it is, and says so: a rare cause in a long history takes several requests instead of one that reads everything.
 */
export async function searchHistory(db: Db, accountId: AccountId, search: HistorySearch): Promise<SearchedHistory> {
  const { filter, before, limit } = search;
  const { oldest, newest } = await readEnds(db, accountId);
  const [times, sku] = await Promise.all([readRange(db, accountId, newest, filter), conditionsOn(db, accountId, search.sku, newest)]);
  const found: LineRow[] = [];
  let high = Math.min(times.high, before ?? times.high);
  for (const step of sku === null ? STEPS : STEPS_OF_SKU) {
    if (found.length > limit || high <= times.low) break;
    // What is left of the oldest row or batch is read with the step that reaches it.
    const low = high - step > Math.max(times.low, oldest) ? high - step : times.low;
    const rows = await db.all<LineRow>(sql`
      select * from (${linesWhere(accountId, within(accountId, { low, high }, sku))})
      where ${matching(accountId, { low, high }, filter)} order by seq desc limit ${limit + 1 - found.length}`);
    found.push(...rows);
    high = low;
  }
  const isFull = found.length > limit;
  const page = found.slice(0, limit).map(toLine);
  const next = isFull ? (page.at(-1)?.seq ?? null) : high > times.low ? high : null;
  const lines = await withCauses(db, accountId, page);
  return {
    // A line that was explained twice has its later cause alone.
    lines: filter.causes.length === 0 ? lines : lines.filter(({ cause }) => hasCause(cause, filter.causes)),
    next,
    searchedTo: isFull || next === null ? null : await readTime(db, accountId, next),
  };
}

/** Reads the number of an account's newest line, and that of the newest line in its oldest row or batch; 0 without lines. */
async function readEnds(db: Db, accountId: AccountId): Promise<{ readonly oldest: number; readonly newest: number }> {
  const [ends] = await db.all<{ oldest: number | null; newest: number }>(sql`
    select (select last from (${unitFrom(accountId, 0)})) as oldest, max(
      coalesce((select max(last) from ${historyBatches} where ${historyBatches.account} = ${accountId}), 0),
      coalesce((select max(seq) from ${history} where ${history.account} = ${accountId}), 0)) as newest`);
  return { oldest: ends?.oldest ?? 0, newest: ends?.newest ?? 0 };
}

/** Returns a query of the row or batch that a line is in, or of the next one after it: last (its newest line), at. */
function unitFrom(accountId: AccountId, seq: SQL | number): SQL {
  return sql`select last, at from ${historyBatches} where ${historyBatches.account} = ${accountId} and last >= ${seq}
    union all select seq, at from ${history} where ${history.account} = ${accountId} and seq >= ${seq}
    order by 1 limit 1`;
}

/** Reads the time of the newest line in the row or batch that a line is in. */
async function readTime(db: Db, accountId: AccountId, seq: number): Promise<Instant | null> {
  const [unit] = await db.all<{ at: Instant }>(unitFrom(accountId, seq));
  return unit?.at ?? null;
}

/**
 * Finds where the lines of a time are. Rows and batches are in the order of their times, so the place is found by halving: a few dozen rows
 * read, where an index by time would cost a row written for each delivery.
 */
async function readRange(db: Db, accountId: AccountId, newest: number, { from, until }: HistoryFilter): Promise<Range> {
  if (from === null && until === null) return { low: 0, high: newest + 1 };
  const low = from === null ? sql`0` : firstSince(accountId, newest, from - CLOCK_ERROR_MS);
  const after = until === null ? sql`null` : firstSince(accountId, newest, until + CLOCK_ERROR_MS);
  const [place] = await db.all<{ low: number; last: number | null }>(
    sql`select ${low} as low, (select last from (${unitFrom(accountId, after)})) as last`,
  );
  return { low: place?.low ?? 0, high: (place?.last ?? newest) + 1 };
}

/**
 * Finds the number of the oldest line in the first row or batch whose newest line is not older than `at`, by halving. `newest`: no line that
 * matters has a higher number.
 */
export async function findFirstSince(db: Db, accountId: AccountId, newest: number, at: Instant): Promise<number> {
  const [place] = await db.all<{ seq: number }>(sql`select ${firstSince(accountId, newest, at)} as seq`);
  return place?.seq ?? 0;
}

/** Returns a query of the number of the oldest line in the first row or batch whose newest line is not older than `at`. */
function firstSince(accountId: AccountId, newest: number, at: Instant): SQL {
  const time = sql`(select at from (${unitFrom(accountId, sql`place + step`)}))`;
  return sql`(with recursive search (place, step) as (
    select 0, ${2 ** Math.ceil(Math.log2(newest + 1))}
    union all select iif(${time} < ${at}, place + step, place), step / 2 from search where step >= 1)
    select max(place) + 1 from search)`;
}

/** Returns the conditions on the lines that a search for a SKU finds; null for ''. A SKU that has lines selects exactly these, other text is a part of SKUs. */
async function conditionsOn(db: Db, accountId: AccountId, sku: string, newest: number): Promise<LineConditions | null> {
  if (sku === '') return null;
  const exact = ofSku(sku);
  const newestLines = within(accountId, { low: newest - NEWEST_OF_SKU, high: newest + 1 }, exact);
  const found = await db.all(sql`select 1 from (${linesWhere(accountId, newestLines)}) limit 1`);
  return found.length > 0 ? exact : ofPart(sku);
}

/** Returns the conditions on rows and batches that have lines of a range; the first batch may also have later ones, the last one earlier ones. */
function within(accountId: AccountId, { low, high }: Range, sku: LineConditions | null): LineConditions {
  const highest = sql`coalesce((select last from ${historyBatches}
    where ${historyBatches.account} = ${accountId} and last >= ${high - 1} order by last limit 1), ${high})`;
  return {
    rows: sql`seq >= ${low} and seq < ${high} and ${sku?.rows ?? sql`true`}`,
    batches: sql`batch.last >= ${low} and batch.last <= ${highest} and ${sku?.batches ?? sql`true`}`,
  };
}

/** Returns the conditions of a filter on the columns of lines in a range. */
function matching(accountId: AccountId, range: Range, { from, until, source, originator, causes }: HistoryFilter): SQL {
  const conditions = [
    sql`seq >= ${range.low} and seq < ${range.high}`,
    ...(from === null ? [] : [sql`at >= ${from}`]),
    ...(until === null ? [] : [sql`at < ${until}`]),
    ...(source === null ? [] : [sql`fact ->> 'side' = ${source}`]),
    ...(originator === null ? [] : [sql`originator = ${originator}`]),
    ...(causes.length === 0 ? [] : [sql`fact ->> 'kind' = 'change' and (${withCause(accountId, range, causes)})`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** Returns the condition on changes in a range that one of these causes is known for, or none, as `hasCause` says. */
function withCause(accountId: AccountId, { low, high }: Range, causes: readonly CauseFilter[]): SQL {
  const explained = (kind: SQL) => sql`(select entry.value ->> 0 from ${historyCauses}, json_each(causes) entry
    where ${historyCauses.account} = ${accountId} and last >= ${low} and last < ${high + LONGEST_SPAN} and first < ${high} and ${kind})`;
  const any = (kinds: readonly CauseFilter[]) => sql`(select value from json_each(${JSON.stringify(kinds)}))`;
  const isKnown = sql`seq in ${explained(sql`(entry.value ->> 1 in ${any(causes)}
    or exists (select 1 from json_each(entry.value, '$[3]') part where part.value in ${any(causes)}))`)}`;
  return causes.includes('unknown') ? sql`${isKnown} or seq not in ${explained(sql`entry.value ->> 1 in ${any(CAUSE_KINDS)}`)}` : isKnown;
}
