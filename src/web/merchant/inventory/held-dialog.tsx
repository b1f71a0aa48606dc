import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { plural } from '../../shared/formats';
import { useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { statusNudgeAtom } from '../../shared/state/session';

interface HeldDialogProps {
  /** Variants that have a held change. */
  readonly held: number;
  readonly send: boolean;
  readonly onClose: () => void;
}

/** Asks before all held changes are sent or dropped, and says what that means. */
export function HeldDialog({ held, send, onClose }: HeldDialogProps) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const [busy, setBusy] = useState(false);
  const changes = plural(held, 'held change', 'held changes');
  const resolve = async () => {
    setBusy(true);
    const label = send ? 'sending the held changes' : 'dropping the held changes';
    const answer = await call((api) => api.inventory.resolveHeld({ ids: [], send }), { label });
    setBusy(false);
    if (!answer.ok) return;
    const done = plural(answer.value.resolved, 'held change', 'held changes');
    toast({ tone: 'good', text: send ? `Sending ${done}` : `Dropped ${done}` });
    nudge((count) => count + 1);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={send ? `Send ${changes}?` : `Drop ${changes}?`}
      lead={
        send
          ? 'Each change is made on the other platform as well, although it was held. Sales made meanwhile still count.'
          : 'The changes are not made on the other platform: the two quantities stay that far apart, until you level them or set a number.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind={send ? 'primary' : 'danger'} busy={busy} onClick={resolve}>
            {send ? 'Send all' : 'Drop all'}
          </Button>
        </>
      }
    />
  );
}
