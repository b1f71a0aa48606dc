import { otherSource, sourceName, type Source } from '../../../domain/source';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import type { LinkCandidateList } from '../../../gen/sh/variants_pb';
import { Notice } from '../../shared/components/notice';
import { atom } from '../../shared/state/jotai';
import { useLoad } from '../../shared/state/load';
import { idleQuery, latest, type Query } from '../../shared/state/remote';
import { CandidateItem } from './candidate-item';
import { FindCandidate } from './find-candidate';
import type { VariantActions } from './variant-actions';
import { variantText } from './variant.text';

const text = variantText.candidates;
const candidatesAtom = atom<Query<LinkCandidateList>>(idleQuery);

interface LinkCandidatesProps {
  readonly variant: JoinedVariant;
  readonly actions: VariantActions;
}

/**
 * Shows what the other platform has that may be the same item, with a button that links both, and a search for it. Nothing for a variant of both
 * platforms.
 */
export function LinkCandidates({ variant, actions }: LinkCandidatesProps) {
  const own = variant.square === undefined ? variant.shopify : variant.shopify === undefined ? variant.square : undefined;
  if (own === undefined) return null;
  const from = own === variant.shopify ? 'shopify' : 'square';
  return (
    <>
      <Similar id={variant.id} from={from} actions={actions} />
      {variant.matching !== 'archived' && variant.matching !== 'excluded' && <FindCandidate from={from} actions={actions} />}
    </>
  );
}

interface SimilarProps {
  readonly id: string;
  readonly from: Source;
  readonly actions: VariantActions;
}

function Similar({ id, from, actions }: SimilarProps) {
  const { remote } = useLoad({
    atom: candidatesAtom,
    key: id,
    label: 'getting similar variants',
    make: (api, options) => api.variants.getLinkCandidates({ id }, options),
  });
  const candidates = latest(remote)?.candidates ?? [];
  const there = sourceName(otherSource(from));
  if (candidates.length === 0) return remote.state === 'failed' ? <Notice tone="warn">{text.failed(there)}</Notice> : null;
  return (
    <section className="flex flex-col gap-2" aria-label={text.title(there)}>
      <h3 className="text-sm font-medium">{text.title(there)}</h3>
      <p className="text-sm text-muted">{text.explained}</p>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
        {candidates.map(({ variant, ...pair }) =>
          variant === undefined ? null : <CandidateItem key={variant.id} candidate={{ variant, pair }} actions={actions} />,
        )}
      </ul>
    </section>
  );
}
