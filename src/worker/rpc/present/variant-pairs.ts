import type { SeparatePair } from '../../../db/separate-pairs';
import type { VariantPair } from '../../../domain/catalog/merge-plan';
import { ok, refuse, type Answer } from '../../../domain/result';
import { packProblem } from '../../../domain/sync/pack-size';
import type { LinkOutcome, PairToLink } from '../../../durable/api/links-api';
import type {
  LinkOutcome as LinkOutcomeMessage,
  PairToLink as PairToLinkMessage,
  VariantPair as VariantPairMessage,
} from '../../../gen/sh/variants_pb';
import { readPlatformId, toGid } from './ids';

/** Square's IDs have no spaces and no letters beyond ASCII. */
const SQUARE_ID = /^[\x21-\x7e]+$/u;

/** Reads the pairs of a call: 1 to `most`, each with both IDs. An error names the first pair that is wrong by its place, from 0. */
export function readPairs(messages: readonly VariantPairMessage[], most: number): Answer<VariantPair[]> {
  if (messages.length === 0) return refuse('invalid_argument', 'pairs is missing: name at least one pair.');
  if (messages.length > most) return refuse('invalid_argument', `pairs holds ${messages.length} pairs; at most ${most} are allowed.`);
  const pairs: VariantPair[] = [];
  for (const [place, message] of messages.entries()) {
    const shopify = readPlatformId(`pairs[${place}].shopify_id`, 'shopify', 'ProductVariant', message.shopifyId);
    if (!shopify.ok) return shopify;
    const field = `pairs[${place}].square_id`;
    const square = readPlatformId(field, 'square', 'ProductVariant', message.squareId);
    if (!square.ok) return square;
    if (!SQUARE_ID.test(square.value)) return refuse('invalid_argument', `${field} is not a Square id.`);
    pairs.push({ shopify: shopify.value, square: square.value });
  }
  return ok(pairs);
}

/** Reads the pairs of a call to link: as `readPairs`, each with its pack sizes, if it states any. */
export function readLinks(messages: readonly PairToLinkMessage[], most: number): Answer<PairToLink[]> {
  const pairs = readPairs(messages, most);
  if (!pairs.ok) return pairs;
  const links: PairToLink[] = [];
  for (const [place, pair] of pairs.value.entries()) {
    const { shopifyPackSize: shopify = 0, squarePackSize: square = 0 } = messages[place] ?? {};
    const isStated = shopify !== 0 || square !== 0;
    const problem = isStated ? packProblem({ shopify, square }) : '';
    if (problem !== '') return refuse('invalid_argument', `pairs[${place}]: ${problem}`);
    links.push(isStated ? { ...pair, packs: { shopify, square } } : pair);
  }
  return ok(links);
}

/** Returns a pair as it is stored when it is kept separate. */
export function toSeparatePair({ shopify, square }: VariantPair): SeparatePair {
  return { shopifyId: shopify, squareId: square };
}

/** Returns a pair as calls answer it. */
export function toVariantPair({ shopifyId, squareId }: SeparatePair): VariantPairMessage {
  return { shopifyId: toGid('ProductVariant', shopifyId), squareId };
}

/** Returns what became of a pair that was to be linked. */
export function toLinkOutcome({ pair, problem }: LinkOutcome): LinkOutcomeMessage {
  return { pair: toVariantPair(toSeparatePair(pair)), problem };
}
