import { useState } from 'react';

import { readRedirect } from '../rpc/redirect';
import { useCall, useToast } from './calls';

/** Proposes a charge and sends the browser to Shopify, where it is approved or declined. */
export function useAuthorizeCharge(isTest: boolean): { readonly busy: boolean; readonly authorize: () => Promise<void> } {
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const authorize = async (): Promise<void> => {
    setBusy(true);
    const answer = await call((api) => api.subscriptions.createSubscription({ isTest }), { label: 'creating subscription' });
    const address = answer.ok ? readRedirect(answer.value.redirectUrl) : null;
    if (address !== null) {
      window.location.assign(address);
      return;
    }
    setBusy(false);
    if (answer.ok)
      toast({ tone: 'bad', text: 'Shopify gave no address to confirm the subscription. Nothing was charged; please try again.' });
  };
  return { busy, authorize };
}
