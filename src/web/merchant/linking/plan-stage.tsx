import { Download, X } from 'lucide-react';

import { sourceName } from '../../../domain/source';
import { NO_PACKS, packsFrom } from '../../../domain/sync/pack-size';
import { Button } from '../../shared/components/button';
import { ScrollList } from '../../shared/components/scroll-list';
import { Toggle } from '../../shared/components/toggle';
import { downloadCsv, toCsv, type CsvCell } from '../../shared/csv';
import { csvFileText } from '../../shared/csv-file.text';
import { packText } from '../../shared/pack-text';
import { planLinks, type SkuStep } from './link-plan';
import { linkingText } from './linking.text';
import { accepted, takeBack, type Accepted, type Review } from './review';
import { itemName } from './state';
import type { LinkingActions } from './use-linking';

const text = linkingText.plan;

interface PlanStageProps {
  readonly review: Review;
  readonly actions: LinkingActions;
}

/** Shows the accepted links, row by row, before they are made, and offers to copy SKUs. */
export function PlanStage({ review, actions }: PlanStageProps) {
  const { copySkus } = actions.linking;
  const plan = planLinks(accepted(review));
  const { links, skus } = plan;
  const skuOf = new Map(copySkus ? skus.map((step) => [step.id, step]) : []);
  return (
    <section aria-labelledby="plan-heading" className="flex flex-col gap-4">
      <div>
        <h2 id="plan-heading" className="text-lg font-semibold">
          {text.title(links.length)}
        </h2>
        {links.length > 0 && <p className="max-w-prose text-muted">{text.explained}</p>}
      </div>
      {skus.length > 0 && (
        <div className="max-w-prose">
          <Toggle label={text.copySkus(skus.length)} hint={text.copySkusExplained} checked={copySkus} onChange={actions.setCopySkus} />
        </div>
      )}
      <ScrollList label={text.list} rows={links} rowKey={({ shopify }) => shopify.id}>
        {(link) => (
          <>
            <Link link={link} sku={skuOf.get(link.shopify.id)} />
            <Button
              size="sm"
              kind="quiet"
              icon={<X size={15} aria-hidden />}
              aria-label={text.removeLabel(itemName(link.shopify))}
              onClick={() => actions.change((before) => takeBack(before, [link.shopify.id]))}
            >
              {text.remove}
            </Button>
          </>
        )}
      </ScrollList>
      {links.length > 0 && <p className="text-sm text-faint">{text.meanwhile}</p>}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" aria-disabled={links.length === 0} onClick={() => void actions.apply(plan)}>
          {text.start(links.length)}
        </Button>
        <Button icon={<Download size={15} />} onClick={() => downloadCsv('links-preview.csv', linksCsv(links, skuOf))}>
          {csvFileText.download}
        </Button>
        <Button onClick={() => actions.show('review')}>{text.back}</Button>
      </div>
    </section>
  );
}

/** Returns the accepted links as a CSV file, with the SKUs that are copied with them. */
function linksCsv(links: readonly Accepted[], skuOf: ReadonlyMap<string, SkuStep>): string {
  const rows = links.map(({ shopify, candidate: { square, link } }): CsvCell[] => {
    const copied = skuOf.get(shopify.id);
    const change = copied === undefined ? '' : text.change(sourceName(copied.source), copied.sku);
    return [itemName(shopify), shopify.sku, itemName(square), square.sku, packText(packsFrom(link) ?? NO_PACKS), change];
  });
  return toCsv(text.csvColumns, rows);
}

interface LinkProps {
  readonly link: Accepted;
  /** The SKU that is copied with it; undefined for none. */
  readonly sku: SkuStep | undefined;
}

function Link({ link: { shopify, candidate }, sku }: LinkProps) {
  const { square } = candidate;
  const pack = packText(packsFrom(candidate.link) ?? NO_PACKS);
  const skus =
    sku === undefined ? `${text.sku(shopify.sku.trim())} = ${text.sku(square.sku.trim())}` : text.change(sourceName(sku.source), sku.sku);
  return (
    <span className="min-w-0">
      <span className="block font-medium wrap-anywhere">
        {itemName(shopify)} <span className="font-normal text-muted">= {itemName(square)}</span>
      </span>
      <span className="block truncate font-mono text-xs text-muted" title={skus}>
        {skus}
      </span>
      {pack !== '' && <span className="block text-sm text-muted">{pack}</span>}
    </span>
  );
}
