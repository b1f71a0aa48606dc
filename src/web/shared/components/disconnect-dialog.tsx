import { useState } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import { sharedText } from '../shared.text';
import { useCall, useToast } from '../state/calls';
import { useSetAtom } from '../state/jotai';
import { nudgeStatusAtom } from '../state/session';
import { ConfirmDialog } from './confirm-dialog';

const text = sharedText.disconnect;

interface DisconnectDialogProps {
  readonly source: Source;
  /** The business name on that platform; '' when unknown. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks for confirmation before disconnecting a platform, and explains the consequences. */
export function DisconnectDialog({ source, name, onClose }: DisconnectDialogProps) {
  const platform = sourceName(source);
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [busy, setBusy] = useState(false);
  const disconnect = async () => {
    setBusy(true);
    const answer = await call((api) => api.connections.disconnect({ source }), { label: `disconnecting ${platform}` });
    setBusy(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: text.done(platform) });
    nudge();
    onClose();
  };
  return (
    <ConfirmDialog
      title={text.title(platform)}
      question={text.lead(platform, name)}
      action={text.action}
      danger
      busy={busy}
      onConfirm={disconnect}
      onClose={onClose}
    />
  );
}
