import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { FailureCode } from '../rpc/failure';
import { failureToast, useCall, useToast, type MakeCall } from './calls';
import { useAtom, useAtomValue, type PrimitiveAtom } from './jotai';
import { detach } from './log';
import { settleQuery, startQuery, idle, latest, abandonQuery, type Query, type Remote } from './remote';
import { useRetry } from './retry';
import { revisionAtom } from './session';

interface LoadOptions<I extends object, O extends object> {
  readonly atom: PrimitiveAtom<Query<O>>;
  /** Identifies the query; a new key loads again. */
  readonly key: string;
  /** Context label for the log and for support. */
  readonly label: string;
  readonly make: MakeCall<I, O>;
  /** Reloads quietly when the account's revision grows. */
  readonly live?: boolean;
  /** Keeps the previous data visible while another query loads. */
  readonly keep?: boolean;
  /** A failure that the page shows itself, even next to existing data: it gets no toast. */
  readonly shownByScreen?: FailureCode;
}

/** The data of a page, whether it belongs to an older query, and a way to reload it. */
export interface Loaded<O extends object> {
  readonly remote: Remote<O>;
  /** The visible data belongs to another query, and the current one is loading. False while the same query reloads. */
  readonly stale: boolean;
  readonly reload: () => void;
}

/**
 * Loads data into an atom: once for each key, on `reload`, and when the account changed. Drops a response to an older query. A
 * revision that grows during a call waits for its end, so that a busy shop cannot starve the page. A failure replaces an empty
 * page, and shows a toast over existing data. A temporary failure is retried in the background until a retry succeeds.
 */
export function useLoad<I extends object, O extends object>(options: LoadOptions<I, O>): Loaded<O> {
  const { atom, key, live = false } = options;
  const [query, setQuery] = useAtom(atom);
  const [attempt, setAttempt] = useState(0);
  const revision = useAtomValue(revisionAtom);
  const startedAt = useRef({ key: '', revision: 0 });
  const retrying = useRef(false);
  const call = useCall();
  const toast = useToast();
  const filled = latest(query.remote) !== null;

  const load = useEffectEvent(async (signal: AbortSignal) => {
    const refresh = startedAt.current.key === key && filled;
    const retry = retrying.current && startedAt.current.key === key;
    retrying.current = false;
    startedAt.current = { key, revision };
    if (!retry) setQuery((current) => startQuery(current, key, options.keep ?? false));
    const answer = await call(options.make, { label: options.label, quiet: refresh || retry, toast: false, signal });
    if (signal.aborted) return;
    const silent = ['unauthenticated', options.shownByScreen];
    if (!answer.ok && filled && !retry && !silent.includes(answer.error.code)) toast(failureToast(options.label, answer.error));
    setQuery((current) => settleQuery(current, key, answer.ok ? { value: answer.value } : { failure: answer.error }));
  });

  useEffect(() => {
    const controller = new AbortController();
    detach(load(controller.signal));
    return () => controller.abort();
  }, [key, attempt]);

  useRetry(query.key === key ? query.remote : idle, () => {
    retrying.current = true;
    setAttempt((count) => count + 1);
  });

  useEffect(() => {
    if (live && query.remote.state !== 'loading' && startedAt.current.key === key && revision > startedAt.current.revision)
      setAttempt((count) => count + 1);
  }, [live, revision, query.remote.state, key]);

  // Two components may use one atom (a page and its dialog): the one that unmounts must not leave the other loading.
  useEffect(() => () => setQuery(abandonQuery), [setQuery]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const other = query.key !== key;
  return {
    remote: other && options.keep !== true ? idle : query.remote,
    stale: other || (query.remote.state === 'loading' && filled && query.known !== key),
    reload,
  };
}
