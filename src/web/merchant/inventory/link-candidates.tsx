import { otherSource, sourceName, type Source } from '../../../domain/source';
import type { JoinedVariant, Variant } from '../../../gen/sh/common_pb';
import type { LinkCandidate, LinkCandidateList } from '../../../gen/sh/variants_pb';
import { Button } from '../../shared/components/button';
import { Chip } from '../../shared/components/chip';
import { Notice } from '../../shared/components/notice';
import { atom } from '../../shared/state/jotai';
import { useLoad } from '../../shared/state/load';
import { idleQuery, latest, type Query } from '../../shared/state/remote';
import { variantTitle } from '../../shared/variant-names';
import type { VariantActions } from './variant-actions';
import { variantText } from './variant.text';

const text = variantText.candidates;
const REASONS: Readonly<Record<string, string>> = text.reasons;
const candidatesAtom = atom<Query<LinkCandidateList>>(idleQuery);

interface LinkCandidatesProps {
  readonly variant: JoinedVariant;
  readonly actions: VariantActions;
}

/** Shows what the other platform has that may be the same item, with a button that matches both. Nothing for a variant of both platforms. */
export function LinkCandidates({ variant, actions }: LinkCandidatesProps) {
  const own = variant.square === undefined ? variant.shopify : variant.shopify === undefined ? variant.square : undefined;
  return own === undefined ? null : (
    <Loaded id={variant.id} own={own} from={own === variant.shopify ? 'shopify' : 'square'} actions={actions} />
  );
}

interface CandidateProps {
  readonly own: Variant;
  readonly from: Source;
  readonly actions: VariantActions;
}

function Loaded({ id, own, from, actions }: CandidateProps & { readonly id: string }) {
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
        {candidates.map((candidate) => (
          <Candidate key={candidate.variant?.id} candidate={candidate} own={own} from={from} actions={actions} />
        ))}
      </ul>
    </section>
  );
}

function Candidate({ candidate: { variant: other, reasons }, own, from, actions }: CandidateProps & { readonly candidate: LinkCandidate }) {
  if (other === undefined) return null;
  const to = otherSource(from);
  // The SKU that is there is kept; where both have one, that of the variant which the merchant looks at.
  const change = own.sku.trim() === '' ? { source: from, id: own.id, sku: other.sku } : { source: to, id: other.id, sku: own.sku };
  return (
    <li className="flex flex-col gap-2 p-3">
      <div>
        <p className="text-sm break-words">{[other.productName, variantTitle(other.name)].filter((part) => part !== '').join(' · ')}</p>
        <p className="font-mono text-xs break-all text-muted">{other.sku === '' ? text.noSku : other.sku}</p>
      </div>
      <div className="flex flex-wrap gap-1">
        {reasons.map((reason) => (
          <Chip key={reason} tone={reason === 'name' ? 'plain' : 'good'}>
            {REASONS[reason] ?? reason}
          </Chip>
        ))}
      </div>
      {change.sku.trim() === '' ? (
        <p className="text-sm text-muted">{text.neither}</p>
      ) : (
        <div>
          <Button
            size="sm"
            busy={actions.pending === 'sku'}
            aria-disabled={actions.pending !== null}
            onClick={() => void actions.saveSkuOn(change.source, change.id, change.sku)}
          >
            {text.use(change.sku, sourceName(change.source))}
          </Button>
        </div>
      )}
    </li>
  );
}
