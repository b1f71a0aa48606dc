import { useState } from 'react';

import { readRedirect } from '../rpc/redirect';
import { sharedText } from '../shared.text';
import { useCall, useToast } from './calls';

/** Returns a function that creates a charge and opens Shopify, where the merchant approves or declines it. */
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
    if (answer.ok) toast({ tone: 'bad', text: sharedText.subscribe.noAddress });
  };
  return { busy, authorize };
}
