import { useCallback, useEffect, useEffectEvent, useState } from 'react';

import type { Result } from '../../../domain/result';
import type { Failure } from '../../shared/rpc/failure';
import { detach } from '../../shared/state/log';
import { idle, ready, type Remote } from '../../shared/state/remote';

/** What was looked up, and a way to look again. */
export interface LookUp<T extends object> {
  readonly remote: Remote<T>;
  readonly again: () => void;
}

/** Asks when `key` is not '' and again whenever it changes; nothing is kept from one key to the next. */
export function useLookUp<T extends object>(
  key: string,
  ask: (key: string, signal: AbortSignal) => Promise<Result<T, Failure>>,
): LookUp<T> {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly remote: Remote<T> }>({ key: '', remote: idle });
  const [attempt, setAttempt] = useState(0);

  const look = useEffectEvent(async (signal: AbortSignal) => {
    setAnswer({ key, remote: { state: 'loading', last: null } });
    const found = await ask(key, signal);
    if (signal.aborted) return;
    setAnswer({ key, remote: found.ok ? ready(found.value) : { state: 'failed', failure: found.error, last: null } });
  });

  useEffect(() => {
    if (key === '') return undefined;
    const controller = new AbortController();
    detach(look(controller.signal));
    return () => controller.abort();
  }, [key, attempt]);

  const again = useCallback(() => setAttempt((count) => count + 1), []);
  return { remote: answer.key === key ? answer.remote : idle, again };
}
