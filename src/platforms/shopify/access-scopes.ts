import type { Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { listAt, textAt } from '../json';
import { ACCESS_SCOPES } from './documents';
import type { ShopifyClient } from './graphql';
import { read } from './reading';

/** The scopes that the shop grants this app at this moment, as Shopify itself states them (writing implies reading). */
export async function readAccessScopes(client: ShopifyClient): Promise<Result<readonly string[], PlatformFailure>> {
  return read(client, ACCESS_SCOPES, {}, (data) => {
    const scopes = listAt(data, 'currentAppInstallation', 'accessScopes');
    if (scopes === null) return null;
    return scopes.map((scope) => textAt(scope, 'handle')).filter((handle) => handle !== null);
  });
}
