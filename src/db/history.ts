import { sql, type SQL } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { Cause } from '../domain/causes/cause';
import { LONGEST_SPAN, unpackCauses } from '../domain/causes/packed';
import type { StoredLine } from '../domain/history/packed';
import type { Db } from './database';
import { readLines, readMatching, type FoundLines, type LineConditions, type PageOfLines } from './history-lines';
import { historyCauses } from './schema';

/** One line of an account's history. */
export interface HistoryLine extends StoredLine {
  /** What the platform has told about a change; null while it is not known. */
  readonly cause: Cause | null;
}

export interface HistoryPage {
  /** Number of matching lines on all pages. */
  readonly total: number;
  /** The newest first. */
  readonly lines: readonly HistoryLine[];
}

/** Selects lines of a history. */
export interface HistoryQuery extends PageOfLines {
  readonly sku: string;
}

/**
 * Returns a page of an account's history. `sku` '' means all; a SKU that has lines selects exactly these; any other
 * text selects the SKUs that contain it, case-insensitively.
 */
export async function readHistory(db: Db, accountId: AccountId, request: HistoryQuery): Promise<HistoryPage> {
  const { total, lines } = request.sku === '' ? await readLines(db, accountId, request) : await readSku(db, accountId, request);
  return { total, lines: await withCauses(db, accountId, lines) };
}

/** Returns lines with their causes. */
export async function withCauses(db: Db, accountId: AccountId, lines: readonly StoredLine[]): Promise<HistoryLine[]> {
  const causes = await readCauses(
    db,
    accountId,
    lines.map(({ seq }) => seq),
  );
  return lines.map((line) => ({ ...line, cause: causes.get(line.seq) ?? null }));
}

/** Reads a page of the lines of a SKU; if there are none, of the SKUs that contain the text. */
async function readSku(db: Db, accountId: AccountId, request: HistoryQuery): Promise<FoundLines> {
  const exact = await readMatching(db, accountId, request, ofSku(request.sku));
  return exact.total > 0 ? exact : readMatching(db, accountId, request, ofPart(request.sku));
}

/** Returns the conditions on lines with exactly this SKU. */
export function ofSku(sku: string): LineConditions {
  return {
    rows: sql`sku = ${sku}`,
    batches: sql`${mentions(sql`batch.lines`, JSON.stringify(sku))} and line.value ->> 4 = ${sku}`,
  };
}

/** Returns the conditions on lines whose SKU contains a text, case-insensitively. */
export function ofPart(text: string): LineConditions {
  const part = text.toLowerCase();
  return {
    rows: sql`instr(lower(sku), ${part}) > 0`,
    batches: sql`${mentions(sql`lower(batch.lines)`, JSON.stringify(part).slice(1, -1))} and instr(lower(line.value ->> 4), ${part}) > 0`,
  };
}

/** Returns the condition that a batch may have a text in JSON: of others, no line needs to be parsed. JSON may write what it escapes in several ways. */
export function mentions(lines: SQL, text: string): SQL {
  return text.includes('\\') ? sql`true` : sql`instr(${lines}, ${text}) > 0`;
}

/** Reads the causes of lines, by their numbers. */
async function readCauses(db: Db, accountId: AccountId, numbers: readonly number[]): Promise<ReadonlyMap<number, Cause>> {
  if (numbers.length === 0) return new Map();
  // The lines of one SKU may be far apart: rows are looked up by line, not between the first and the last.
  const wanted = sql`(select distinct value from json_each(${JSON.stringify(numbers)}))`;
  const rows = await db
    .select({ causes: historyCauses.causes })
    .from(historyCauses)
    .where(
      sql`${historyCauses.account} = ${accountId} and ${historyCauses.last} in (
        select c.last from ${wanted} w join history_causes c on c.account = ${accountId}
          and c.last >= w.value and c.last < w.value + ${LONGEST_SPAN} and c.first <= w.value)`,
    )
    .orderBy(historyCauses.last)
    .all();
  return new Map(rows.flatMap(({ causes }) => unpackCauses(causes)));
}
