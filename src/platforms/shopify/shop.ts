import type { Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, textAt } from '../json';
import { SHOP_INFO } from './documents';
import type { ShopifyClient } from './graphql';
import { read } from './reading';

/** A shop's own data. */
export interface ShopRecord {
  readonly name: string;
  readonly email: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly ownerName: string;
  /** The shop's permanent domain as Shopify states it: compare it with the expected one. */
  readonly domain: string;
  /** A partner's development store, as reviewers and agencies have: Shopify only lets it approve test charges. */
  readonly development: boolean;
}

/** Reads the shop's own data. */
export async function readShop(client: ShopifyClient): Promise<Result<ShopRecord, PlatformFailure>> {
  return read(client, SHOP_INFO, {}, (data) => {
    const name = textAt(data, 'shop', 'name');
    const domain = textAt(data, 'shop', 'myshopifyDomain');
    if (name === null || domain === null) return null;
    return {
      name,
      domain,
      email: textAt(data, 'shop', 'email') ?? '',
      currency: textAt(data, 'shop', 'currencyCode') ?? '',
      development: at(data, 'shop', 'plan', 'partnerDevelopment') === true,
      ownerName: textAt(data, 'shop', 'shopOwnerName') ?? '',
    };
  });
}
