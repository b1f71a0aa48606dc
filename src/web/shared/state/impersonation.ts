import { useCallback } from 'react';

import { pageAccount, setPageAccount } from '../rpc/page-account';
import { sharedText } from '../shared.text';
import { useForgetAccount } from './account-scope';
import { useCall, useToast } from './calls';

/** A switch to the account of a shop domain, or with '' back to the operator's own, and the toast that confirms it. */
interface Switch {
  readonly domain: string;
  readonly label: string;
  readonly done: string;
}

/** Returns a function that switches accounts. Calls name no account during the switch; afterward session and account are reloaded. */
function useSwitchAccount(): (to: Switch) => Promise<void> {
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

/** Returns a function that starts impersonating the merchant of a shop domain. */
export function useImpersonate(): (domain: string) => Promise<void> {
  const switchAccount = useSwitchAccount();
  return useCallback(
    async (domain) => switchAccount({ domain, label: `impersonating ${domain}`, done: sharedText.impersonation.started(domain) }),
    [switchAccount],
  );
}

/** Returns a function that stops impersonating. */
export function useStopImpersonating(): () => Promise<void> {
  const switchAccount = useSwitchAccount();
  return useCallback(
    async () => switchAccount({ domain: '', label: 'unimpersonating', done: sharedText.impersonation.stopped }),
    [switchAccount],
  );
}
