import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { statusNudgeAtom } from '../../shared/state/session';
import { inventoryText } from './inventory.text';

interface HeldDialogProps {
  /** Variants that have a held change. */
  readonly held: number;
  readonly send: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before all held changes are sent or dropped. */
export function HeldDialog({ held, send, onClose }: HeldDialogProps) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const [busy, setBusy] = useState(false);
  const text = inventoryText.held;
  const resolve = async () => {
    setBusy(true);
    const label = send ? 'sending the held changes' : 'dropping the held changes';
    const answer = await call((api) => api.inventory.resolveHeld({ ids: [], send }), { label });
    setBusy(false);
    if (!answer.ok) return;
    const { resolved } = answer.value;
    toast({ tone: 'good', text: send ? text.sending(resolved) : text.dropped(resolved) });
    nudge((count) => count + 1);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={send ? text.sendTitle(held) : text.dropTitle(held)}
      lead={send ? text.sendLead : text.dropLead}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind={send ? 'primary' : 'danger'} busy={busy} onClick={resolve}>
            {send ? text.sendAll : text.dropAll}
          </Button>
        </>
      }
    />
  );
}
