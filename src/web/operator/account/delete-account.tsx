import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { DeleteAccountDialog } from '../../shared/components/delete-account-dialog';
import { sharedText } from '../../shared/shared.text';
import { useCall, useToast } from '../../shared/state/calls';
import { useOperatorApi } from '../../shared/state/operator-api';

const text = sharedText.deleteAccount;

interface DeleteAccountProps {
  readonly accountId: string;
  readonly domain: string;
  readonly onDone: () => void;
}

/** The button by which operators delete a customer's account, as the merchant could. */
export function DeleteAccount({ accountId, domain, onDone }: DeleteAccountProps) {
  const operators = useOperatorApi();
  const call = useCall();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const remove = async (shopDomain: string) => {
    const answer = await call((_, options) => operators.operations.deleteAccount({ id: accountId, shopDomain }, options), {
      label: 'deleting the account',
    });
    if (!answer.ok) return;
    setOpen(false);
    toast({ tone: 'good', header: text.started, text: text.receipt(answer.value.receipt), durationMs: text.shownMs });
    onDone();
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
