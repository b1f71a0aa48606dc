import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import { setPageAccount } from '../rpc/page-account';
import { failureToast, useCall, useToast } from './calls';
import { useAtom, useSetAtom } from './jotai';
import { detach } from './log';
import { failed, loading, ready } from './remote';
import { useRetry } from './retry';
import { appInfoAtom, sessionAtom } from './session';

/** Loads the session and the app info, and retries temporary failures. Returns a function that loads them again. */
export function useSession(): () => void {
  const call = useCall();
  const toast = useToast();
  const [known, setSession] = useAtom(sessionAtom);
  const setAppInfo = useSetAtom(appInfoAtom);
  const [attempt, setAttempt] = useState(0);
  const retrying = useRef(false);

  const start = useEffectEvent(async (signal: AbortSignal) => {
    if (!retrying.current) setSession((session) => loading(session));
    retrying.current = false;
    const [session, info] = await Promise.all([
      call((api, options) => api.session.getSessionData({}, options), { label: 'getting session data', toast: false, signal }),
      call((api, options) => api.session.getAppInfo({}, options), { label: 'getting app info', toast: false, signal }),
    ]);
    if (signal.aborted) return;
    // Without the app info the pages only lack a few links, so continue.
    if (session.ok && !info.ok) toast(failureToast('getting app info', info.error));
    setAppInfo((before) => (info.ok ? ready(info.value) : failed(before, info.error)));
    if (session.ok) setPageAccount(session.value.accountId);
    setSession((before) => (session.ok ? ready(session.value) : failed(before, session.error)));
  });

  useEffect(() => {
    const controller = new AbortController();
    detach(start(controller.signal));
    return () => controller.abort();
  }, [attempt]);

  useRetry(known, () => {
    retrying.current = true;
    setAttempt((count) => count + 1);
  });

  return useCallback(() => setAttempt((count) => count + 1), []);
}
