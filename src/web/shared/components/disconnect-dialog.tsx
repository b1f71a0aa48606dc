import { useState } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import { useCall, useToast } from '../state/calls';
import { useSetAtom } from '../state/jotai';
import { statusNudgeAtom } from '../state/session';
import { Button } from './button';
import { Dialog } from './dialog';

interface DisconnectDialogProps {
  readonly source: Source;
  /** The business's name on that platform; '' when not known. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks before a platform is disconnected, and says what that means. */
export function DisconnectDialog({ source, name, onClose }: DisconnectDialogProps) {
  const platform = sourceName(source);
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const [busy, setBusy] = useState(false);
  const disconnect = async () => {
    setBusy(true);
    const answer = await call((api) => api.connections.disconnect({ source }), { label: `disconnecting ${platform}` });
    setBusy(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: `${platform} is disconnected` });
    nudge((count) => count + 1);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Disconnect ${platform}?`}
      lead={`Shelfbridge will no longer read from or send to ${name === '' ? `your ${platform} account` : name}. Stock in Shopify and Square stays as it is, and your history is kept. You can connect again at any time.`}
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
