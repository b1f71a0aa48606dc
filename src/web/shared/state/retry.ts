import { useEffect, useEffectEvent, useRef } from 'react';

import type { FailureCode } from '../rpc/failure';
import { pollDelay } from './polling';
import type { Remote } from './remote';

/** Failures that end without anyone doing something about them: the same call may succeed in a moment. */
const PASSING: readonly FailureCode[] = ['unavailable', 'unreachable', 'resource_exhausted'];

/**
 * Runs `again` when data could not be had for a reason that passes by itself, with growing pauses until it is there. A page out of
 * sight waits until it comes back into sight.
 */
export function useRetry(remote: Remote<object>, again: () => void): void {
  const failures = useRef(0);
  const run = useEffectEvent(again);
  const failure = remote.state === 'failed' ? remote.failure : null;
  const there = remote.state === 'ready';
  useEffect(() => {
    if (there) failures.current = 0;
    if (failure === null || !PASSING.includes(failure.code)) return undefined;
    failures.current += 1;
    let due = false;
    const turn = (): void => {
      if (!due || document.visibilityState !== 'visible') return;
      due = false;
      run();
    };
    const timer = window.setTimeout(() => {
      due = true;
      turn();
    }, pollDelay(failures.current));
    document.addEventListener('visibilitychange', turn);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', turn);
    };
  }, [failure, there]);
}
