import { CircleCheck } from 'lucide-react';

import { Button, ButtonLink } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { inventorySearchPath } from '../../shared/paths';
import { issuesText } from './issues.text';

const text = issuesText.success;

/** Confirms that a SKU was saved, and links to the variant, which may now be matched. */
export function SuccessDialog({ sku, onClose }: { readonly sku: string; readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      footer={
        <>
          <ButtonLink href={inventorySearchPath(sku)}>{text.show}</ButtonLink>
          <Button kind="primary" onClick={onClose}>
            {text.close}
          </Button>
        </>
      }
    >
      <p className="mt-2 flex items-start gap-2.5">
        <CircleCheck size={20} className="mt-px shrink-0 text-good" />
        {text.explained}
      </p>
    </Dialog>
  );
}
