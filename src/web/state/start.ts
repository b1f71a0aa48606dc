import { useCallback, useEffect, useEffectEvent, useState } from 'react';

import { showAccount } from '../rpc/page-account';
import { failureToast, useCall, useToast } from './calls';
import { useSetAtom } from './jotai';
import { detach } from './log';
import { failed, loading, ready } from './remote';
import { appInfoAtom, sessionAtom } from './session';

/** Asks who is signed in and what this installation is. Answers a function that asks again. */
export function useSession(): () => void {
  const call = useCall();
  const toast = useToast();
  const setSession = useSetAtom(sessionAtom);
  const setAppInfo = useSetAtom(appInfoAtom);
  const [attempt, setAttempt] = useState(0);

  const start = useEffectEvent(async (signal: AbortSignal) => {
    setSession((session) => loading(session));
    const [session, info] = await Promise.all([
      call((api, options) => api.session.getSessionData({}, options), { label: 'getting session data', toast: false, signal }),
      call((api, options) => api.session.getAppInfo({}, options), { label: 'getting app info', toast: false, signal }),
    ]);
    if (signal.aborted) return;
    // Without these facts the screens only lack a link or two: no reason to stop.
    if (session.ok && !info.ok) toast(failureToast('getting app info', info.error));
    setAppInfo((known) => (info.ok ? ready(info.value) : failed(known, info.error)));
    if (session.ok) showAccount(session.value.accountId);
    setSession((known) => (session.ok ? ready(session.value) : failed(known, session.error)));
  });

  useEffect(() => {
    const controller = new AbortController();
    detach(start(controller.signal));
    return () => controller.abort();
  }, [attempt]);

  return useCallback(() => setAttempt((count) => count + 1), []);
}
