import { sourceName } from '../../../domain/source';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import { Button } from '../../components/button';
import { Notice } from '../../components/notice';
import type { VariantActions } from './variant-actions';
import { troublesOf, untrackedSides, type Trouble } from './variant-state';

interface VariantTroublesProps {
  readonly variant: JoinedVariant;
  readonly actions: VariantActions;
  readonly onChangeSku: () => void;
}

/** What else is the matter with the variant, each with what mends it. */
export function VariantTroubles({ variant, actions, onChangeSku }: VariantTroublesProps) {
  return troublesOf(variant).map((trouble) => (
    <Notice key={trouble.kind} tone="warn" title={trouble.title} action={<Mend {...{ trouble, variant, actions, onChangeSku }} />}>
      {trouble.text}
    </Notice>
  ));
}

function Mend({ trouble, variant, actions, onChangeSku }: VariantTroublesProps & { readonly trouble: Trouble }) {
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
      return (
        <span className="flex flex-wrap gap-2">
          {untrackedSides(variant).map((source) => (
            <Button key={source} size="sm" busy={doing === 'track'} aria-disabled={doing !== null} onClick={() => actions.track(source)}>
              Enable Inventory Tracking<span className="sr-only"> on {sourceName(source)}</span>
            </Button>
          ))}
        </span>
      );
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
