import { sourceName } from '../../../domain/source';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import { Button } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { untrackedSides } from './checked-variant';
import type { VariantActions } from './variant-actions';
import { problemsOf, type VariantProblem } from './variant-findings';
import { resolveVariant } from './variant-state';
import { variantText } from './variant.text';

const text = variantText.actions;

interface VariantProblemsProps {
  readonly variant: JoinedVariant;
  readonly actions: VariantActions;
  readonly onChangeSku: () => void;
  /** Whether the details offer to set the quantity. */
  readonly canSet: boolean;
}

/** Shows the variant's other problems, each with what fixes it; not that another app changes its stock, which stands above all. */
export function VariantProblems({ variant, actions, onChangeSku, canSet }: VariantProblemsProps) {
  const problems = problemsOf(variant, resolveVariant(variant), canSet).filter(({ kind }) => kind !== 'another_writer');
  return problems.map((problem) => (
    <Notice key={problem.kind} tone="warn" title={problem.title} action={<Fix {...{ problem, variant, actions, onChangeSku }} />}>
      {problem.text}
    </Notice>
  ));
}

function Fix({ problem, variant, actions, onChangeSku }: Omit<VariantProblemsProps, 'canSet'> & { readonly problem: VariantProblem }) {
  const { pending } = actions;
  switch (problem.kind) {
    case 'held':
      return (
        <span className="flex gap-2">
          <Button size="sm" busy={pending === 'send'} aria-disabled={pending !== null} onClick={() => actions.resolveHeld(true)}>
            {text.send}
          </Button>
          <Button size="sm" busy={pending === 'drop'} aria-disabled={pending !== null} onClick={() => actions.resolveHeld(false)}>
            {text.drop}
          </Button>
        </span>
      );
    case 'untracked':
      return <TrackButtons variant={variant} actions={actions} />;
    case 'duplicate':
    case 'sku_case':
      return (
        <Button size="sm" onClick={onChangeSku}>
          {text.changeSku}
        </Button>
      );
    case 'another_writer':
    case 'blocked':
    case 'frozen':
      return null;
  }
}

/** Turns on inventory tracking, with a button for each platform that does not track the variant. */
export function TrackButtons({ variant, actions: { pending, track } }: Pick<VariantProblemsProps, 'variant' | 'actions'>) {
  return (
    <span className="flex flex-wrap gap-2">
      {untrackedSides(variant).map((source) => (
        <Button key={source} size="sm" busy={pending === 'track'} aria-disabled={pending !== null} onClick={() => track(source)}>
          {text.trackOn(sourceName(source))}
        </Button>
      ))}
    </span>
  );
}
