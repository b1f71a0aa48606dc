import { Copy, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';

import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { Button } from '../../components/button';

interface RowActionsProps {
  readonly variant: InventoryVariant;
  readonly name: string;
  readonly onFix: () => void;
  readonly onCopy: () => void;
}

/** What can be done with one row. Pressing them does not also open the row. */
export function RowActions({ variant, name, onFix, onCopy }: RowActionsProps): ReactNode {
  const copies = variant.shopifyId === '' && variant.sku !== '';
  const calm = variant.status === 'in_sync' && variant.trouble === '';
  return (
    <span
      className="inline-flex flex-wrap justify-end gap-1.5"
      role="presentation"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {copies && (
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
    </span>
  );
}
