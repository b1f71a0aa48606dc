import type { SquareMove } from '../../domain/causes/square';
import type { Instant } from '../../domain/instant';
import { parseDecimal, type Quantity } from '../../domain/quantity';
import { err, ok, type Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, listAt, textAt } from '../json';
import { PageGuard } from '../page-guard';
import { formatTime, parseTime } from '../time';
import { readData, type SquareAnswer, type SquareClient } from './client';
import { cursorOf } from './inventory';

/** Square's largest page. */
const PAGE = 1_000;
/** How Square states that a change was made by an application through its API (`Product` in its API description). */
const BY_APPLICATION = 'EXTERNAL_API';

/** What to read of Square's log of changes. */
export interface LogWanted {
  /** The variations; null for all. */
  readonly stockIds: readonly string[] | null;
  readonly locationId: string;
  /** Changes after this time: Square's own filter (`updated_after`), which is strict. */
  readonly after: Instant;
  /** The most pages to read; the log starts with the oldest change. */
  readonly maxPages: number;
}

/** How far the log was read. */
export interface LogRead {
  /** Whether it was read to its end. */
  readonly isWhole: boolean;
  readonly calls: number;
}

/** Reads Square's log of changes (`inventory/changes/batch-retrieve`) page by page, and gives each change to `each` as Square states it. */
export async function readLog(
  client: SquareClient,
  { stockIds, locationId, after, maxPages }: LogWanted,
  each: (change: unknown) => void,
): Promise<Result<LogRead, PlatformFailure>> {
  const pages = new PageGuard('inventory changes');
  let cursor: string | null = null;
  let calls = 0;
  do {
    if (calls >= maxPages) return ok({ isWhole: false, calls });
    calls += 1;
    const answer: SquareAnswer = await client.post('/v2/inventory/changes/batch-retrieve', {
      ...(stockIds === null ? {} : { catalog_object_ids: stockIds }),
      location_ids: [locationId],
      updated_after: formatTime(after),
      limit: PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    const page = readData(answer, (data) => data);
    if (!page.ok) return err(page.error);
    for (const change of listAt(page.value, 'changes') ?? []) each(change);
    cursor = cursorOf(page.value);
    const stuck = pages.problem(cursor);
    if (stuck !== null) return err(stuck);
  } while (cursor !== null);
  return ok({ isWhole: true, calls });
}

/** Returns what a change of the log states, whatever its type. */
export function dataOf(change: unknown): unknown {
  return at(change, 'physical_count') ?? at(change, 'adjustment') ?? at(change, 'transfer');
}

/** A change as it affects the stock for sale at a location. */
export interface StockChange {
  readonly stockId: string;
  /** When Square received it. */
  readonly created: Instant;
  /** When it happened; when Square received it, where Square does not state that. */
  readonly occurred: Instant;
  /** `count`: the stock was counted as this much. `move`: it rose or fell by this much. */
  readonly effect: { readonly kind: 'count' | 'move'; readonly quantity: Quantity };
  /** What Square states about a move; null for a count. */
  readonly move: SquareMove | null;
}

/**
 * Decodes one change as it affects the stock for sale at a location: 'elsewhere' when it does not, and the variation alone when the
 * change has another shape than documented.
 */
export function decodeChange(change: unknown, locationId: string): StockChange | { readonly unreadable: string } | 'elsewhere' {
  const data = dataOf(change);
  const stockId = textAt(data, 'catalog_object_id') ?? '';
  const quantity = parseDecimal(textAt(data, 'quantity') ?? '');
  const created = parseTime(textAt(data, 'created_at') ?? '');
  if (quantity === null || created === null) return { unreadable: stockId };
  const occurred = parseTime(textAt(data, 'occurred_at') ?? '') ?? created;
  if (at(change, 'physical_count') !== undefined) {
    if (textAt(data, 'state') !== 'IN_STOCK' || textAt(data, 'location_id') !== locationId) return 'elsewhere';
    return { stockId, created, occurred, effect: { kind: 'count', quantity }, move: null };
  }
  const move = decodeMove(change, data);
  const isHere = (state: string, place: string | null): boolean => state === 'IN_STOCK' && place === locationId;
  const [leaves, arrives] = [isHere(move.from, move.fromLocation), isHere(move.to, move.toLocation)];
  if (leaves === arrives) return 'elsewhere';
  return { stockId, created, occurred, effect: { kind: 'move', quantity: arrives ? quantity : -quantity }, move };
}

/** Decodes an adjustment's or a transfer's states and places. Before 2026-07-15 an adjustment named one location. */
function decodeMove(change: unknown, data: unknown) {
  const isTransfer = at(change, 'transfer') !== undefined;
  const state = textAt(data, 'state') ?? '';
  const place = textAt(data, 'location_id');
  const fromLocation = textAt(data, 'from_location_id') ?? place ?? textAt(data, 'to_location_id');
  const toLocation = textAt(data, 'to_location_id') ?? place ?? fromLocation;
  return {
    from: isTransfer ? state : (textAt(data, 'from_state') ?? ''),
    to: isTransfer ? state : (textAt(data, 'to_state') ?? ''),
    fromLocation,
    toLocation,
    betweenLocations: fromLocation !== toLocation,
    fromVendor: textAt(data, 'purchase_order_id') !== null || textAt(data, 'goods_receipt_id') !== null,
    reason: textAt(data, 'reason_id', 'type') ?? '',
  };
}

/** Returns whether an application made a change through Square's API, rather than one of Square's own products. */
export function isByApplication(data: unknown): boolean {
  return textAt(data, 'source', 'product') === BY_APPLICATION;
}
