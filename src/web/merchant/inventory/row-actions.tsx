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
  readonly onFix: () => void;
  readonly onCopy: () => void;
}

/** Shows the actions of one row. */
export function RowActions(props: RowActionsProps): ReactNode {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5">
      <CopyAction {...props} icon={<Copy size={14} />} />
      <FixAction {...props} />
    </span>
  );
}

/** Shows the actions of one row within a line of text, where there is no room for a column of buttons. */
export function CompactActions(props: RowActionsProps): ReactNode {
  return (
    <span className="inline-flex flex-wrap gap-x-3 gap-y-1.5">
      <Apart>
        {/* A press beside this small link opens the row, which does the same. */}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={text.fixVariant(props.name)}
          onClick={props.onFix}
          className={`${textLink} min-w-6 rounded-sm text-left`}
        >
          {text.fix}
        </button>
      </Apart>
      <CopyAction {...props} />
    </span>
  );
}

/** Opens the row's details. */
export function FixAction({ variant, name, onFix }: Omit<RowActionsProps, 'onCopy'>): ReactNode {
  const inSync = markOf(checkedOf(variant), '')?.icon === 'tick';
  return (
    <Apart>
      <Button
        size="sm"
        kind={inSync ? 'quiet' : 'secondary'}
        aria-haspopup="dialog"
        aria-label={text.fixVariant(name)}
        onClick={onFix}
        icon={<Wrench size={14} />}
      >
        {text.fix}
      </Button>
    </Apart>
  );
}

/** Copies the row's product to Shopify; nothing where it cannot be copied. */
export function CopyAction({ variant, name, onCopy, icon }: Omit<RowActionsProps, 'onFix'> & { readonly icon?: ReactNode }): ReactNode {
  if (!canCopyToShopify(variant)) return null;
  return (
    <Apart>
      <Button size="sm" aria-haspopup="dialog" aria-label={text.copyVariant(name)} onClick={onCopy} icon={icon}>
        {text.copyToShopify}
      </Button>
    </Apart>
  );
}

/** Keeps presses from also opening the row. */
function Apart({ children }: { readonly children: ReactNode }) {
  return (
    <span
      className="inline-flex"
      role="presentation"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
    </span>
  );
}
