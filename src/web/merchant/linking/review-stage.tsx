import { CircleCheck } from 'lucide-react';

import { Button } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { linkingText as text } from './linking.text';
import { accepted, acceptAll, sureByReason, waiting, type Review } from './review';
import { ReviewCard } from './review-card';
import type { LinkingActions } from './use-linking';

interface ReviewStageProps {
  readonly review: Review;
  readonly actions: LinkingActions;
}

/** The sure matches, the item under review, and how many links are accepted so far. */
export function ReviewStage({ review, actions }: ReviewStageProps) {
  const { shopify, square } = actions.linking.counts;
  const groups = sureByReason(review);
  const left = waiting(review);
  const [first] = left;
  const count = accepted(review).length;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{text.found(shopify, square)}</p>
      {groups.length > 0 && (
        <section aria-labelledby="sure-heading" className="rounded-lg border border-line bg-surface p-4 shadow-card">
          <h2 id="sure-heading" className="text-base font-semibold">
            {text.sure.title}
          </h2>
          <ul className="mt-2 flex flex-col divide-y divide-line">
            {groups.map(({ reason, items }) => (
              <li key={reason} className="flex flex-wrap items-center justify-between gap-3 py-2">
                <span className="tabular-nums">{text.sure.reasons[reason](items.length)}</span>
                <Button
                  size="sm"
                  aria-label={text.sure.acceptLabel[reason](items.length)}
                  onClick={() => actions.change((before) => acceptAll(before, items))}
                >
                  {text.sure.accept(items.length)}
                </Button>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-muted">{text.sure.explained}</p>
        </section>
      )}
      {first === undefined ? (
        <section aria-label={text.review.title} className="rounded-lg border border-line bg-surface shadow-card">
          <EmptyState icon={CircleCheck} title={text.review.done}>
            {text.review.doneAdvice}
          </EmptyState>
        </section>
      ) : (
        <ReviewCard item={first} left={left.length} canUndo={review.order.length > 0} actions={actions} last={review.order.at(-1) ?? ''} />
      )}
      <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-canvas px-4 py-3 sm:-mx-6 sm:px-6">
        <p role="status" className="font-medium tabular-nums">
          {text.basket.accepted(count)}
        </p>
        <Button kind="primary" aria-disabled={count === 0} onClick={() => actions.show('plan')}>
          {text.basket.link(count)}
        </Button>
      </div>
    </div>
  );
}
