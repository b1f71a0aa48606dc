import type { PlatformConfig } from '../../../src/platforms/config';
import { readPlatformConfig } from '../../../src/platforms/config';
import type { Http } from '../../../src/platforms/http';
import { openShopify } from '../../../src/platforms/shopify/graphql';
import type { ShopifyClient, ShopSeen } from '../../../src/platforms/shopify/graphql';
import { openSquare } from '../../../src/platforms/square/client';
import type { SquareClient } from '../../../src/platforms/square/client';

/** An environment that is complete; keys and secrets are made up. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  APP_ORIGIN: 'https://app.example',
  WEBHOOK_ORIGIN: 'https://hooks.example',
  SHOPIFY_CLIENT_ID: 'shopify-client',
  SHOPIFY_CLIENT_SECRET: 'shopify-secret',
  SQUARE_CLIENT_ID: 'square-client',
  SQUARE_CLIENT_SECRET: 'square-secret',
  SQUARE_WEBHOOK_KEY: 'square-key',
  TOKEN_KEYS: `1:${btoa('0123456789abcdef0123456789abcdef')}`,
};

/** The configuration of an environment that is known to be valid. */
export function configOf(env: Readonly<Record<string, string>> = ENVIRONMENT): PlatformConfig {
  const read = readPlatformConfig(env);
  if (!read.ok) throw new Error(read.error.join('; '));
  return read.value;
}

/** A client of the demo shop. */
export function shopifyOver(http: Http, watch?: (seen: ShopSeen) => void): ShopifyClient {
  const given = { http, config: configOf().shopify, shop: 'demo.myshopify.com', accessToken: 'shpat_test' };
  return openShopify(watch === undefined ? given : { ...given, watch });
}

/** A client of one seller. */
export function squareOver(http: Http): SquareClient {
  return openSquare({ http, config: configOf().square, merchantId: 'M1', accessToken: 'token-of-m1' });
}
