import type { Instant } from '../../domain/instant';
import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { ShopifyConfig } from '../config';
import { signatureFromBase64, signatureFromHex, toBytes, verifyHmac } from '../hmac';
import type { SignedBytes } from '../hmac';
import { isShopDomain } from './shop-domain';

/** Maximum difference of a signed query's timestamp from our clock, in ms; Shopify's own library allows the same. */
export const QUERY_AGE_MS = 90_000;

/** Returns the secrets that are currently valid. */
export function signingSecrets(config: ShopifyConfig): readonly string[] {
  return config.previousSecret === null ? [config.clientSecret] : [config.clientSecret, config.previousSecret];
}

/** Returns whether `X-Shopify-Hmac-Sha256` matches the raw body. */
export async function verifyShopifyWebhook(config: ShopifyConfig, body: SignedBytes, header: string | null): Promise<boolean> {
  return verifyHmac(signingSecrets(config), body, signatureFromBase64(header));
}

/** Why a query that claims to come from Shopify is rejected. */
export type QueryProblem = 'bad-signature' | 'stale' | 'bad-shop';

/**
 * Checks a query that Shopify signed (the OAuth callback, and app launches): signature first, then its age, then the
 * shop. `state` is not checked here: only the route knows the browser that it was issued to.
 */
export async function verifyShopifyQuery(
  config: ShopifyConfig,
  query: URLSearchParams,
  now: Instant,
): Promise<Result<{ readonly shop: string }, QueryProblem>> {
  const signature = signatureFromHex(query.get('hmac'));
  // A repeated name could be read one way here and another way later.
  const names = [...query.keys()];
  const repeated = new Set(names).size !== names.length;
  const valid = await verifyHmac(signingSecrets(config), toBytes(signedText(query)), signature);
  if (!valid || repeated) return err('bad-signature');
  const timestamp = query.get('timestamp') ?? '';
  const age = /^\d{1,12}$/u.test(timestamp) ? Math.abs(now - Number(timestamp) * 1_000) : Number.POSITIVE_INFINITY;
  if (age > QUERY_AGE_MS) return err('stale');
  const shop = query.get('shop') ?? '';
  return isShopDomain(shop) ? ok({ shop }) : err('bad-shop');
}

/**
 * Returns the text that Shopify signs of a query: all parameters except the signatures, sorted by name, as `name=value`
 * joined by `&`, percent-encoded as its own library does (a space is %20).
 */
export function signedText(query: URLSearchParams): string {
  const rest = [...query.entries()].filter(([name]) => name !== 'hmac' && name !== 'signature');
  rest.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return new URLSearchParams(rest).toString().replaceAll('+', '%20');
}
