import type { SeparatePair } from '../../../db/separate-pairs';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { SeparatePair as SeparatePairMessage } from '../../../gen/sh/variants_pb';
import { readPlatformId, toGid } from './ids';

/** Most pairs in one call. */
const MOST = 500;

/** Square's IDs have no spaces and no letters beyond ASCII. */
const SQUARE_ID = /^[\x21-\x7e]+$/u;

/** Reads the pairs of a call: 1 to 500, each with both IDs. An error names the first pair that is wrong by its place, from 0. */
export function readSeparatePairs(messages: readonly SeparatePairMessage[]): Answer<SeparatePair[]> {
  if (messages.length === 0) return refuse('invalid_argument', 'pairs is missing: name at least one pair.');
  if (messages.length > MOST) return refuse('invalid_argument', `pairs holds ${messages.length} pairs; at most ${MOST} are allowed.`);
  const pairs: SeparatePair[] = [];
  for (const [place, message] of messages.entries()) {
    const shopifyId = readPlatformId(`pairs[${place}].shopify_id`, 'shopify', 'ProductVariant', message.shopifyId);
    if (!shopifyId.ok) return shopifyId;
    const field = `pairs[${place}].square_id`;
    const squareId = readPlatformId(field, 'square', 'ProductVariant', message.squareId);
    if (!squareId.ok) return squareId;
    if (!SQUARE_ID.test(squareId.value)) return refuse('invalid_argument', `${field} is not a Square id.`);
    pairs.push({ shopifyId: shopifyId.value, squareId: squareId.value });
  }
  return ok(pairs);
}

/** Returns a pair as calls answer it. */
export function toSeparatePair({ shopifyId, squareId }: SeparatePair): SeparatePairMessage {
  return { shopifyId: toGid('ProductVariant', shopifyId), squareId };
}
