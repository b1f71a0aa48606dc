import { useCallback, useEffect, useEffectEvent, useState } from 'react';

import type { Result } from '../../../domain/result';
import type { Failure } from '../../shared/rpc/failure';
import { detach } from '../../shared/state/log';
import { idle, ready, type Remote } from '../../shared/state/remote';

/** The result of a lookup, and a way to repeat it. */
export interface Lookup<T extends object> {
  readonly remote: Remote<T>;
  readonly retry: () => void;
}

/** Loads the answer for `key` unless it is '', and again when the key changes. The answer of another key is not kept. */
export function useLookup<T extends object>(
  key: string,
  load: (key: string, signal: AbortSignal) => Promise<Result<T, Failure>>,
): Lookup<T> {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly remote: Remote<T> }>({ key: '', remote: idle });
  const [attempt, setAttempt] = useState(0);

  const start = useEffectEvent(async (signal: AbortSignal) => {
    setAnswer({ key, remote: { state: 'loading', last: null } });
    const result = await load(key, signal);
    if (signal.aborted) return;
    setAnswer({ key, remote: result.ok ? ready(result.value) : { state: 'failed', failure: result.error, last: null } });
  });

  useEffect(() => {
    if (key === '') return undefined;
    const controller = new AbortController();
    detach(start(controller.signal));
    return () => controller.abort();
  }, [key, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { remote: answer.key === key ? answer.remote : idle, retry };
}
