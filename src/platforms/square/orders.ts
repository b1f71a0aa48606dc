import type { Instant } from '../../domain/instant';
import { err, ok, type Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { listAt, textAt } from '../json';
import { formatTime } from '../time';
import { readData, type SquareClient } from './client';

/** Lets an app read orders. The product never asks for it. */
export const SQUARE_ORDER_SCOPE = 'ORDERS_READ';

/** SearchOrders takes at most ten locations, and answers at most a thousand entries a page. */
const LOCATIONS = 10;
const PAGE = 1_000;
/** Pages in all: a seller with more orders is not counted to the end for the sake of a figure. */
const MAX_PAGES = 20;

/**
 * The seller's orders created in a span, open and completed ones. Only for a token with the scope for it: another one is
 * refused, which ends a connection. A seller with more than 20,000 is a failure.
 */
export async function countSquareOrders(
  client: SquareClient,
  locationIds: readonly string[],
  span: { readonly since: Instant; readonly until: Instant },
): Promise<Result<number, PlatformFailure>> {
  let count = 0;
  let pages = 0;
  for (let first = 0; first < locationIds.length; first += LOCATIONS) {
    const locations = locationIds.slice(first, first + LOCATIONS);
    for (let cursor: string | null = ''; cursor !== null;) {
      pages += 1;
      if (pages > MAX_PAGES) return err({ kind: 'failed', detail: 'there are more orders than can be counted in one go' });
      const page: Result<{ entries: number; cursor: string | null }, PlatformFailure> = await readPage(client, locations, span, cursor);
      if (!page.ok) return page;
      count += page.value.entries;
      cursor = page.value.cursor;
    }
  }
  return ok(count);
}

async function readPage(
  client: SquareClient,
  locationIds: readonly string[],
  span: { readonly since: Instant; readonly until: Instant },
  cursor: string,
): Promise<Result<{ entries: number; cursor: string | null }, PlatformFailure>> {
  const created = { start_at: formatTime(span.since), end_at: formatTime(span.until) };
  const answer = await client.post('/v2/orders/search', {
    location_ids: locationIds,
    limit: PAGE,
    return_entries: true,
    query: {
      filter: { state_filter: { states: ['OPEN', 'COMPLETED'] }, date_time_filter: { created_at: created } },
      // The field sorted by must be the one that the dates filter.
      sort: { sort_field: 'CREATED_AT', sort_order: 'DESC' },
    },
    ...(cursor === '' ? {} : { cursor }),
  });
  return readData(answer, (data) => ({
    // Square leaves an empty list out.
    entries: (listAt(data, 'order_entries') ?? []).length,
    cursor: textAt(data, 'cursor'),
  }));
}
