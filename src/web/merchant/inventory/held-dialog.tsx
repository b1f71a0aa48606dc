import { useState } from 'react';

import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { nudgeStatusAtom } from '../../shared/state/session';
import { inventoryText } from './inventory.text';

interface HeldDialogProps {
  /** Variants that have a held change: all, or those whose changes are meant. */
  readonly held: number;
  /** Their IDs; empty for all. */
  readonly ids: readonly string[];
  readonly send: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before held changes are sent or dropped. */
export function HeldDialog({ held, ids, send, onClose }: HeldDialogProps) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [busy, setBusy] = useState(false);
  const text = inventoryText.held;
  const resolve = async () => {
    setBusy(true);
    const label = send ? 'sending the held changes' : 'dropping the held changes';
    const answer = await call((api) => api.inventory.resolveHeld({ ids: [...ids], send }), { label });
    setBusy(false);
    if (!answer.ok) return;
    const { resolved } = answer.value;
    toast({ tone: 'good', text: send ? text.sending(resolved) : text.dropped(resolved) });
    nudge();
    onClose();
  };
  return (
    <ConfirmDialog
      title={send ? text.sendTitle(held) : text.dropTitle(held)}
      question={send ? text.sendLead : text.dropLead}
      action={ids.length === 0 ? (send ? text.sendAll : text.dropAll) : send ? text.send : text.drop}
      danger={!send}
      busy={busy}
      onConfirm={resolve}
      onClose={onClose}
    />
  );
}
