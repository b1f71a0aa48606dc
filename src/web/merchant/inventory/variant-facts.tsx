import { History } from 'lucide-react';

import { SOURCES } from '../../../domain/source';
import type { JoinedVariant, Variant } from '../../../gen/sh/common_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { Quantity } from '../../shared/components/quantity';
import { SideTable, type SideRow } from '../../shared/components/side-table';
import { historyPath } from '../../shared/paths';
import { variantTitle } from './state';
import { skuOf } from './variant-state';

/** What the variant is called. */
export function VariantHeading({ variant }: { readonly variant: JoinedVariant }) {
  const side = variant.shopify ?? variant.square;
  return (
    <div className="min-w-0">
      <h3 className="text-xl font-semibold tracking-tight wrap-anywhere">{side?.productName ?? ''}</h3>
      <p className="wrap-anywhere text-muted">{variantTitle(side?.name ?? '')}</p>
    </div>
  );
}

/** Leads to everything that happened to a SKU; nothing for a variant without one. */
export function HistoryButton({ sku }: { readonly sku: string }) {
  if (sku === '') return null;
  return (
    <div>
      <ButtonLink href={historyPath(sku)} size="sm" icon={<History size={15} aria-hidden="true" />}>
        What happened to <span className="max-w-48 truncate">{sku}</span>
      </ButtonLink>
    </div>
  );
}

/** Both platforms' sides next to each other. */
export function BothSides({ variant }: { readonly variant: JoinedVariant }) {
  return <SideTable label="Both sides" shown={SOURCES} rows={rowsOf(variant)} />;
}

/** A variant that went from its platform, or was joined with another, while it stood open: there is nothing left to save to. */
export function VariantGone({ variant, onClose }: { readonly variant: JoinedVariant; readonly onClose: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <VariantHeading variant={variant} />
      <Notice
        tone="warn"
        title="This variant is no longer there"
        action={
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
        }
      >
        It was deleted or changed on its platform while it stood open here. Below is the last that was known; the list shows what is there
        now.
      </Notice>
      <HistoryButton sku={skuOf(variant)} />
      <BothSides variant={variant} />
    </div>
  );
}

function rowsOf(variant: JoinedVariant): readonly SideRow[] {
  const text = (name: string, read: (side: Variant) => string, mono = false): SideRow => ({
    name,
    mono,
    value: (source) => {
      const side = variant[source];
      return side === undefined ? '' : read(side);
    },
  });
  return [
    {
      name: 'Quantity',
      strong: true,
      value: (source) =>
        variant[source] === undefined ? '' : <Quantity units={source === 'shopify' ? variant.shopifyQuantity : variant.squareQuantity} />,
    },
    text('Product', (side) => side.productName),
    text('Variant', (side) => variantTitle(side.name)),
    text('SKU', (side) => side.sku, true),
    text('Barcode', (side) => side.barcode, true),
    text('Inv. Tracked', (side) => (side.inventoryTracked ? 'Yes' : 'No')),
    text('Variant id', (side) => side.id, true),
    text('Product id', (side) => side.productId, true),
    {
      name: 'Location id',
      mono: true,
      value: (source) => (source === 'shopify' ? variant.shopifyLocationId : variant.squareLocationId),
    },
  ];
}
