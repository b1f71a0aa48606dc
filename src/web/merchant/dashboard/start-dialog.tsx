import { Link } from 'wouter';

import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { InventoryCounts } from '../../../gen/sh/inventory_pb';
import { textLink } from '../../shared/components/button';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { inventoryPath } from '../../shared/paths';
import { useToast } from '../../shared/state/calls';
import { useWatching } from '../../shared/state/watching';
import { watchText } from '../../shared/watch.text';

const text = watchText.starting;

interface StartDialogProps {
  readonly status: AccountStatus;
  readonly counts: InventoryCounts | null;
  readonly onClose: () => void;
}

/** Says what starting to sync does and does not do, then starts it. */
export function StartDialog({ status, counts, onClose }: StartDialogProps) {
  const { saving, save } = useWatching();
  const toast = useToast();
  const alone = (counts?.onlyShopify ?? 0) + (counts?.onlySquare ?? 0);
  const differ = counts?.outOfSync ?? 0;
  const start = async () => {
    if (!(await save(false))) return;
    toast({ tone: 'good', text: watchText.started });
    onClose();
  };
  return (
    <ConfirmDialog title={text.title} question={text.lead} action={watchText.start} busy={saving} onConfirm={start} onClose={onClose}>
      <ul className="mt-4 grid list-disc gap-1.5 pl-5">
        <li>{text.sent}</li>
        {counts !== null && (
          <li>
            {differ === 0 ? text.equal : text.differ(differ)}{' '}
            {differ > 0 && (
              <Link className={textLink} href={inventoryPath('out_of_sync')}>
                {text.show}
              </Link>
            )}
          </li>
        )}
        {alone > 0 && <li>{text.unlinked(alone)}</li>}
        {status.newWriters > 0 && <li>{text.writers(status.newWriters)}</li>}
      </ul>
    </ConfirmDialog>
  );
}
