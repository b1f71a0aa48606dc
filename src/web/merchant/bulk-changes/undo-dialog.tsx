import { useState } from 'react';

import type { BulkChange } from '../../../gen/sh/inventory_pb';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { Notice } from '../../shared/components/notice';
import type { Failure } from '../../shared/rpc/failure';
import { failureText, useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { nudgeStatusAtom } from '../../shared/state/session';
import { text } from './bulk-changes.text';
import { fixedRows } from './state';

interface UndoDialogProps {
  readonly change: BulkChange;
  readonly onUndone: () => void;
  readonly onClose: () => void;
}

/** Says what undoing does, and undoes a bulk change. */
export function UndoDialog({ change, onUndone, onClose }: UndoDialogProps) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const fixed = fixedRows(change);

  const undo = async () => {
    setBusy(true);
    setFailure(null);
    const answer = await call((api) => api.inventory.undoBulkChange({ id: change.id }), { label: 'undoing a bulk change', toast: false });
    setBusy(false);
    if (!answer.ok) {
      setFailure(answer.error);
      return;
    }
    const { undone, undoable } = answer.value;
    if (undone > change.undone) toast({ tone: 'good', text: text.undo.done(undone - change.undone) });
    if (undoable > 0) toast({ tone: 'warn', text: text.undo.some(undoable) });
    nudge();
    onUndone();
    onClose();
  };

  return (
    <ConfirmDialog
      title={text.undo.title(change.undoable)}
      question={text.undo.question}
      action={text.undo.action(change.undoable)}
      busy={busy}
      onConfirm={undo}
      onClose={onClose}
    >
      <p className="mt-3 text-muted">{text.undo.example}</p>
      {fixed > 0 && <p className="mt-3">{text.undo.left(fixed)}</p>}
      {failure !== null && (
        <div className="mt-3">
          <Notice tone="bad" title={failureText(failure)} />
        </div>
      )}
    </ConfirmDialog>
  );
}
