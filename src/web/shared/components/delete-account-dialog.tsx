import { useState } from 'react';

import { sharedText } from '../shared.text';
import { ConfirmDialog } from './confirm-dialog';
import { TextField } from './field';

const text = sharedText.deleteAccount;

interface DeleteAccountDialogProps {
  /** The account's shop domain: whoever deletes the account types it. */
  readonly domain: string;
  /** Starts the deletion; `domain` is as typed. Resolves when the server has answered. */
  readonly onDelete: (domain: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Says what deleting an account means, and asks for its shop domain as a confirmation. */
export function DeleteAccountDialog({ domain, onDelete, onClose }: DeleteAccountDialogProps) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onDelete(typed);
    setBusy(false);
  };
  return (
    <ConfirmDialog
      title={text.title}
      question={text.lead}
      action={text.action}
      danger
      busy={busy}
      disabled={typed.trim().toLowerCase() !== domain}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="mt-4">
        <TextField
          label={text.type(domain)}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
