import { X } from 'lucide-react';

import { sourceName, type Source } from '../../../domain/source';
import { Button } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { Notice } from '../../shared/components/notice';
import { ScrollList } from '../../shared/components/scroll-list';
import { planLinks, type LinkStep } from './link-plan';
import { linkingText } from './linking.text';
import { accepted, takeBack, type Review } from './review';
import { itemName } from './state';
import type { LinkingActions } from './use-linking';

const text = linkingText.plan;

interface PlanStageProps {
  readonly review: Review;
  readonly actions: LinkingActions;
}

/** Shows what the accepted links will write, row by row, before anything does. */
export function PlanStage({ review, actions }: PlanStageProps) {
  const { keep } = actions.linking;
  const links = accepted(review);
  const plan = planLinks(links, keep);
  const { steps, writes, leftOut } = plan;
  const isFree = links.some(({ shopify, candidate: { square } }) => shopify.sku.trim() !== '' && square.sku.trim() !== '');
  return (
    <section aria-labelledby="plan-heading" className="flex flex-col gap-4">
      <div>
        <h2 id="plan-heading" className="text-lg font-semibold">
          {text.title(steps.length)}
        </h2>
        {steps.length > 0 && <p className="text-muted tabular-nums">{text.writes(writes.shopify, writes.square)}</p>}
        {steps.some(({ variant }) => variant.sku.trim() !== '') && <p className="text-sm text-muted">{text.labels}</p>}
      </div>
      {isFree && (
        <div className="max-w-xs">
          <Choice<Source>
            label={text.keep}
            labelShown
            wide
            value={keep}
            options={[
              { value: 'shopify', label: sourceName('shopify') },
              { value: 'square', label: sourceName('square') },
            ]}
            onChange={actions.keep}
          />
        </div>
      )}
      {leftOut.length > 0 && <Notice tone="warn">{text.leftOut(leftOut.length)}</Notice>}
      <ScrollList label={text.list} rows={steps} rowKey={({ id }) => id}>
        {(step) => (
          <>
            <Change step={step} />
            <Button
              size="sm"
              kind="quiet"
              icon={<X size={15} aria-hidden />}
              aria-label={text.removeLabel(itemName(step.shopify))}
              onClick={() => actions.change((before) => takeBack(before, [step.id]))}
            >
              {text.remove}
            </Button>
          </>
        )}
      </ScrollList>
      {steps.length > 0 && (
        <p className="text-sm text-faint">
          {text.meanwhile} {writes.shopify > 0 && text.barcodes}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" aria-disabled={steps.length === 0} onClick={() => void actions.apply(plan)}>
          {text.start(steps.length)}
        </Button>
        <Button onClick={() => actions.show('review')}>{text.back}</Button>
      </div>
    </section>
  );
}

function Change({ step }: { readonly step: LinkStep }) {
  const { shopify, square, sku, writes, variant } = step;
  return (
    <span className="min-w-0">
      <span className="block truncate font-medium" title={`${itemName(shopify)} = ${itemName(square)}`}>
        {itemName(shopify)} <span className="font-normal text-muted">= {itemName(square)}</span>
      </span>
      <span className="block truncate font-mono text-xs text-muted" title={sku}>
        {writes === null ? text.generated : text.change(sourceName(writes), variant.sku.trim(), sku)}
      </span>
    </span>
  );
}
