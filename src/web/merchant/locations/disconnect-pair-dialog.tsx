import { useState } from 'react';

import type { SyncedLocation } from '../../../gen/sh/locations_pb';
import { Button } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { sharedText } from '../../shared/shared.text';
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
    <Dialog
      open
      onClose={onClose}
      title={text.pairs.disconnectTitle}
      lead={text.pairs.disconnectQuestion}
      footer={
        <>
          <Button onClick={onClose}>{sharedText.cancel}</Button>
          <Button kind="danger" busy={busy} onClick={disconnect}>
            {text.pairs.disconnect}
          </Button>
        </>
      }
    >
      <p className="mt-3 font-medium">
        {pair.shopifyName} <span className="text-faint">{text.pairs.and}</span> {pair.squareName}
      </p>
    </Dialog>
  );
}
