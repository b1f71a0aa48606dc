import type { LevelReport } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import { toUnits } from '../../domain/quantity';
import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { Change, ReadAnswer, RefusalReason, RefusedItem, WriteAnswer, WriteRequest } from '../../domain/sync/write';
import type { PlatformFailure } from '../failure';
import { at, listAt, textAt } from '../json';
import type { JsonRecord } from '../json';
import { formatTime } from '../time';
import { decodeReport } from './decode';
import { ADJUST_QUANTITIES, ITEM_LEVELS, LEVELS_AT_LOCATION } from './documents';
import { numberOf, toGid } from './gid';
import type { GraphqlAnswer, ShopifyClient } from './graphql';
import { failureOf, nextCursor, read } from './reading';

/** The reason that Shopify's own history shows for our writes. */
const REASON = 'correction';

/** Levels requested at once: with item, level and quantity this stays below the 1,000 points that one query may cost. */
const LEVELS_PAGE = 100;

/** Builds the variables of a write from the request and nothing else, so that a repeat is the same to the byte. */
export function adjustVariables(request: WriteRequest): JsonRecord {
  return {
    input: {
      name: 'available',
      reason: REASON,
      referenceDocumentUri: `gid://shelfbridge/Op/${request.key}`,
      changes: request.changes.map((change) => ({
        inventoryItemId: toGid('InventoryItem', change.stockId),
        locationId: toGid('Location', change.locationId),
        delta: toUnits(change.delta),
        changeFromQuantity: toUnits(change.from),
      })),
    },
    key: request.key,
    locationId: toGid('Location', request.changes[0]?.locationId ?? ''),
  };
}

/** Sends one write and returns its outcome. Never repeats it. */
export async function adjust(client: ShopifyClient, request: WriteRequest): Promise<WriteAnswer> {
  const answer = await client.run(ADJUST_QUANTITIES, adjustVariables(request));
  return readAdjustment(answer, request);
}

/** Classifies the answer to a write. */
export function readAdjustment(answer: GraphqlAnswer, request: WriteRequest): WriteAnswer {
  if (answer.kind === 'ambiguous') return answer;
  if (answer.kind !== 'data') return refusalOf(failureOf(answer));
  const payload = at(answer.data, 'inventoryAdjustQuantities');
  const errors = listAt(payload, 'userErrors');
  if (errors === null) return { kind: 'ambiguous', detail: 'the answer to the write holds no payload' };
  if (errors.length > 0) return readUserErrors(errors, payload);
  return { kind: 'applied', levels: readLevels(payload, request.changes) };
}

function refusalOf(failure: PlatformFailure): WriteAnswer {
  switch (failure.kind) {
    case 'throttled':
    case 'unauthorized':
      return failure;
    case 'failed':
      return { kind: 'ambiguous', detail: failure.detail };
    case 'refused':
      return { kind: 'refused', items: [{ index: null, reason: 'malformed' }] };
  }
}

function readLevels(payload: unknown, changes: readonly Change[]): readonly (LevelReport | null)[] {
  const found = new Map<string, unknown>();
  for (const change of listAt(payload, 'inventoryAdjustmentGroup', 'changes') ?? []) {
    const item = numberOf('InventoryItem', textAt(change, 'item', 'id'));
    const location = numberOf('Location', textAt(change, 'location', 'id'));
    if (item !== null && location !== null) found.set(`${item} ${location}`, at(change, 'item', 'inventoryLevel'));
  }
  // The document only reads levels at the first change's location.
  const read = changes[0]?.locationId;
  return changes.map(({ stockId, locationId }) =>
    locationId === read ? decodeReport(found.get(`${stockId} ${locationId}`), stockId, locationId) : null,
  );
}

const REASONS: ReadonlyMap<string, RefusalReason> = new Map<string, RefusalReason>([
  ['CHANGE_FROM_QUANTITY_STALE', 'stale'],
  ['COMPARE_QUANTITY_STALE', 'stale'],
  ['INVALID_INVENTORY_ITEM', 'deleted'],
  ['INVALID_LOCATION', 'location-gone'],
  ['ITEM_NOT_STOCKED_AT_LOCATION', 'not-stocked'],
  ['INVALID_QUANTITY_NEGATIVE', 'out-of-bounds'],
  ['INVALID_QUANTITY_TOO_HIGH', 'out-of-bounds'],
  ['INVALID_QUANTITY_TOO_LOW', 'out-of-bounds'],
  ['NON_MUTABLE_INVENTORY_ITEM', 'not-writable'],
  ['INVALID_REASON', 'malformed'],
  ['INVALID_REFERENCE_DOCUMENT', 'malformed'],
  ['INVALID_QUANTITY_NAME', 'malformed'],
  ['INVALID_AVAILABLE_DOCUMENT', 'malformed'],
  ['INVALID_LEDGER_DOCUMENT', 'malformed'],
  ['INVALID_QUANTITY_DOCUMENT', 'malformed'],
  ['INTERNAL_LEDGER_DOCUMENT', 'malformed'],
  ['MAX_ONE_LEDGER_DOCUMENT', 'malformed'],
]);

function readUserErrors(errors: readonly unknown[], payload: unknown): WriteAnswer {
  const codes = new Set(errors.map((error) => textAt(error, 'code') ?? ''));
  // Contradictory: a payload with a group means that something took effect, its errors mean that nothing did.
  if (at(payload, 'inventoryAdjustmentGroup', 'id') !== undefined) {
    return { kind: 'ambiguous', detail: 'the answer holds both an adjustment and errors' };
  }
  if (codes.has('IDEMPOTENCY_KEY_PARAMETER_MISMATCH')) return { kind: 'key-mismatch' };
  if (codes.has('IDEMPOTENCY_CONCURRENT_REQUEST')) return { kind: 'ambiguous', detail: 'an earlier attempt is still under way' };
  if (codes.has('IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED')) return { kind: 'dead-key' };
  if (codes.has('SERVICE_UNAVAILABLE')) return { kind: 'ambiguous', detail: 'the inventory service is not available' };
  return { kind: 'refused', items: errors.map(refusedItem) };
}

function refusedItem(error: unknown): RefusedItem {
  return { index: changeIndex(error), reason: REASONS.get(textAt(error, 'code') ?? '') ?? 'other' };
}

/** Returns the index within `changes` of a user error's path, which may or may not start with the argument's name. */
function changeIndex(error: unknown): number | null {
  const field = listAt(error, 'field') ?? [];
  const next = field[field.indexOf('changes') + 1];
  return field.includes('changes') && typeof next === 'string' && /^\d{1,4}$/u.test(next) ? Number(next) : null;
}

/** Reads levels of named inventory items at one location. Items that Shopify no longer knows are returned in `gone`. */
export async function levels(client: ShopifyClient, stockIds: readonly string[], locationId: string): Promise<ReadAnswer> {
  const found: LevelReport[] = [];
  const gone: string[] = [];
  for (let start = 0; start < stockIds.length; start += LEVELS_PAGE) {
    const page = stockIds.slice(start, start + LEVELS_PAGE);
    const variables = { ids: page.map((id) => toGid('InventoryItem', id)), locationId: toGid('Location', locationId) };
    const nodes = await read(client, ITEM_LEVELS, variables, (data) => nodesOf(data, page.length));
    if (!nodes.ok) return readFailure(nodes.error);
    for (const [index, stockId] of page.entries()) {
      const node = nodes.value[index];
      if (node === null) gone.push(stockId);
      const level = decodeReport(at(node, 'inventoryLevel'), stockId, locationId);
      if (level !== null) found.push(level);
    }
  }
  return { kind: 'levels', levels: found, gone };
}

/** Returns `nodes`, in the order of the ids, with null for those that do not exist; null when the length is wrong. */
function nodesOf(data: JsonRecord, expected: number): readonly unknown[] | null {
  const nodes = listAt(data, 'nodes');
  return nodes?.length === expected ? nodes : null;
}

function readFailure(failure: PlatformFailure): ReadAnswer {
  return failure.kind === 'refused' ? { kind: 'failed', detail: failure.detail } : failure;
}

/** One page of the levels that changed since a time. */
export interface LevelsPage {
  readonly levels: readonly LevelReport[];
  /** Where the next page starts; null at the end. */
  readonly cursor: string | null;
}

/** Reads levels at a location whose own time is `since` or later, a page of up to 250; `since` null means all of them. */
export async function levelsSince(
  client: ShopifyClient,
  request: { locationId: string; since: Instant | null; cursor: string | null },
): Promise<Result<LevelsPage, PlatformFailure>> {
  const variables = {
    locationId: toGid('Location', request.locationId),
    first: 250,
    after: request.cursor,
    // The time must be quoted: Shopify's search silently misreads an unquoted one.
    query: request.since === null ? null : `updated_at:>='${formatTime(request.since)}'`,
  };
  const page = await read(client, LEVELS_AT_LOCATION, variables, (data) => at(data, 'location', 'inventoryLevels') ?? null);
  if (!page.ok) return err(page.error);
  const found: LevelReport[] = [];
  for (const node of listAt(page.value, 'nodes') ?? []) {
    const stockId = numberOf('InventoryItem', textAt(node, 'item', 'id'));
    const level = stockId === null ? null : decodeReport(node, stockId, request.locationId);
    if (level !== null) found.push(level);
  }
  return ok({ levels: found, cursor: nextCursor(page.value) });
}
