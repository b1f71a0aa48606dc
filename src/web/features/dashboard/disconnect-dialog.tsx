import { useState } from 'react';

import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { useCall, useToast } from '../../state/calls';
import { useSetAtom } from '../../state/jotai';
import { statusNudgeAtom } from '../../state/session';

/** Asks before Square is disconnected, and says what that means. */
export function DisconnectDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const [busy, setBusy] = useState(false);
  const disconnect = async () => {
    setBusy(true);
    const answer = await call((api) => api.connections.disconnect({ source: 'square' }), { label: 'disconnecting Square' });
    setBusy(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: 'Square is disconnected' });
    nudge((count) => count + 1);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Disconnect Square?"
      lead={`Shelfbridge will no longer read from or send to ${name === '' ? 'your Square account' : name}. Stock in Shopify and Square stays as it is, and your history is kept. You can connect again at any time.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" busy={busy} onClick={disconnect}>
            Disconnect
          </Button>
        </>
      }
    />
  );
}
