import { useState } from 'react';

import type { SavedView } from '../../../../gen/sh/inventory_pb';
import { ConfirmDialog } from '../../../shared/components/confirm-dialog';
import { TextField } from '../../../shared/components/field';
import { failureText, useCall, useToast } from '../../../shared/state/calls';
import { nameError } from './saved-list';
import { viewsText as text } from './views.text';

interface NameDialogProps {
  /** The view to save; its ID is '' for a new one. */
  readonly view: SavedView;
  readonly saved: readonly SavedView[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Asks for the name of a view, and saves it. */
export function NameDialog({ view, saved, onSaved, onClose }: NameDialogProps) {
  const call = useCall();
  const toast = useToast();
  const [name, setName] = useState(view.name);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const isNew = view.id === '';
  const error = refused === '' ? nameError(name, view.id, saved) : refused;
  const isReady = name.trim() !== '' && error === '';
  const save = async (): Promise<void> => {
    if (!isReady || busy) return;
    setBusy(true);
    const answer = await call((api) => api.inventory.saveView({ ...view, name: name.trim() }), { label: 'saving a view', toast: false });
    setBusy(false);
    if (!answer.ok) {
      setRefused(failureText(answer.error));
      return;
    }
    toast({ tone: 'good', text: isNew ? text.saved : text.renamed });
    onSaved();
    onClose();
  };
  return (
    <ConfirmDialog
      title={isNew ? text.saveTitle : text.renameTitle}
      action={isNew ? text.confirmSave : text.confirmRename}
      busy={busy}
      disabled={!isReady}
      onConfirm={save}
      onClose={onClose}
    >
      <form
        className="mt-2"
        onSubmit={async (event) => {
          event.preventDefault();
          await save();
        }}
      >
        <TextField
          label={text.name}
          autoComplete="off"
          value={name}
          onChange={({ target }) => {
            setRefused('');
            setName(target.value);
          }}
          error={error}
          {...(isNew ? { hint: text.hint } : {})}
        />
      </form>
    </ConfirmDialog>
  );
}
