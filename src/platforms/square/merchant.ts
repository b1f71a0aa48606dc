import type { Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { textAt } from '../json';
import { readData } from './client';
import type { SquareClient } from './client';

/** A seller's own data. */
export interface MerchantRecord {
  readonly id: string;
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** Reads the seller that the token belongs to. */
export async function readMerchant(client: SquareClient): Promise<Result<MerchantRecord, PlatformFailure>> {
  const answer = await client.get('/v2/merchants/me');
  return readData(answer, (data) => {
    const id = textAt(data, 'merchant', 'id');
    if (id === null) return null;
    return { id, name: textAt(data, 'merchant', 'business_name') ?? '', currency: textAt(data, 'merchant', 'currency') ?? '' };
  });
}
