import { isPacked, packsFrom } from '../../../domain/sync/pack-size';
import { packText } from '../pack-text';
import { similarPairText as text } from '../similar-pair.text';
import { Chip } from './chip';

const REASONS: Readonly<Record<string, string>> = text.reasons;
const DIFFERENCES: Readonly<Record<string, string>> = text.differences;

/** What is known of two variants that may be the same. Reasons and differences by the names that calls use. */
export interface SimilarPairFacts {
  readonly reasons: readonly string[];
  readonly differences: readonly string[];
  /** How many on Shopify are `squareUnits` on Square; both 0 where a Worker before these fields answered. */
  readonly shopifyUnits: number;
  readonly squareUnits: number;
}

/** Shows why two variants may be the same, what they state differently, and the pack size that a link gets, or why there is none. */
export function SimilarPair({ pair, isLikely = false }: { readonly pair: SimilarPairFacts; readonly isLikely?: boolean }) {
  const packs = packsFrom(pair);
  return (
    <>
      <span className="flex flex-wrap gap-1">
        {isLikely && <Chip tone="info">{text.likely}</Chip>}
        {pair.reasons.map((reason) => (
          <Chip key={reason} tone={reason === 'name' || reason === 'price' ? 'plain' : 'good'}>
            {REASONS[reason] ?? reason}
          </Chip>
        ))}
        {pair.differences.map((difference) => (
          <Chip key={difference} tone="warn">
            {DIFFERENCES[difference] ?? difference}
          </Chip>
        ))}
      </span>
      {packs === null ? (
        <span className="block text-sm text-warn">{text.noPack(pair.shopifyUnits, pair.squareUnits)}</span>
      ) : (
        isPacked(packs) && <span className="block text-sm">{packText(packs)}</span>
      )}
    </>
  );
}
