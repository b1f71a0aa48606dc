import { useState } from 'react';

import type { AccountDeletion } from '../../../gen/sh/common_pb';
import { sharedText } from '../shared.text';
import { useCall, useToast, type MakeCall } from '../state/calls';
import { Button } from './button';
import { ConfirmDialog } from './confirm-dialog';
import { TextField } from './field';

const text = sharedText.deleteAccount;

interface DeleteAccountProps {
  /** The account's shop domain: the person who deletes the account types it. */
  readonly domain: string;
  /** The call that starts the deletion; `shopDomain` is as typed. */
  readonly make: (shopDomain: string) => MakeCall<object, AccountDeletion>;
  readonly onDone: () => void;
}

/** The button that deletes an account: says what that means, asks for the shop domain as a confirmation, and shows the receipt. */
export function DeleteAccount({ domain, make, onDone }: DeleteAccountProps) {
  const call = useCall();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const show = () => {
    setTyped('');
    setOpen(true);
  };
  const confirm = async () => {
    setBusy(true);
    const answer = await call(make(typed), { label: 'deleting the account' });
    setBusy(false);
    if (!answer.ok) return;
    setOpen(false);
    toast({ tone: 'good', header: text.started, text: text.receipt(answer.value.receipt), durationMs: text.shownMs });
    onDone();
  };
  return (
    <>
      <Button kind="danger" onClick={show}>
        {text.open}
      </Button>
      {open && (
        <ConfirmDialog
          title={text.title}
          question={text.lead}
          action={text.action}
          danger
          busy={busy}
          disabled={typed.trim().toLowerCase() !== domain}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
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
      )}
    </>
  );
}
