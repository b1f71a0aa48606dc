import { CircleCheck } from 'lucide-react';

import { Button, ButtonLink } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { inventorySearchPath } from '../../shared/paths';

/** Said after a SKU was saved; leads to the variant, which may be matched by now. */
export function SuccessDialog({ sku, onClose }: { readonly sku: string; readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Success"
      footer={
        <>
          <ButtonLink href={inventorySearchPath(sku)}>Show it in the inventory</ButtonLink>
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="mt-2 flex items-start gap-2.5">
        <CircleCheck size={20} aria-hidden="true" className="mt-px shrink-0 text-good" />
        SKU Updated Successfully. This variant has been removed from the list.
      </p>
    </Dialog>
  );
}
