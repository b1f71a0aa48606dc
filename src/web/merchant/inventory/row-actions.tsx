import { Copy, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';

import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { Button, textLink } from '../../shared/components/button';
import { checkedOf } from './checked-variant';
import { inventoryText as text } from './inventory.text';
import { markOf } from './variant-findings';
import { canCopyToShopify } from './variant-state';

interface RowActionsProps {
  readonly variant: InventoryVariant;
  readonly name: string;
  /** Within a line of text, where there is no room for a column of buttons. */
  readonly compact?: boolean;
  readonly onFix: () => void;
  readonly onCopy: () => void;
}

/** Shows the actions of one row. Pressing one does not also open the row. */
export function RowActions({ variant, name, compact = false, onFix, onCopy }: RowActionsProps): ReactNode {
  const inSync = markOf(checkedOf(variant), '')?.icon === 'tick';
  const fixLabel = text.fixVariant(name);
  const copy = canCopyToShopify(variant) && (
    <Button
      size="sm"
      aria-haspopup="dialog"
      aria-label={text.copyVariant(name)}
      onClick={onCopy}
      icon={compact ? undefined : <Copy size={14} />}
    >
      {text.copyToShopify}
    </Button>
  );
  return (
    <span
      className="inline-flex flex-wrap gap-x-3 md:justify-end gap-y-1.5 md:gap-x-1.5"
      role="presentation"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {compact ? (
        <>
          {/* A press beside this small link opens the row, which does the same. */}
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={fixLabel}
            onClick={onFix}
            className={`${textLink} min-w-6 rounded-sm text-left`}
          >
            {text.fix}
          </button>
          {copy}
        </>
      ) : (
        <>
          {copy}
          <Button
            size="sm"
            kind={inSync ? 'quiet' : 'secondary'}
            aria-haspopup="dialog"
            aria-label={fixLabel}
            onClick={onFix}
            icon={<Wrench size={14} />}
          >
            {text.fix}
          </Button>
        </>
      )}
    </span>
  );
}
