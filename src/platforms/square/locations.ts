import type { Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { listAt, textAt } from '../json';
import type { LocationRecord } from '../location-record';
import { readData } from './client';
import type { SquareClient } from './client';

/** Reads the seller's locations in Square's own order, including closed ones; the call has no pages. */
export async function readSquareLocations(client: SquareClient): Promise<Result<readonly LocationRecord[], PlatformFailure>> {
  const answer = await client.get('/v2/locations');
  return readData(answer, (data) =>
    (listAt(data, 'locations') ?? []).flatMap((location) => {
      const id = textAt(location, 'id');
      const merchant = textAt(location, 'merchant_id');
      // Skip locations of another merchant.
      if (id === null || (merchant !== null && client.merchantId !== '' && merchant !== client.merchantId)) return [];
      return [{ id, name: textAt(location, 'name') ?? '', active: textAt(location, 'status') !== 'INACTIVE' }];
    }),
  );
}
