import type { LevelReport } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import { formatDecimal, parseDecimal } from '../../domain/quantity';
import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import { OCCURRED_BEFORE_MS } from '../../domain/sync/limits';
import type { Change, ReadAnswer, RefusalReason, RefusedItem, WriteAnswer, WriteRequest } from '../../domain/sync/write';
import type { PlatformFailure } from '../failure';
import { listAt, textAt } from '../json';
import type { JsonRecord } from '../json';
import { PageGuard } from '../page-guard';
import { formatTime, parseTime } from '../time';
import { readData } from './client';
import type { SquareAnswer, SquareClient, SquareError } from './client';

/** Number of variations requested at once. */
const LEVELS_PAGE = 500;

/** Builds the body of a write from the request and nothing else, so that a repeat is the same to the byte. */
export function adjustBody(request: WriteRequest): JsonRecord {
  return {
    idempotency_key: request.key,
    ignore_unchanged_counts: true,
    changes: request.changes.map((change, index) => ({
      type: 'ADJUSTMENT',
      adjustment: {
        reference_id: referenceOf(request.key, index),
        catalog_object_id: change.stockId,
        // An increase comes from NONE, a sale goes to SOLD, what is known to be no sale to WASTE: of the states that stock for sale
        // may be moved to through the API, the only one that is not a sale (InventoryState).
        from_state: change.delta < 0 ? 'IN_STOCK' : 'NONE',
        to_state: change.delta >= 0 ? 'IN_STOCK' : change.shrinkage === true ? 'WASTE' : 'SOLD',
        from_location_id: change.locationId,
        to_location_id: change.locationId,
        quantity: formatDecimal(Math.abs(change.delta)),
        occurred_at: formatTime(request.occurredAt),
      },
    })),
  };
}

/** Returns our reference on one change of one request, by which it is found again. */
function referenceOf(key: string, index: number): string {
  return `${key}/${index}`;
}

/** Sends one write and returns its outcome. Never repeats it. */
export async function adjust(client: SquareClient, request: WriteRequest): Promise<WriteAnswer> {
  const answer = await client.post('/v2/inventory/changes/batch-create', adjustBody(request));
  return readAdjustment(answer, request);
}

/** Classifies the answer to a write. */
export function readAdjustment(answer: SquareAnswer, request: WriteRequest): WriteAnswer {
  switch (answer.kind) {
    case 'data':
      return readApplied(answer.data, request.changes);
    case 'refused':
      return readRefusal(answer.errors, answer.at, request);
    case 'throttled':
    case 'unauthorized':
    case 'ambiguous':
      return answer;
  }
}

function readApplied(data: JsonRecord, changes: readonly Change[]): WriteAnswer {
  if (listAt(data, 'counts') === null && listAt(data, 'changes') === null) {
    return { kind: 'ambiguous', detail: 'the answer holds neither counts nor changes' };
  }
  const counts = new Map<string, LevelReport>();
  for (const count of listAt(data, 'counts') ?? []) {
    const level = decodeCount(count);
    if (level !== null) counts.set(`${level.stockId} ${level.locationId}`, level);
  }
  return { kind: 'applied', levels: changes.map(({ stockId, locationId }) => counts.get(`${stockId} ${locationId}`) ?? null) };
}

function readRefusal(errors: readonly SquareError[], at: Instant | null, { occurredAt, changes }: WriteRequest): WriteAnswer {
  const codes = new Set(errors.map((error) => error.code));
  if (codes.has('IDEMPOTENCY_KEY_REUSED')) return { kind: 'key-mismatch' };
  // Another request under the same key is in progress.
  if (codes.has('CONFLICT')) return { kind: 'ambiguous', detail: 'an earlier attempt is still under way' };
  // Square accepts no time in the future (INVALID_TIME): when its own clock shows that ours was, our clock is ahead.
  if (codes.has('INVALID_TIME') && at !== null && occurredAt >= at) return { kind: 'early', aheadMs: occurredAt + OCCURRED_BEFORE_MS - at };
  if (errors.length === 0) return { kind: 'refused', items: [{ index: null, reason: 'other' }] };
  return { kind: 'refused', items: errors.map((error) => refusedItem(error, changes)) };
}

function refusedItem(error: SquareError, changes: readonly Change[]): RefusedItem {
  return { index: changeIndex(error, changes), reason: reasonOf(error) };
}

/**
 * Returns the index in the field's path (`changes[3].adjustment.…`), or of the only change whose variation the error's
 * text names.
 */
function changeIndex(error: SquareError, changes: readonly Change[]): number | null {
  const index = /changes[[.](\d{1,4})/u.exec(error.field)?.[1];
  if (index !== undefined) return Number(index);
  const named = changes.flatMap((change, position) => (error.detail.includes(change.stockId) ? [position] : []));
  return named.length === 1 ? (named[0] ?? null) : null;
}

// Error codes for a malformed body, which would be our bug.
const MALFORMED = new Set([
  'MISSING_REQUIRED_PARAMETER',
  'INVALID_TIME',
  'INVALID_ENUM_VALUE',
  'UNKNOWN_BODY_PARAMETER',
  'ARRAY_LENGTH_TOO_LONG',
  'VALUE_TOO_LONG',
  'EXPECTED_STRING',
]);

function reasonOf({ code, field }: SquareError): RefusalReason {
  if (MALFORMED.has(code)) return 'malformed';
  if (code === 'FORBIDDEN') return 'not-writable';
  if (code !== 'NOT_FOUND' && code !== 'INVALID_VALUE' && code !== 'BAD_REQUEST') return 'other';
  if (field.includes('location_id')) return 'location-gone';
  if (code === 'NOT_FOUND' || field.includes('catalog_object_id')) return 'deleted';
  return field.includes('quantity') ? 'out-of-bounds' : 'other';
}

/** Decodes a count of stock for sale; null for another state or an unexpected shape. */
export function decodeCount(count: unknown): LevelReport | null {
  const stockId = textAt(count, 'catalog_object_id');
  const locationId = textAt(count, 'location_id');
  const quantity = parseDecimal(textAt(count, 'quantity') ?? '');
  const at = parseTime(textAt(count, 'calculated_at') ?? '');
  if (textAt(count, 'state') !== 'IN_STOCK' || stockId === null || locationId === null || quantity === null || at === null) return null;
  return { stockId, locationId, quantity, at };
}

/**
 * Reads levels of named variations at one location. A variation without a count was never counted there and is left
 * out. Square reports none as gone.
 */
export async function levels(client: SquareClient, stockIds: readonly string[], locationId: string): Promise<ReadAnswer> {
  const found: LevelReport[] = [];
  for (let start = 0; start < stockIds.length; start += LEVELS_PAGE) {
    const variationIds = stockIds.slice(start, start + LEVELS_PAGE);
    let cursor: string | null = null;
    const pages = new PageGuard('counts');
    do {
      const page: Result<CountsPage, PlatformFailure> = await readCounts(client, { locationId, cursor, since: null, variationIds });
      if (!page.ok) return page.error.kind === 'refused' ? { kind: 'failed', detail: page.error.detail } : page.error;
      found.push(...page.value.levels);
      cursor = page.value.cursor;
      const stuck = pages.problem(cursor);
      if (stuck !== null) return stuck;
    } while (cursor !== null);
  }
  return { kind: 'levels', levels: found, gone: [] };
}

/** One page of counts. */
export interface CountsPage {
  readonly levels: readonly LevelReport[];
  /** Where the next page starts, valid for about five minutes; null at the end. */
  readonly cursor: string | null;
}

/**
 * Reads a page of counts at a location, as large as Square returns; of all variations or of named ones, changed at
 * `since` or later (Square's own filter means strictly later), or of any time.
 */
export async function readCounts(
  client: SquareClient,
  request: { locationId: string; cursor: string | null; since: Instant | null; variationIds: readonly string[] | null },
): Promise<Result<CountsPage, PlatformFailure>> {
  const answer = await client.post('/v2/inventory/counts/batch-retrieve', {
    location_ids: [request.locationId],
    states: ['IN_STOCK'],
    // The most that Square allows at once; it may return fewer.
    limit: 1_000,
    ...(request.variationIds === null ? {} : { catalog_object_ids: request.variationIds }),
    ...(request.since === null ? {} : { updated_after: formatTime(request.since - 1) }),
    ...(request.cursor === null ? {} : { cursor: request.cursor }),
  });
  return readData(answer, (data) => ({
    levels: (listAt(data, 'counts') ?? []).map(decodeCount).filter((level) => level !== null),
    cursor: cursorOf(data),
  }));
}

/** Returns the next page's cursor, or null: Square omits it at the end, and an empty one means the end as well. */
export function cursorOf(data: JsonRecord): string | null {
  const cursor = textAt(data, 'cursor');
  return cursor === '' ? null : cursor;
}

/** Whether one of our writes is in Square's own log. */
export type ReferenceSearch = 'found' | 'absent';

/** How far before the write's own time the log is searched, in ms: Square's clock may differ from ours. */
const SEARCH_MARGIN_MS = 10 * 60_000;

/**
 * Searches Square's log of changes for one of our writes by its reference. A request is all or nothing, so any one of
 * its changes decides. 'absent' means that the log was read to its end.
 */
export async function findReference(client: SquareClient, request: WriteRequest): Promise<Result<ReferenceSearch, PlatformFailure>> {
  const references = new Set(request.changes.map((_, index) => referenceOf(request.key, index)));
  let cursor: string | null = null;
  const pages = new PageGuard('inventory changes');
  do {
    const answer: SquareAnswer = await client.post('/v2/inventory/changes/batch-retrieve', {
      catalog_object_ids: request.changes.map((change) => change.stockId),
      location_ids: [...new Set(request.changes.map((change) => change.locationId))],
      types: ['ADJUSTMENT'],
      limit: 1_000,
      updated_after: formatTime(request.occurredAt - SEARCH_MARGIN_MS),
      ...(cursor === null ? {} : { cursor }),
    });
    const page = readData(answer, (data) => data);
    if (!page.ok) return err(page.error);
    const changes = listAt(page.value, 'changes') ?? [];
    if (changes.some((change) => references.has(textAt(change, 'adjustment', 'reference_id') ?? ''))) return ok('found');
    cursor = cursorOf(page.value);
    const stuck = pages.problem(cursor);
    if (stuck !== null) return err(stuck);
  } while (cursor !== null);
  return ok('absent');
}
