import { useEffect, useEffectEvent } from 'react';

import type { AccountStatus } from '../../../gen/sh/account_pb';
import { useCall } from './calls';
import { useAtomValue, useStore } from './jotai';
import { detach } from './log';
import { failed, latest, loading, ready, type Remote } from './remote';
import { statusAtom, statusNudgeAtom } from './session';

/** How often a page in sight asks for the account's status, in ms. */
export const POLL_INTERVAL_MS = 2000;
/** The longest pause between questions while the server does not answer, in ms. */
export const POLL_CEILING_MS = 30_000;

/** How long to wait before the next question after so many failures in a row: doubles, up to the ceiling. */
export function pollDelay(failures: number): number {
  return Math.min(POLL_INTERVAL_MS * 2 ** failures, POLL_CEILING_MS);
}

/**
 * The status as answered; the very same object when nothing changed, so that no screen renders for nothing. The age of the oldest
 * change under way grows with every answer: only that there is one counts as news.
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
 * Asks for the account's status at once and then while the page is in sight, at once again when it comes back into sight or
 * when an action nudges. Only the first question counts for the 'Loading...' badge.
 */
export function useStatusPolling(active: boolean): void {
  const call = useCall();
  const store = useStore();
  const nudge = useAtomValue(statusNudgeAtom);

  const poll = useEffectEvent(async (signal: AbortSignal): Promise<boolean> => {
    const known = latest(store.get(statusAtom)) !== null;
    // A failure stays in sight until there is an answer: the page must not change with every attempt.
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
    let asking = false;
    const turn = async (): Promise<void> => {
      window.clearTimeout(timer);
      if (asking || signal.aborted) return;
      asking = true;
      failures = (await poll(signal)) ? 0 : failures + 1;
      asking = false;
      if (!signal.aborted && document.visibilityState === 'visible') timer = window.setTimeout(() => detach(turn()), pollDelay(failures));
    };
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') detach(turn());
    };
    document.addEventListener('visibilitychange', onVisible);
    detach(turn());
    return () => {
      controller.abort();
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [active, nudge]);
}
