import { History } from 'lucide-react';
import { useState } from 'react';

import { SOURCES, type Source } from '../../../domain/source';
import type { JoinedVariant, Variant } from '../../../gen/sh/common_pb';
import { ButtonLink } from '../../components/button';
import { Drawer } from '../../components/drawer';
import { Quantity } from '../../components/quantity';
import { SideTable, type SideRow } from '../../components/side-table';
import { SkeletonRows } from '../../components/skeleton';
import { historyPath } from '../../paths';
import { useLoad } from '../../state/load';
import { latest } from '../../state/remote';
import { CopyConfirm, CopyStarted } from './copy-steps';
import { DrawerError, type DrawerProblem } from './drawer-error';
import { variantTitle } from './state';
import { useVariantActions } from './variant-actions';
import { VariantResolution } from './variant-resolution';
import { skuOf, variantAtom, type CopyCounts, type OpenVariant } from './variant-state';

const LABEL = 'getting variant detail';

/** Everything about one variant: how it stands, what mends it, and both platforms' sides of it next to each other. */
export function VariantDrawer({ open, onClose }: { readonly open: OpenVariant; readonly onClose: () => void }) {
  const { source, variantId, productId } = open;
  const key = [source, variantId, productId].join('.');
  const loaded = useLoad({
    atom: variantAtom,
    key,
    label: LABEL,
    make: (api, options) => api.variants.getVariantDetail({ source, variantId, productId }, options),
    live: true,
  });
  const [problem, setProblem] = useState<DrawerProblem | null>(null);
  const variant = latest(loaded.remote);
  const failure = variant === null && loaded.remote.state === 'failed' ? loaded.remote.failure : null;
  return (
    <Drawer open onClose={onClose} title="Variant Details">
      {failure !== null ? (
        <DrawerError problem={{ label: LABEL, failure, writes: false }} onContinue={onClose} />
      ) : variant === null ? (
        <SkeletonRows rows={8} />
      ) : (
        <>
          {problem !== null && (
            <DrawerError
              problem={problem}
              onContinue={() => {
                setProblem(null);
                loaded.reload();
              }}
            />
          )}
          {/* Stays mounted under an error, so that what was typed is still there afterwards. */}
          <div hidden={problem !== null}>
            <Details key={key} variant={variant} onProblem={setProblem} onChanged={loaded.reload} onClose={onClose} />
          </div>
        </>
      )}
    </Drawer>
  );
}

interface DetailsProps {
  readonly variant: JoinedVariant;
  readonly onProblem: (problem: DrawerProblem) => void;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Where copying to the other platform stands. */
type Copying = { readonly to: Source; readonly counts: CopyCounts; readonly started: boolean };

function Details({ variant, onProblem, onChanged, onClose }: DetailsProps) {
  const actions = useVariantActions({ variant, onProblem, onChanged });
  const [copying, setCopying] = useState<Copying | null>(null);
  const prepare = async (to: Source) => {
    const counts = await actions.prepareCopy(to);
    if (counts !== null) setCopying({ to, counts, started: false });
  };
  const copy = async (to: Source, counts: CopyCounts) => {
    if (await actions.startCopy(to)) setCopying({ to, counts, started: true });
  };
  if (copying?.started === true) return <CopyStarted to={copying.to} onClose={onClose} />;
  const side = variant.shopify ?? variant.square;
  const sku = skuOf(variant);
  return (
    <div className="flex flex-col gap-5">
      <div className="min-w-0">
        <h3 className="text-xl font-semibold tracking-tight break-words">{side?.productName ?? ''}</h3>
        <p className="break-words text-muted">{variantTitle(side?.name ?? '')}</p>
      </div>
      {copying === null ? (
        <VariantResolution variant={variant} actions={actions} onProblem={onProblem} onCopy={prepare} />
      ) : (
        <CopyConfirm
          to={copying.to}
          counts={copying.counts}
          busy={actions.doing === 'copy'}
          onCopy={() => copy(copying.to, copying.counts)}
          onBack={() => setCopying(null)}
        />
      )}
      {sku !== '' && (
        <div>
          <ButtonLink href={historyPath(sku)} size="sm" icon={<History size={15} aria-hidden="true" />}>
            What happened to <span className="max-w-48 truncate">{sku}</span>
          </ButtonLink>
        </div>
      )}
      <SideTable label="Both sides" shown={SOURCES} rows={rowsOf(variant)} />
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
