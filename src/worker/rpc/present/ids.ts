import { ok, refuse, type Answer } from '../../../domain/result';
import type { Source } from '../../../domain/source';

/** The kinds of Shopify resources whose ids our calls carry. */
export type ShopifyKind = 'ProductVariant' | 'Product' | 'Location' | 'AppSubscription';

/** Returns a Shopify number as the whole GID that answers carry; '' stays ''. */
export function toGid(kind: ShopifyKind, id: string): string {
  return id === '' || id.startsWith('gid://') ? id : `gid://shopify/${kind}/${id}`;
}

/** Returns the bare number of a Shopify id that came as a GID or as a number; any other text unchanged. */
export function bareId(kind: ShopifyKind, id: string): string {
  const prefix = `gid://shopify/${kind}/`;
  return id.startsWith(prefix) ? id.slice(prefix.length) : id;
}

/** Reads an id as the account object expects it: Shopify's as numbers in text, Square's unchanged. */
export function readPlatformId(field: string, source: Source, kind: ShopifyKind, id: string): Answer<string> {
  if (id === '') return refuse('invalid_argument', `${field} is missing.`);
  if (source === 'square') return id.length <= 192 ? ok(id) : refuse('invalid_argument', `${field} is not a Square id.`);
  const bare = bareId(kind, id);
  return /^\d{1,19}$/u.test(bare) ? ok(bare) : refuse('invalid_argument', `${field} must be a Shopify ${kind} id: a GID or its number.`);
}

/** Reads a variant's id that may be omitted: '' stays ''. */
export function readOptionalId(field: string, source: Source, id: string): Answer<string> {
  return id === '' ? ok('') : readPlatformId(field, source, 'ProductVariant', id);
}
