import type { Instant } from '../../domain/instant';
import { err, ok, type Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { listAt, textAt } from '../json';
import { formatTime } from '../time';
import { readData, type SquareClient } from './client';

/** The scope for reading orders. The product never requests it. */
export const SQUARE_ORDER_SCOPE = 'ORDERS_READ';

/** SearchOrders accepts at most ten locations and returns at most a thousand entries per page. */
const LOCATIONS = 10;
const PAGE = 1_000;
/** Maximum number of pages: counting more orders is not worth the requests. */
const MAX_PAGES = 20;

/**
 * Counts the seller's open and completed orders created in a span. Call it only with a token that has the scope: a
 * token without it is refused, which ends the connection. More than 20 pages (20,000 orders) is a failure.
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
      // The sort field must be the field that the dates filter.
      sort: { sort_field: 'CREATED_AT', sort_order: 'DESC' },
    },
    ...(cursor === '' ? {} : { cursor }),
  });
  return readData(answer, (data) => ({
    // Square omits an empty list.
    entries: (listAt(data, 'order_entries') ?? []).length,
    cursor: textAt(data, 'cursor'),
  }));
}
