import { CircleCheck, CircleOff, Clock, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import { isPacked } from '../../../domain/sync/pack-size';
import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { Quantity } from '../../shared/components/quantity';
import { Tooltip } from '../../shared/components/tooltip';
import { isolate } from '../../shared/formats';
import { packsOf, packText } from '../../shared/pack-text';
import { variantTitle } from '../../shared/variant-names';
import { checkedOf } from './checked-variant';
import type { OptionalColumn } from './columns/optional-columns';
import { inventoryText as text } from './inventory.text';
import { badgesOf, markOf, type Mark } from './variant-findings';

/** Shows a platform's quantity, or a cross where the variant does not exist there. */
export function QuantityCell({ variant, source }: { readonly variant: InventoryVariant; readonly source: Source }) {
  const [id, units] = source === 'shopify' ? [variant.shopifyId, variant.shopifyQuantity] : [variant.squareId, variant.squareQuantity];
  if (id === '') {
    return (
      <Tooltip text={text.notOnExplained(sourceName(source))}>
        <X size={17} role="img" aria-label={text.notOn(sourceName(source))} className="text-bad" />
      </Tooltip>
    );
  }
  return <Quantity units={units} />;
}

interface NameCellProps {
  readonly variant: InventoryVariant;
  readonly productName: string;
  /** Shows only the variant's own name, where it has one: the row is under its product's name. */
  readonly grouped: boolean;
  /** Says why it needs attention, where that is what the list is about. */
  readonly explained: boolean;
  /** What has a column of its own. */
  readonly elsewhere: ReadonlySet<OptionalColumn>;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** Shows the variant's name, which opens its details, its SKU and its badges, and on narrow screens its actions. */
export function NameCell({ variant, productName, grouped, explained, elsewhere, onOpen, children }: NameCellProps) {
  const title = variantTitle(variant.name);
  const packs = packsOf(variant);
  const kind = labelsOf(variant, (label) => !grouped && !elsewhere.has(label));
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
            <span className="font-medium">{productName === '' ? text.noName : isolate(productName)}</span>
            {title !== '' && <span className="text-muted"> · {isolate(title)}</span>}
          </>
        )}
      </button>
      <div className="flex flex-wrap items-center gap-x-2 text-sm">
        {!elsewhere.has('sku') && <SkuCell sku={variant.sku} />}
        {kind !== '' && <span className="max-w-full truncate text-xs text-faint max-md:hidden">{isolate(kind)}</span>}
        {isPacked(packs) && <span className="shrink-0 text-xs text-muted">{packText(packs)}</span>}
        {badgesOf(variant).map((badge) => (
          <Badge key={badge}>{badge}</Badge>
        ))}
        {children}
      </div>
      {explained && variant.troubleDetail !== '' && <p className="mt-1 text-sm text-muted max-sm:line-clamp-4">{variant.troubleDetail}</p>}
    </div>
  );
}

/** Shows a SKU, or that there is none. */
export function SkuCell({ sku }: { readonly sku: string }) {
  if (sku === '') return <span className="text-bad">{text.noSku}</span>;
  return <span className="block max-w-full truncate font-mono text-xs text-muted">{sku}</span>;
}

/** Returns those of vendor and product type that are wanted, as one text; '' for none. */
export function labelsOf({ vendor, productType }: InventoryVariant, isWanted: (label: 'vendor' | 'type') => boolean): string {
  return [isWanted('vendor') ? vendor : '', isWanted('type') ? productType : ''].filter((part) => part !== '').join(' · ');
}

function Badge({ children }: { readonly children: string }) {
  return <span className="shrink-0 rounded-sm bg-warn-soft px-1.5 text-xs text-warn">{children}</span>;
}

const ICONS = {
  tick: { Icon: CircleCheck, color: 'text-good' },
  warning: { Icon: TriangleAlert, color: 'text-warn' },
  moving: { Icon: Clock, color: 'text-muted' },
  off: { Icon: CircleOff, color: 'text-warn' },
} as const satisfies Record<Mark['icon'], unknown>;

/** Shows how the two quantities compare; `labeled` in words as well. */
export function StatusCell({ variant, labeled = false }: { readonly variant: InventoryVariant; readonly labeled?: boolean }) {
  const mark = markOf(checkedOf(variant), variant.troubleDetail);
  if (mark === null) return null;
  const { Icon, color } = ICONS[mark.icon];
  const icon = labeled ? (
    <span className={`inline-flex items-center gap-1 text-sm ${color}`}>
      <Icon size={16} aria-hidden />
      {mark.label}
    </span>
  ) : (
    <Icon size={18} role="img" aria-label={mark.label} className={`inline ${color}`} />
  );
  return mark.explained === '' ? icon : <Tooltip text={mark.explained}>{icon}</Tooltip>;
}
