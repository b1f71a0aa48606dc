import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, listAt, textAt } from '../json';
import type { LocationRecord } from '../location-record';
import { PageGuard } from '../page-guard';
import { LOCATIONS } from './documents';
import { numberOf } from './gid';
import type { ShopifyClient } from './graphql';
import { nextCursor, read } from './reading';

/** Reads the shop's locations, in Shopify's own order. */
export async function readShopifyLocations(client: ShopifyClient): Promise<Result<readonly LocationRecord[], PlatformFailure>> {
  const found: LocationRecord[] = [];
  let after: string | null = null;
  const pages = new PageGuard('locations');
  do {
    const page: Result<unknown, PlatformFailure> = await read(
      client,
      LOCATIONS,
      { first: 100, after },
      (data) => at(data, 'locations') ?? null,
    );
    if (!page.ok) return err(page.error);
    for (const node of listAt(page.value, 'nodes') ?? []) {
      const id = numberOf('Location', textAt(node, 'id'));
      if (id !== null) found.push({ id, name: textAt(node, 'name') ?? '', active: at(node, 'isActive') !== false });
    }
    after = nextCursor(page.value);
    const stuck = pages.problem(after);
    if (stuck !== null) return err(stuck);
  } while (after !== null);
  return ok(found);
}
