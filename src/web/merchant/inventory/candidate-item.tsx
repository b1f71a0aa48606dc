import { useState } from 'react';

import { isPacked, NO_PACKS, packsFrom } from '../../../domain/sync/pack-size';
import type { Variant } from '../../../gen/sh/common_pb';
import { Button } from '../../shared/components/button';
import { SimilarPair, type SimilarPairFacts } from '../../shared/components/similar-pair';
import { variantTitle } from '../../shared/variant-names';
import type { VariantActions } from './variant-actions';
import { variantText } from './variant.text';

const text = variantText.candidates;

/** A variant of the other platform that the merchant may match with the one that is open. */
export interface Candidate {
  readonly variant: Pick<Variant, 'id' | 'productName' | 'name' | 'sku'>;
  /** Why it may be the same; null for what the merchant searched. */
  readonly pair: SimilarPairFacts | null;
}

interface CandidateItemProps {
  readonly candidate: Candidate;
  readonly actions: VariantActions;
}

/** Shows a variant of the other platform, and links it with the one that is open, or keeps them separate. */
export function CandidateItem({ candidate: { variant: other, pair }, actions }: CandidateItemProps) {
  const [isSeparate, setSeparate] = useState(false);
  const separate = async (on: boolean): Promise<void> => {
    if (await actions.keepSeparate(other.id, on)) setSeparate(on);
  };
  const isBusy = actions.pending !== null;
  const packs = pair === null ? NO_PACKS : packsFrom(pair);
  const name = [other.productName, variantTitle(other.name)].filter((part) => part !== '').join(' · ');
  return (
    <li className="flex flex-col gap-2 p-3">
      <div>
        <p className="text-sm break-words">{name}</p>
        <p className="font-mono text-xs break-all text-muted">{other.sku === '' ? text.noSku : other.sku}</p>
      </div>
      {isSeparate ? (
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="text-sm text-muted">
            {text.separated}
          </p>
          <Button size="sm" kind="quiet" aria-disabled={isBusy} onClick={() => void separate(false)}>
            {text.undo}
          </Button>
        </div>
      ) : (
        <>
          {pair !== null && <SimilarPair pair={pair} />}
          <div className="flex flex-wrap gap-2">
            {packs !== null && (
              <Button
                size="sm"
                aria-label={text.linkLabel(name)}
                busy={actions.pending === 'link'}
                aria-disabled={isBusy}
                onClick={() => void (isPacked(packs) ? actions.link(other.id, packs) : actions.link(other.id))}
              >
                {text.link}
              </Button>
            )}
            {pair !== null && (
              <Button size="sm" kind="quiet" aria-disabled={isBusy} onClick={() => void separate(true)}>
                {text.separate}
              </Button>
            )}
          </div>
        </>
      )}
    </li>
  );
}
