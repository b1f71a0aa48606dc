import { ok, refuse, type Answer } from '../../../domain/result';
import type { Source } from '../../../domain/source';

/** Shopify's kinds of thing whose ids pass through our calls. */
export type ShopifyKind = 'ProductVariant' | 'Product' | 'Location' | 'AppSubscription';

/** A Shopify number as the whole GID that answers carry; '' stays ''. */
export function toGid(kind: ShopifyKind, id: string): string {
  return id === '' || id.startsWith('gid://') ? id : `gid://shopify/${kind}/${id}`;
}

/** The bare number of a Shopify id that came as a GID or as a number; any other text as it is. */
export function bareId(kind: ShopifyKind, id: string): string {
  const prefix = `gid://shopify/${kind}/`;
  return id.startsWith(prefix) ? id.slice(prefix.length) : id;
}

/** The id that a field holds as the account object wants it: Shopify's as numbers in text, Square's as they are. */
export function readPlatformId(field: string, source: Source, kind: ShopifyKind, id: string): Answer<string> {
  if (id === '') return refuse('invalid_argument', `${field} is missing.`);
  if (source === 'square') return id.length <= 192 ? ok(id) : refuse('invalid_argument', `${field} is not an id of Square.`);
  const bare = bareId(kind, id);
  return /^\d{1,19}$/u.test(bare) ? ok(bare) : refuse('invalid_argument', `${field} must be a Shopify ${kind} id: a GID or its number.`);
}

/** The same for a variant's id that may be left out: '' stays ''. */
export function readOptionalId(field: string, source: Source, id: string): Answer<string> {
  return id === '' ? ok('') : readPlatformId(field, source, 'ProductVariant', id);
}
