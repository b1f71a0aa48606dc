import { CircleCheck, CircleOff, Clock, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { Quantity } from '../../shared/components/quantity';
import { Tooltip } from '../../shared/components/tooltip';
import { isolate } from '../../shared/formats';
import { variantTitle } from './state';
import { checkedOf, chipsOf, markOf, type Mark } from './variant.text';

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
  readonly productName: string;
  /** Under a heading that names the product already: the variant's own name alone, where it has one. */
  readonly grouped: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** The variant's name, which opens it, with its SKU and what is the matter; on narrow screens also what can be done. */
export function NameCell({ variant, productName, grouped, onOpen, children }: NameCellProps) {
  const title = variantTitle(variant.name);
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-haspopup="dialog"
        title={[productName, title]
          .filter((part) => part !== '')
          .map(isolate)
          .join(' · ')}
        onClick={(event) => {
          event.stopPropagation();
          onOpen();
        }}
        className="line-clamp-2 max-w-full rounded-sm text-left wrap-anywhere sm:line-clamp-1"
      >
        {grouped && title !== '' ? (
          <span className="font-medium">{isolate(title)}</span>
        ) : (
          <>
            <span className="font-medium">{productName === '' ? '(No name)' : isolate(productName)}</span>
            {title !== '' && <span className="text-muted"> · {isolate(title)}</span>}
          </>
        )}
      </button>
      <div className="flex flex-wrap items-center gap-x-2 text-sm">
        {variant.sku === '' ? (
          <span className="text-bad">[missing sku]</span>
        ) : (
          <span className="max-w-full truncate font-mono text-xs text-muted">{variant.sku}</span>
        )}
        {chipsOf(checkedOf(variant), variant.status).map((chip) => (
          <Chip key={chip}>{chip}</Chip>
        ))}
        {children}
      </div>
    </div>
  );
}

function Chip({ children }: { readonly children: string }) {
  return <span className="shrink-0 rounded-sm bg-warn-soft px-1.5 text-xs text-warn">{children}</span>;
}

const ICONS = {
  tick: { Icon: CircleCheck, colour: 'text-good' },
  warning: { Icon: TriangleAlert, colour: 'text-warn' },
  moving: { Icon: Clock, colour: 'text-muted' },
  off: { Icon: CircleOff, colour: 'text-warn' },
} as const satisfies Record<Mark['icon'], unknown>;

/** How the two numbers compare. */
export function StatusCell({ variant }: { readonly variant: InventoryVariant }) {
  const mark = markOf(checkedOf(variant), variant.troubleDetail);
  if (mark === null) return null;
  const { Icon, colour } = ICONS[mark.icon];
  const icon = <Icon size={18} role="img" aria-label={mark.label} className={`inline ${colour}`} />;
  return mark.explained === '' ? icon : <Tooltip text={mark.explained}>{icon}</Tooltip>;
}
