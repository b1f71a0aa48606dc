import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { Quantity } from '../../components/quantity';
import { Tooltip } from '../../components/tooltip';
import { isolate } from '../../formats';
import { quantityMark, variantTitle } from './state';

/** A platform's number, or a cross where the variant does not exist there. */
export function QuantityCell({ variant, source }: { readonly variant: InventoryVariant; readonly source: Source }) {
  const [id, units] = source === 'shopify' ? [variant.shopifyId, variant.shopifyQuantity] : [variant.squareId, variant.squareQuantity];
  if (id === '') {
    return (
      <Tooltip text={`This variant does not exist on ${sourceName(source)}.`}>
        <X size={17} role="img" aria-label={`Not on ${sourceName(source)}`} className="text-bad" />
      </Tooltip>
    );
  }
  return <Quantity units={units} />;
}

interface NameCellProps {
  readonly variant: InventoryVariant;
  /** '' under a heading that names the product already. */
  readonly productName: string;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** The variant's name, which opens it, with its SKU and what is the matter; on narrow screens also what can be done. */
export function NameCell({ variant, productName, onOpen, children }: NameCellProps) {
  const titled = variantTitle(variant.name) !== '';
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-haspopup="dialog"
        title={[productName, variant.name]
          .filter((part) => part !== '')
          .map(isolate)
          .join(' · ')}
        onClick={(event) => {
          event.stopPropagation();
          onOpen();
        }}
        className="line-clamp-2 max-w-full rounded-sm text-left wrap-anywhere sm:line-clamp-1"
      >
        {productName === '' ? (
          <span className="font-medium">{variant.name === '' ? '(No name)' : variant.name}</span>
        ) : (
          <>
            <span className="font-medium">{isolate(productName)}</span>
            {titled && <span className="text-muted"> · {isolate(variant.name)}</span>}
          </>
        )}
      </button>
      <div className="flex flex-wrap items-center gap-x-2 text-sm">
        {variant.sku === '' ? (
          <span className="text-bad">[missing sku]</span>
        ) : (
          <span className="max-w-full truncate font-mono text-xs text-muted">{variant.sku}</span>
        )}
        {variant.status === 'duplicate_sku' && <Chip>duplicate SKU</Chip>}
        {variant.status === 'untracked' && <Chip>not tracked</Chip>}
        {variant.trouble === 'held' && <Chip>change held</Chip>}
        {variant.trouble === 'blocked' && <Chip>refused</Chip>}
        {variant.trouble === 'frozen' && <Chip>stopped</Chip>}
        {children}
      </div>
    </div>
  );
}

function Chip({ children }: { readonly children: string }) {
  return <span className="shrink-0 rounded-sm bg-warn-soft px-1.5 text-xs text-warn">{children}</span>;
}

/** How the two numbers compare. */
export function StatusCell({ variant }: { readonly variant: InventoryVariant }) {
  const mark = quantityMark(variant);
  if (variant.trouble !== '' && mark !== 'none') {
    return (
      <Tooltip text={variant.troubleDetail === '' ? 'This variant needs you.' : variant.troubleDetail}>
        <TriangleAlert size={18} role="img" aria-label="Out of sync" className="text-warn" />
      </Tooltip>
    );
  }
  switch (mark) {
    case 'none':
      return null;
    case 'equal':
      return <CircleCheck size={18} role="img" aria-label="In sync" className="inline text-good" />;
    case 'different':
      return <TriangleAlert size={18} role="img" aria-label="Out of sync" className="inline text-warn" />;
  }
}
