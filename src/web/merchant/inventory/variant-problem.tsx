import { sourceName } from '../../../domain/source';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import { Button } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import type { VariantActions } from './variant-actions';
import { resolveVariant } from './variant-state';
import { troublesOf, untrackedSides, type Trouble } from './variant.text';

interface VariantTroublesProps {
  readonly variant: JoinedVariant;
  readonly actions: VariantActions;
  readonly onChangeSku: () => void;
  /** Whether the quantity can be set here. */
  readonly canSet: boolean;
}

/** What else is the matter with the variant, each with what fixes it. */
export function VariantTroubles({ variant, actions, onChangeSku, canSet }: VariantTroublesProps) {
  return troublesOf(variant, resolveVariant(variant), canSet).map((trouble) => (
    <Notice key={trouble.kind} tone="warn" title={trouble.title} action={<Fix {...{ trouble, variant, actions, onChangeSku }} />}>
      {trouble.text}
    </Notice>
  ));
}

function Fix({ trouble, variant, actions, onChangeSku }: Omit<VariantTroublesProps, 'canSet'> & { readonly trouble: Trouble }) {
  const { doing } = actions;
  switch (trouble.kind) {
    case 'held':
      return (
        <span className="flex gap-2">
          <Button size="sm" busy={doing === 'send'} aria-disabled={doing !== null} onClick={() => actions.resolveHeld(true)}>
            Send
          </Button>
          <Button size="sm" busy={doing === 'drop'} aria-disabled={doing !== null} onClick={() => actions.resolveHeld(false)}>
            Drop
          </Button>
        </span>
      );
    case 'untracked':
      return <TrackButtons variant={variant} actions={actions} />;
    case 'duplicate':
      return (
        <Button size="sm" onClick={onChangeSku}>
          Change SKU
        </Button>
      );
    case 'blocked':
    case 'frozen':
      return null;
  }
}

/** Turns tracking on, on each platform that does not track the variant. */
export function TrackButtons({ variant, actions: { doing, track } }: Pick<VariantTroublesProps, 'variant' | 'actions'>) {
  return (
    <span className="flex flex-wrap gap-2">
      {untrackedSides(variant).map((source) => (
        <Button key={source} size="sm" busy={doing === 'track'} aria-disabled={doing !== null} onClick={() => track(source)}>
          Enable Inventory Tracking<span> on {sourceName(source)}</span>
        </Button>
      ))}
    </span>
  );
}
