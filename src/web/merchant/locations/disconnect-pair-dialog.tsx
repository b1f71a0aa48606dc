import { useState } from 'react';

import type { SyncedLocation } from '../../../gen/sh/locations_pb';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { useLocationActions } from '../../shared/state/locations';
import { text } from './locations.text';

interface DisconnectPairDialogProps {
  readonly pair: SyncedLocation;
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation, then disconnects a pair of locations. */
export function DisconnectPairDialog({ pair, reload, onClose }: DisconnectPairDialogProps) {
  const { disconnectPair } = useLocationActions(reload);
  const [busy, setBusy] = useState(false);
  const disconnect = async () => {
    setBusy(true);
    const worked = await disconnectPair(pair.id);
    setBusy(false);
    if (worked) onClose();
  };
  return (
    <ConfirmDialog
      title={text.pairs.disconnectTitle}
      question={text.pairs.disconnectQuestion}
      action={text.pairs.disconnect}
      danger
      busy={busy}
      onConfirm={disconnect}
      onClose={onClose}
    >
      <p className="mt-3 font-medium">
        {pair.shopifyName} <span className="text-faint">{text.pairs.and}</span> {pair.squareName}
      </p>
    </ConfirmDialog>
  );
}
