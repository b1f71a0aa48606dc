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
  /** Names the question; another key asks again. */
  readonly key: string;
  /** What is being done, for log and support. */
  readonly label: string;
  readonly make: MakeCall<I, O>;
  /** Asks again, quietly, when the account's revision grew. */
  readonly live?: boolean;
  /** Keeps the last answer in sight while another question is asked. */
  readonly keep?: boolean;
  /** A failure that the screen says itself, also over data that it shows. */
  readonly shownByScreen?: FailureCode;
}

/** What a screen gets: the data, whether it answers an older question, and a way to ask again. */
export interface Loaded<O extends object> {
  readonly remote: Remote<O>;
  /** The data in sight answers another question; the present one is under way. Not while the same is asked again. */
  readonly stale: boolean;
  readonly reload: () => void;
}

/**
 * Loads data into an atom: once for each key, again on `reload`, and again when the account changed. An answer that comes after
 * another question was asked is dropped. A revision that grows while a call is in flight waits for its end, so that a
 * busy shop cannot starve the screen. A failure replaces an empty screen, and is only said in passing over a filled one. One that
 * passes by itself is followed by further attempts, which change nothing in sight until one of them succeeds.
 */
export function useLoad<I extends object, O extends object>(options: LoadOptions<I, O>): Loaded<O> {
  const { atom, key, live = false } = options;
  const [asked, setAsked] = useAtom(atom);
  const [attempt, setAttempt] = useState(0);
  const revision = useAtomValue(revisionAtom);
  const askedAt = useRef({ key: '', revision: 0 });
  const retrying = useRef(false);
  const call = useCall();
  const toast = useToast();
  const filled = latest(asked.remote) !== null;

  const load = useEffectEvent(async (signal: AbortSignal) => {
    const refresh = askedAt.current.key === key && filled;
    const retry = retrying.current && askedAt.current.key === key;
    retrying.current = false;
    askedAt.current = { key, revision };
    if (!retry) setAsked((now) => startQuery(now, key, options.keep ?? false));
    const answer = await call(options.make, { label: options.label, quiet: refresh || retry, toast: false, signal });
    if (signal.aborted) return;
    const said = ['unauthenticated', options.shownByScreen];
    if (!answer.ok && filled && !retry && !said.includes(answer.error.code)) toast(failureToast(options.label, answer.error));
    setAsked((now) => settleQuery(now, key, answer.ok ? { value: answer.value } : { failure: answer.error }));
  });

  useEffect(() => {
    const controller = new AbortController();
    detach(load(controller.signal));
    return () => controller.abort();
  }, [key, attempt]);

  useRetry(asked.key === key ? asked.remote : idle, () => {
    retrying.current = true;
    setAttempt((count) => count + 1);
  });

  useEffect(() => {
    if (live && asked.remote.state !== 'loading' && askedAt.current.key === key && revision > askedAt.current.revision)
      setAttempt((count) => count + 1);
  }, [live, revision, asked.remote.state, key]);

  // Two screens may look at one atom (a page and the dialog above it): the one that goes must not leave the other waiting.
  useEffect(() => () => setAsked(abandonQuery), [setAsked]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const other = asked.key !== key;
  return {
    remote: other && options.keep !== true ? idle : asked.remote,
    stale: other || (asked.remote.state === 'loading' && filled && asked.known !== key),
    reload,
  };
}
