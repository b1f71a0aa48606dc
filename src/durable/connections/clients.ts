import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { PlatformConfig } from '../../platforms/config';
import type { Http } from '../../platforms/http';
import { openShopify } from '../../platforms/shopify/graphql';
import type { ShopifyClient, ShopSeen } from '../../platforms/shopify/graphql';
import { openSquare } from '../../platforms/square/client';
import type { SquareClient } from '../../platforms/square/client';
import { watchedHttp } from './reachability';
import type { Witness } from './reachability';
import type { Access, AccessProblem, TokenSource } from './token-source';

/** A platform's client for the current connection, and that connection's access. */
export interface Open<Client> {
  readonly client: Client;
  /** The token behind the client; pass it to `rejected` when the platform answers `unauthorized`. */
  readonly access: Access;
}

/** Creates clients with the current tokens. */
export interface Clients {
  shopify(): Promise<Result<Open<ShopifyClient>, AccessProblem>>;
  square(): Promise<Result<Open<SquareClient>, AccessProblem>>;
}

/** Creates clients whose calls report to a witness whether their platform answers. */
export function openClients(given: {
  http: Http;
  config: PlatformConfig;
  tokens: TokenSource;
  witness: (source: Source, access: Access) => Witness;
  /** Handles what a Shopify answer shows about the shop. */
  watch: (access: Access, seen: ShopSeen) => void;
}): Clients {
  const { config, tokens, witness } = given;
  const watched = (source: Source, access: Access): Http => watchedHttp(given.http, witness(source, access));
  return {
    shopify: async () => {
      const access = await tokens.access('shopify');
      if (!access.ok) return err(access.error);
      const { name: shop, accessToken } = access.value;
      const http = watched('shopify', access.value);
      return ok({
        client: openShopify({ http, config: config.shopify, shop, accessToken, watch: (seen) => given.watch(access.value, seen) }),
        access: access.value,
      });
    },
    square: async () => {
      const access = await tokens.access('square');
      if (!access.ok) return err(access.error);
      const { name: merchantId, accessToken } = access.value;
      const http = watched('square', access.value);
      return ok({ client: openSquare({ http, config: config.square, merchantId, accessToken }), access: access.value });
    },
  };
}
