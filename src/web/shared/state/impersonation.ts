import { useCallback } from 'react';

import { pageAccount, setPageAccount } from '../rpc/page-account';
import { useForgetAccount } from './account-scope';
import { useCall, useToast } from './calls';

/** An operator's step into the account of a shop domain, or with '' back into his own, and what is said once it is done. */
interface Change {
  readonly domain: string;
  readonly label: string;
  readonly done: string;
}

/** The function that takes such a step. Until it is taken the page names no account; then session and account are asked for anew. */
function useChangeAccount(): (change: Change) => Promise<void> {
  const call = useCall();
  const toast = useToast();
  const forget = useForgetAccount();
  return useCallback(
    async ({ domain, label, done }) => {
      const before = pageAccount();
      setPageAccount('');
      const changed = await call((api) => api.session.impersonateDomain({ domain }), { label });
      if (!changed.ok) {
        setPageAccount(before);
        return;
      }
      toast({ tone: 'good', text: done });
      forget();
    },
    [call, toast, forget],
  );
}

/** The function by which an operator begins to act as the merchant of a shop domain. */
export function useImpersonate(): (domain: string) => Promise<void> {
  const change = useChangeAccount();
  return useCallback(async (domain) => change({ domain, label: `impersonating ${domain}`, done: `Impersonating ${domain}` }), [change]);
}

/** The function by which an operator stops acting as a merchant. */
export function useStopImpersonating(): () => Promise<void> {
  const change = useChangeAccount();
  return useCallback(async () => change({ domain: '', label: 'unimpersonating', done: "You're back to your old self" }), [change]);
}
