import { cleanName } from '../../domain/causes/cause';
import { kindOfMove, type SquareChange } from '../../domain/causes/square';
import type { Instant } from '../../domain/instant';
import { parseDecimal } from '../../domain/quantity';
import { err, ok, type Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, listAt, textAt } from '../json';
import { PageGuard } from '../page-guard';
import { formatTime, parseTime } from '../time';
import { readData, type SquareAnswer, type SquareClient } from './client';
import { cursorOf } from './inventory';

/** Variations asked about in one call. Square documents no maximum; the counts are read in pages as large. */
export const CHANGES_PER_READ = 500;
/** Pages of one reading: what is on later ones is not worth the calls. */
const MAX_PAGES = 5;
/** Square's largest page. */
const PAGE = 1_000;
/** How much earlier than the oldest line the log is searched, in ms: Square filters by its own times, which are the ones compared. */
const MARGIN_MS = 1_000;

/** Square's log of some variations. */
export interface ChangeLog {
  readonly changes: readonly SquareChange[];
  /** Variations of which a change has another shape than documented: their numbers cannot be added up. */
  readonly unreadable: ReadonlySet<string>;
  readonly calls: number;
}

/** What to read of Square's log. */
export interface ChangesWanted {
  readonly stockIds: readonly string[];
  readonly locationId: string;
  readonly since: Instant;
  /** Our application's id, by which Square names our own changes. */
  readonly applicationId: string;
}

/**
 * Reads Square's log of changes (`inventory/changes/batch-retrieve`) of up to 500 variations at a location. A log longer
 * than five pages is refused: with a part of it nothing can be told.
 */
export async function readChanges(client: SquareClient, wanted: ChangesWanted): Promise<Result<ChangeLog, PlatformFailure>> {
  const changes: SquareChange[] = [];
  const unreadable = new Set<string>();
  const pages = new PageGuard('inventory changes');
  let cursor: string | null = null;
  let calls = 0;
  do {
    if (calls >= MAX_PAGES) return err({ kind: 'refused', detail: `the log of changes has more than ${MAX_PAGES} pages` });
    calls += 1;
    const answer: SquareAnswer = await client.post('/v2/inventory/changes/batch-retrieve', {
      catalog_object_ids: wanted.stockIds,
      location_ids: [wanted.locationId],
      updated_after: formatTime(wanted.since - MARGIN_MS),
      limit: PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    const page = readData(answer, (data) => data);
    if (!page.ok) return err(page.error);
    for (const change of listAt(page.value, 'changes') ?? []) {
      const decoded = decodeChange(change, wanted);
      if (decoded === 'elsewhere') continue;
      if ('unreadable' in decoded) unreadable.add(decoded.unreadable);
      else changes.push(decoded);
    }
    cursor = cursorOf(page.value);
    const stuck = pages.problem(cursor);
    if (stuck !== null) return err(stuck);
  } while (cursor !== null);
  return ok({ changes, unreadable, calls });
}

type Decoded = SquareChange | { readonly unreadable: string } | 'elsewhere';

/** Decodes one change as it affects the stock for sale at the location; 'elsewhere' when it does not. */
function decodeChange(change: unknown, wanted: Pick<ChangesWanted, 'locationId' | 'applicationId'>): Decoded {
  const data = at(change, 'physical_count') ?? at(change, 'adjustment') ?? at(change, 'transfer');
  const stockId = textAt(data, 'catalog_object_id') ?? '';
  const quantity = parseDecimal(textAt(data, 'quantity') ?? '');
  const created = parseTime(textAt(data, 'created_at') ?? '');
  if (quantity === null || created === null) return { unreadable: stockId };
  const common = {
    stockId,
    created,
    ours: textAt(data, 'source', 'application_id') === wanted.applicationId,
    by: authorOf(data),
    member: textAt(data, 'team_member_id') ?? '',
  };
  if (at(change, 'physical_count') !== undefined) {
    if (textAt(data, 'state') !== 'IN_STOCK' || textAt(data, 'location_id') !== wanted.locationId) return 'elsewhere';
    return { ...common, what: 'counted', effect: { kind: 'count', quantity } };
  }
  const move = decodeMove(change, data);
  const isHere = (state: string, place: string | null): boolean => state === 'IN_STOCK' && place === wanted.locationId;
  const [leaves, arrives] = [isHere(move.from, move.fromLocation), isHere(move.to, move.toLocation)];
  if (leaves === arrives) return 'elsewhere';
  return { ...common, what: kindOfMove(move), effect: { kind: 'move', quantity: arrives ? quantity : -quantity } };
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

/** Square's own products, where a change names no application (`Product` in its API description). */
const PRODUCTS: ReadonlyMap<string, string> = new Map([
  ['SQUARE_POS', 'Square Point of Sale'],
  ['APPOINTMENTS', 'Square Appointments'],
  ['INVOICES', 'Square Invoices'],
  ['ONLINE_STORE', 'Square Online'],
  ['DASHBOARD', 'Square Dashboard'],
  ['ITEM_LIBRARY_IMPORT', 'Item library import'],
]);

function authorOf(data: unknown): string {
  const name = cleanName(textAt(data, 'source', 'name') ?? '');
  return name === '' ? (PRODUCTS.get(textAt(data, 'source', 'product') ?? '') ?? '') : name;
}
