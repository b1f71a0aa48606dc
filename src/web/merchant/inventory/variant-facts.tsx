import { CircleQuestionMark, History } from 'lucide-react';

import { SOURCES } from '../../../domain/source';
import type { JoinedVariant, Variant } from '../../../gen/sh/common_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { ProductPicture } from '../../shared/components/product-picture';
import { Quantity } from '../../shared/components/quantity';
import { SideTable, type SideRow } from '../../shared/components/side-table';
import { historyPath, timelinePath } from '../../shared/paths';
import { variantTitle } from '../../shared/variant-names';
import { fillIn } from './fill-in';
import { skuOf } from './variant-state';
import { variantText as text } from './variant.text';

/** Shows the names of the product and the variant. */
export function VariantHeading({ variant }: { readonly variant: JoinedVariant }) {
  const side = variant.shopify ?? variant.square;
  const imageUrl = variant.shopify?.imageUrl || (variant.square?.imageUrl ?? '');
  return (
    <div className="flex min-w-0 items-center gap-4">
      {imageUrl !== '' && <ProductPicture url={imageUrl} />}
      <div className="min-w-0">
        <h3 className="text-xl font-semibold tracking-tight wrap-anywhere">{side?.productName ?? ''}</h3>
        <p className="wrap-anywhere text-muted">{variantTitle(side?.name ?? '')}</p>
      </div>
    </div>
  );
}

/** Links to the history and the timeline of a SKU; nothing for a variant without one. */
export function HistoryButton({ sku }: { readonly sku: string }) {
  if (sku === '') return null;
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink href={historyPath(sku)} size="sm" icon={<History size={15} />}>
        {fillIn(text.history, { sku: <span className="max-w-48 truncate">{sku}</span> })}
      </ButtonLink>
      <ButtonLink href={timelinePath(sku)} size="sm" icon={<CircleQuestionMark size={15} />}>
        {text.timeline}
      </ButtonLink>
    </div>
  );
}

/** Shows both platforms' sides next to each other. */
export function BothSides({ variant }: { readonly variant: JoinedVariant }) {
  return <SideTable label={text.sides} shown={SOURCES} rows={rowsOf(variant)} />;
}

/** Replaces the details of a variant that was deleted, or linked with another, while they were open: nothing can be saved to it. */
export function VariantGone({ variant, onClose }: { readonly variant: JoinedVariant; readonly onClose: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <VariantHeading variant={variant} />
      <Notice
        tone="warn"
        title={text.gone}
        action={
          <Button size="sm" onClick={onClose}>
            {text.close}
          </Button>
        }
      >
        {text.goneExplained}
      </Notice>
      <HistoryButton sku={skuOf(variant)} />
      <BothSides variant={variant} />
    </div>
  );
}

function rowsOf(variant: JoinedVariant): readonly SideRow[] {
  const row = (name: string, read: (side: Variant) => string, mono = false): SideRow => ({
    name,
    mono,
    value: (source) => {
      const side = variant[source];
      return side === undefined ? '' : read(side);
    },
  });
  return [
    {
      name: text.facts.quantity,
      strong: true,
      value: (source) =>
        variant[source] === undefined ? '' : <Quantity units={source === 'shopify' ? variant.shopifyQuantity : variant.squareQuantity} />,
    },
    row(text.facts.product, (side) => side.productName),
    row(text.facts.variant, (side) => variantTitle(side.name)),
    row(text.facts.sku, (side) => side.sku, true),
    row(text.facts.barcode, (side) => side.barcode, true),
    ...[
      row(text.facts.vendor, (side) => side.vendor),
      row(text.facts.productType, (side) => side.productType),
      row(text.facts.tags, (side) => side.tags.join(', ')),
    ].filter((one) => SOURCES.some((source) => one.value(source) !== '')),
    row(text.facts.tracked, (side) => (side.inventoryTracked ? text.facts.yes : text.facts.no)),
    row(text.facts.variantId, (side) => side.id, true),
    row(text.facts.productId, (side) => side.productId, true),
    {
      name: text.facts.locationId,
      mono: true,
      value: (source) => (source === 'shopify' ? variant.shopifyLocationId : variant.squareLocationId),
    },
  ];
}
