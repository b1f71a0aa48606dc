import { Copy, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';

import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { Button, textLink } from '../../shared/components/button';
import { canCopyToShopify } from './variant-state';
import { checkedOf, markOf } from './variant.text';

interface RowActionsProps {
  readonly variant: InventoryVariant;
  readonly name: string;
  readonly onFix: () => void;
  readonly onCopy: () => void;
}

/** What can be done with one row. Pressing them does not also open the row. */
export function RowActions({ variant, name, onFix, onCopy }: RowActionsProps): ReactNode {
  const calm = markOf(checkedOf(variant), '')?.icon === 'tick';
  return (
    <Apart>
      {canCopyToShopify(variant) && (
        <Button
          size="sm"
          aria-haspopup="dialog"
          aria-label={`Copy To Shopify: ${name}`}
          onClick={onCopy}
          icon={<Copy size={14} aria-hidden="true" />}
        >
          Copy To Shopify
        </Button>
      )}
      <Button
        size="sm"
        kind={calm ? 'quiet' : 'secondary'}
        aria-haspopup="dialog"
        aria-label={`Fix: ${name}`}
        onClick={onFix}
        icon={<Wrench size={14} aria-hidden="true" />}
      >
        Fix
      </Button>
    </Apart>
  );
}

/** The same within a line, where there is no room for a column of buttons. */
export function RowLinks({ variant, name, onFix, onCopy }: RowActionsProps): ReactNode {
  return (
    <Apart>
      <button type="button" aria-haspopup="dialog" aria-label={`Fix: ${name}`} onClick={onFix} className={LINK}>
        Fix
      </button>
      {canCopyToShopify(variant) && (
        <Button size="sm" aria-haspopup="dialog" aria-label={`Copy To Shopify: ${name}`} onClick={onCopy}>
          Copy To Shopify
        </Button>
      )}
    </Apart>
  );
}

/** Where it is missed, the row is pressed, which opens the same. */
const LINK = `${textLink} min-w-6 rounded-sm text-left`;

function Apart({ children }: { readonly children: ReactNode }) {
  return (
    <span
      className="inline-flex flex-wrap gap-x-3 md:justify-end gap-y-1.5 md:gap-x-1.5"
      role="presentation"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
    </span>
  );
}
