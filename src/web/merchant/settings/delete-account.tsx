import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { DeleteAccountDialog } from '../../shared/components/delete-account-dialog';
import { sharedText } from '../../shared/shared.text';
import { useCall, useToast } from '../../shared/state/calls';
import { useStore } from '../../shared/state/jotai';
import { endSession } from '../../shared/state/session';

const text = sharedText.deleteAccount;

/** The button by which merchants delete their account. Afterward the page shows the sign-in, and the receipt. */
export function DeleteAccount({ domain }: { readonly domain: string }) {
  const call = useCall();
  const toast = useToast();
  const store = useStore();
  const [open, setOpen] = useState(false);
  const remove = async (shopDomain: string) => {
    const answer = await call((api) => api.account.deleteAccount({ id: '', shopDomain }), { label: 'deleting the account' });
    if (!answer.ok) return;
    toast({ tone: 'good', header: text.started, text: text.receipt(answer.value.receipt), durationMs: text.shownMs });
    endSession(store);
  };
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      {open && <DeleteAccountDialog domain={domain} onDelete={remove} onClose={() => setOpen(false)} />}
    </>
  );
}
