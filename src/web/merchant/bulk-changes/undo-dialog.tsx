import { useState } from 'react';

import type { Result } from '../../../domain/result';
import type { BulkChange } from '../../../gen/sh/inventory_pb';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { Notice } from '../../shared/components/notice';
import type { Failure } from '../../shared/rpc/failure';
import { failureText, useCall, useToast, type Call } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { nudgeStatusAtom } from '../../shared/state/session';
import { text } from './bulk-changes.text';
import { fixedRows, undoableTextsOf } from './state';

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
  const [tried, setTried] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const fixed = fixedRows(change);
  const texts = undoableTextsOf(change.kind).undo;

  const undo = async () => {
    setBusy(true);
    setFailure(null);
    const answer = await undoAll(call, change, setTried);
    setBusy(false);
    if (!answer.ok) {
      setFailure(answer.error);
      // What was undone until then is undone.
      onUndone();
      return;
    }
    const { undone, undoable } = answer.value;
    if (undone > change.undone) toast({ tone: 'good', text: texts.done(undone - change.undone) });
    if (undoable > 0) toast({ tone: 'warn', text: texts.some(undoable) });
    nudge();
    onUndone();
    onClose();
  };

  return (
    <ConfirmDialog
      title={texts.title(change.undoable)}
      question={texts.question}
      action={texts.action(change.undoable)}
      busy={busy}
      onConfirm={undo}
      onClose={onClose}
    >
      <p className="mt-3 text-muted">{texts.more}</p>
      {busy && tried > 0 && (
        <p role="status" className="mt-3 tabular-nums">
          {text.undo.progress(tried, change.rows)}
        </p>
      )}
      {fixed > 0 && <p className="mt-3">{texts.left(fixed)}</p>}
      {failure !== null && (
        <div className="mt-3">
          <Notice tone="bad" title={failureText(failure)} />
        </div>
      )}
    </ConfirmDialog>
  );
}

/** Undoes a bulk change in as many calls as it takes. */
async function undoAll(call: Call, { id }: BulkChange, onProgress: (tried: number) => void): Promise<Result<BulkChange, Failure>> {
  for (let tried = 0; ;) {
    const request = { id, tried };
    const answer = await call((api) => api.inventory.undoBulkChange(request), { label: 'undoing a bulk change', toast: false });
    // Another call that undoes it may have done the rest.
    if (!answer.ok || answer.value.tried >= answer.value.rows || answer.value.tried <= tried || answer.value.undoable === 0) return answer;
    ({ tried } = answer.value);
    onProgress(tried);
  }
}
