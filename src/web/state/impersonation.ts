import { useCallback } from 'react';

import { useForgetAccount } from './account-scope';
import { useCall, useToast } from './calls';

/** The function by which an operator begins to act as the merchant of a shop domain: session and account are then asked for anew. */
export function useImpersonate(): (domain: string) => Promise<void> {
  const call = useCall();
  const toast = useToast();
  const forget = useForgetAccount();
  return useCallback(
    async (domain) => {
      const begun = await call((api) => api.session.impersonateDomain({ domain }), { label: `impersonating ${domain}` });
      if (!begun.ok) return;
      toast({ tone: 'good', text: `Impersonating ${domain}` });
      forget();
    },
    [call, toast, forget],
  );
}

/** The function by which an operator stops acting as a merchant: session and account are then asked for anew. */
export function useStopImpersonating(): () => Promise<void> {
  const call = useCall();
  const toast = useToast();
  const forget = useForgetAccount();
  return useCallback(async () => {
    const stopped = await call((api) => api.session.impersonateDomain({ domain: '' }), { label: 'unimpersonating' });
    if (!stopped.ok) return;
    toast({ tone: 'good', text: "You're back to your old self" });
    forget();
  }, [call, toast, forget]);
}
