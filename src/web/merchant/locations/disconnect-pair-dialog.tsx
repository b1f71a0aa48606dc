import { useState } from 'react';

import type { SyncedLocation } from '../../../gen/sh/locations_pb';
import { Button } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { useLocationActions } from '../../shared/state/locations';
import { DISCONNECT_QUESTION } from './state';

interface DisconnectPairDialogProps {
  readonly pair: SyncedLocation;
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** Asks before a pair is ended. */
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
    <Dialog
      open
      onClose={onClose}
      title="Disconnect locations"
      lead={DISCONNECT_QUESTION}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" busy={busy} onClick={disconnect}>
            Disconnect
          </Button>
        </>
      }
    >
      <p className="mt-3 font-medium">
        {pair.shopifyName} <span className="text-faint">and</span> {pair.squareName}
      </p>
    </Dialog>
  );
}
