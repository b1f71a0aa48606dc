import type { Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { listAt, textAt } from '../json';
import type { LocationRecord } from '../location-record';
import { readData } from './client';
import type { SquareClient } from './client';

/** The seller's locations in Square's own order, closed ones included; the call has no pages. */
export async function readSquareLocations(client: SquareClient): Promise<Result<readonly LocationRecord[], PlatformFailure>> {
  const answer = await client.get('/v2/locations');
  return readData(answer, (data) =>
    (listAt(data, 'locations') ?? []).flatMap((location) => {
      const id = textAt(location, 'id');
      const merchant = textAt(location, 'merchant_id');
      // A location of somebody else's has no business in this account.
      if (id === null || (merchant !== null && client.merchantId !== '' && merchant !== client.merchantId)) return [];
      return [{ id, name: textAt(location, 'name') ?? '', active: textAt(location, 'status') !== 'INACTIVE' }];
    }),
  );
}
