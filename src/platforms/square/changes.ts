import { cleanName } from '../../domain/causes/cause';
import { kindOfMove, type SquareChange } from '../../domain/causes/square';
import type { Instant } from '../../domain/instant';
import { err, ok, type Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { textAt } from '../json';
import { dataOf, decodeChange, isByApplication, readLog } from './change-log';
import type { SquareClient } from './client';

/** Variations asked about in one call. Square documents no maximum; the counts are read in pages as large. */
export const CHANGES_PER_READ = 500;
/** Pages of one reading: what is on later ones is not worth the calls. */
const MAX_PAGES = 5;
/** How much earlier than the oldest line the log is searched, in ms: Square filters by its own times, which are the ones compared. */
const MARGIN_MS = 1_000;

/** Square's log of some variations. */
export interface ChangeLog {
  readonly changes: readonly SquareChange[];
  /** Variations of which a change has another shape than documented: their numbers cannot be added up. */
  readonly unreadable: ReadonlySet<string>;
  /** Variations that an application other than ours has changed; Square's own products are none. */
  readonly byApps: ReadonlySet<string>;
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
  const byApps = new Set<string>();
  const query = { ...wanted, after: wanted.since - MARGIN_MS, maxPages: MAX_PAGES };
  const read = await readLog(client, query, (change) => {
    const decoded = decodeChange(change, wanted.locationId);
    if (decoded === 'elsewhere') return;
    if ('unreadable' in decoded) {
      unreadable.add(decoded.unreadable);
      return;
    }
    const { move, ...common } = decoded;
    const data = dataOf(change);
    const ours = textAt(data, 'source', 'application_id') === wanted.applicationId;
    if (!ours && isByApplication(data)) byApps.add(common.stockId);
    changes.push({
      ...common,
      ours,
      what: move === null ? 'counted' : kindOfMove(move),
      by: authorOf(data),
      member: textAt(data, 'team_member_id') ?? '',
    });
  });
  if (!read.ok) return read;
  if (!read.value.isWhole) return err({ kind: 'refused', detail: `the log of changes has more than ${MAX_PAGES} pages` });
  return ok({ changes, unreadable, byApps, calls: read.value.calls });
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
