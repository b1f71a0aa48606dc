import { useCallback } from 'react';

import type { Result } from '../../domain/result';
import { pageAccount, showAccount } from '../rpc/page-account';
import { useForgetAccount } from './account-scope';
import { useCall, useToast } from './calls';

/** Makes a call that puts the session into another account: until it has come back, the page names none. */
async function changeAccount<O, E>(make: () => Promise<Result<O, E>>): Promise<boolean> {
  const before = pageAccount();
  showAccount('');
  const changed = await make();
  if (!changed.ok) showAccount(before);
  return changed.ok;
}

/** The function by which an operator begins to act as the merchant of a shop domain: session and account are then asked for anew. */
export function useImpersonate(): (domain: string) => Promise<void> {
  const call = useCall();
  const toast = useToast();
  const forget = useForgetAccount();
  return useCallback(
    async (domain) => {
      const begun = await changeAccount(async () =>
        call((api) => api.session.impersonateDomain({ domain }), { label: `impersonating ${domain}` }),
      );
      if (!begun) return;
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
    const stopped = await changeAccount(async () =>
      call((api) => api.session.impersonateDomain({ domain: '' }), { label: 'unimpersonating' }),
    );
    if (!stopped) return;
    toast({ tone: 'good', text: "You're back to your old self" });
    forget();
  }, [call, toast, forget]);
}
