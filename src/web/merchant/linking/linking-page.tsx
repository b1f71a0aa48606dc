import { Link2, RotateCw } from 'lucide-react';

import { ApplyProgress } from '../../shared/components/apply-progress';
import { Button } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { Page } from '../../shared/components/page';
import { Working } from '../../shared/components/working';
import { linkingText as text } from './linking.text';
import { PlanStage } from './plan-stage';
import { ResultStage } from './result-stage';
import { accepted } from './review';
import { ReviewStage } from './review-stage';
import { useLinking, type LinkingActions } from './use-linking';

/** Finds items that are on both platforms without a link, lets the merchant decide, shows what will be linked, and links it. */
export function LinkingPage() {
  const actions = useLinking();
  const { kind } = actions.linking.stage;
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        (kind === 'review' || kind === 'result') && (
          <Button icon={<RotateCw size={15} />} onClick={actions.search}>
            {text.again}
          </Button>
        )
      }
    >
      <Stage actions={actions} />
    </Page>
  );
}

function Stage({ actions }: { readonly actions: LinkingActions }) {
  const { stage, review } = actions.linking;
  switch (stage.kind) {
    case 'reading':
      return <Working>{text.reading(stage.read)}</Working>;
    case 'comparing':
      return <Working>{text.comparing(stage.share)}</Working>;
    case 'failed':
      return <ErrorPanel title={text.failed} failure={stage.failure} onRetry={actions.search} />;
    case 'review':
      return <Found actions={actions} />;
    case 'plan':
      return review === null ? null : <PlanStage review={review} actions={actions} />;
    case 'applying':
      return <Applying stage={stage} onStop={actions.stop} />;
    case 'result':
      return <ResultStage result={stage} actions={actions} />;
  }
}

function Found({ actions }: { readonly actions: LinkingActions }) {
  const { review, counts } = actions.linking;
  if (review === null) return null;
  const isEmpty = review.sure.length === 0 && review.open.length === 0;
  if (isEmpty && accepted(review).length === 0) {
    return (
      <section aria-label={text.title} className="rounded-lg border border-line bg-surface shadow-card">
        <EmptyState icon={Link2} title={text.none}>
          {text.noneAdvice(counts.shopify, counts.square)}
        </EmptyState>
      </section>
    );
  }
  return <ReviewStage review={review} actions={actions} />;
}

interface ApplyingProps {
  readonly stage: Extract<LinkingActions['linking']['stage'], { kind: 'applying' }>;
  readonly onStop: () => void;
}

function Applying({ stage: { what, done, total, stopping }, onStop }: ApplyingProps) {
  return (
    <ApplyProgress
      progress={text.applying[what](done, total)}
      note={stopping ? text.applying.stopping : text.applying.explained}
      stop={text.applying.stop}
      stopping={stopping}
      onStop={onStop}
    />
  );
}
