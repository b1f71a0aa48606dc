import { useState } from 'react';

import { otherSource, sourceName, type Source } from '../../../domain/source';
import type { Variant } from '../../../gen/sh/common_pb';
import { Button } from '../../shared/components/button';
import { isSameUnit, SimilarPair, type SimilarPairFacts } from '../../shared/components/similar-pair';
import { variantTitle } from '../../shared/variant-names';
import type { VariantActions } from './variant-actions';
import { variantText } from './variant.text';

const text = variantText.candidates;

/** A variant of the other platform that the merchant may match with the one that is open. */
export interface Candidate {
  readonly variant: Pick<Variant, 'id' | 'productName' | 'name' | 'sku'>;
  /** Why it may be the same; null for what the merchant searched. */
  readonly pair: SimilarPairFacts | null;
  /** Another variant of its platform has its SKU. */
  readonly isDuplicate: boolean;
}

interface CandidateItemProps {
  readonly candidate: Candidate;
  /** The variant that is open, and its platform. */
  readonly own: Variant;
  readonly from: Source;
  readonly actions: VariantActions;
}

/** Shows a variant of the other platform, and gives both the same SKU, or keeps them separate. */
export function CandidateItem({ candidate: { variant: other, pair, isDuplicate }, own, from, actions }: CandidateItemProps) {
  const [isSeparate, setSeparate] = useState(false);
  const separate = async (on: boolean): Promise<void> => {
    if (await actions.keepSeparate(other.id, on)) setSeparate(on);
  };
  const isBusy = actions.pending !== null;
  return (
    <li className="flex flex-col gap-2 p-3">
      <div>
        <p className="text-sm break-words">{[other.productName, variantTitle(other.name)].filter((part) => part !== '').join(' · ')}</p>
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
          <Choices
            candidate={{ variant: other, pair, isDuplicate }}
            own={own}
            from={from}
            actions={actions}
            onSeparate={() => void separate(true)}
          />
        </>
      )}
    </li>
  );
}

function Choices({ candidate, own, from, actions, onSeparate }: CandidateItemProps & { readonly onSeparate: () => void }) {
  const { variant: other, pair, isDuplicate } = candidate;
  const isBusy = actions.pending !== null;
  const takesOther = own.sku.trim() === '';
  // The SKU that is there is kept; where both have one, that of the variant which the merchant looks at.
  const change = takesOther ? { source: from, id: own.id, sku: other.sku } : { source: otherSource(from), id: other.id, sku: own.sku };
  const obstacle = change.sku.trim() === '' ? text.neither : takesOther && isDuplicate ? text.usedTwice : '';
  return (
    <>
      {obstacle !== '' && <p className="text-sm text-muted">{obstacle}</p>}
      <div className="flex flex-wrap gap-2">
        {obstacle === '' && (pair === null || isSameUnit(pair)) && (
          <Button
            size="sm"
            busy={actions.pending === 'sku'}
            aria-disabled={isBusy}
            onClick={() => void actions.saveSkuOn(change.source, change.id, change.sku)}
          >
            {text.use(change.sku, sourceName(change.source))}
          </Button>
        )}
        {pair !== null && (
          <Button size="sm" kind="quiet" aria-disabled={isBusy} onClick={onSeparate}>
            {text.separate}
          </Button>
        )}
      </div>
    </>
  );
}
