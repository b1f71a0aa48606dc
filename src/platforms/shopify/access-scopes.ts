import type { Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { listAt, textAt } from '../json';
import { ACCESS_SCOPES } from './documents';
import type { ShopifyClient } from './graphql';
import { read } from './reading';

/** Reads the scopes that the shop currently grants this app, as Shopify itself states them (writing implies reading). */
export async function readAccessScopes(client: ShopifyClient): Promise<Result<readonly string[], PlatformFailure>> {
  return read(client, ACCESS_SCOPES, {}, (data) => {
    const scopes = listAt(data, 'currentAppInstallation', 'accessScopes');
    if (scopes === null) return null;
    return scopes.map((scope) => textAt(scope, 'handle')).filter((handle) => handle !== null);
  });
}
