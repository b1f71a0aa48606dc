import { CircleCheck } from 'lucide-react';

import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';

/** Said after a SKU was saved. */
export function SuccessDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Success"
      footer={
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="mt-2 flex items-start gap-2.5">
        <CircleCheck size={20} aria-hidden="true" className="mt-px shrink-0 text-good" />
        SKU Updated Successfully. This variant has been removed from the list.
      </p>
    </Dialog>
  );
}
