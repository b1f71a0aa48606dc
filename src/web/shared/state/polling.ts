import { useEffect, useEffectEvent } from 'react';

import type { AccountStatus } from '../../../gen/sh/account_pb';
import { useCall } from './calls';
import { useAtomValue, useStore } from './jotai';
import { detach } from './log';
import { failed, latest, loading, ready, type Remote } from './remote';
import { statusAtom, statusNudgeAtom } from './session';

/** Polling interval of the account status while the page is visible, in ms. */
export const POLL_INTERVAL_MS = 2000;
/** Maximum delay between polls while the server does not answer, in ms. */
export const POLL_CEILING_MS = 30_000;

/** Returns the delay before the next poll after this many failures in a row: doubles up to the maximum. */
export function pollDelay(failures: number): number {
  return Math.min(POLL_INTERVAL_MS * 2 ** failures, POLL_CEILING_MS);
}

/**
 * Returns the new status, or the same object when nothing changed, so that no page renders again. The age of the oldest change in
 * progress grows with every response, so only its existence is compared.
 */
export function keepUnchanged(before: Remote<AccountStatus>, answer: AccountStatus): Remote<AccountStatus> {
  const last = latest(before);
  if (last === null || fingerprint(last) !== fingerprint(answer)) return ready(answer);
  return before.state === 'ready' ? before : ready(last);
}

function fingerprint(status: AccountStatus): string {
  return JSON.stringify({ ...status, oldestUnderWayMs: Math.min(1, status.oldestUnderWayMs) });
}

/**
 * Polls the account status while the page is visible: immediately, when the page becomes visible again, and when an action
 * requests it. Only the first call counts for the 'Loading...' badge.
 */
export function useStatusPolling(active: boolean): void {
  const call = useCall();
  const store = useStore();
  const nudge = useAtomValue(statusNudgeAtom);

  const poll = useEffectEvent(async (signal: AbortSignal): Promise<boolean> => {
    const known = latest(store.get(statusAtom)) !== null;
    // Keep showing a failure until a call succeeds: the page must not flicker with every retry.
    if (!known) store.set(statusAtom, (status) => (status.state === 'failed' ? status : loading(status)));
    const answer = await call((api, options) => api.account.getAccountStatus({}, options), {
      label: 'getting account status',
      quiet: known,
      toast: false,
      signal,
    });
    if (signal.aborted) return true;
    if (answer.ok) store.set(statusAtom, (status) => keepUnchanged(status, answer.value));
    else if (answer.error.code !== 'unauthenticated') store.set(statusAtom, (status) => failed(status, answer.error));
    return answer.ok;
  });

  useEffect(() => {
    if (!active) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: number | undefined;
    let failures = 0;
    let polling = false;
    const tick = async (): Promise<void> => {
      window.clearTimeout(timer);
      if (polling || signal.aborted) return;
      polling = true;
      failures = (await poll(signal)) ? 0 : failures + 1;
      polling = false;
      if (!signal.aborted && document.visibilityState === 'visible') timer = window.setTimeout(() => detach(tick()), pollDelay(failures));
    };
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') detach(tick());
    };
    document.addEventListener('visibilitychange', onVisible);
    detach(tick());
    return () => {
      controller.abort();
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [active, nudge]);
}
