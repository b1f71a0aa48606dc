import { useEffect, useEffectEvent, useRef } from 'react';

import type { FailureCode } from '../rpc/failure';
import { pollDelay } from './polling';
import type { Remote } from './remote';

/** Temporary failures: the same call may succeed in a moment. During a deployment, a new page may still meet the Worker before. */
const TEMPORARY: readonly FailureCode[] = ['unavailable', 'unreachable', 'resource_exhausted', 'bad_route'];

/**
 * Calls `again` with growing delays after a temporary failure, until the data is loaded. A hidden page waits until it is visible.
 */
export function useRetry(remote: Remote<object>, again: () => void): void {
  const failures = useRef(0);
  const run = useEffectEvent(again);
  const failure = remote.state === 'failed' ? remote.failure : null;
  const loaded = remote.state === 'ready';
  useEffect(() => {
    if (loaded) failures.current = 0;
    if (failure === null || !TEMPORARY.includes(failure.code)) return undefined;
    failures.current += 1;
    let due = false;
    const tick = (): void => {
      if (!due || document.visibilityState !== 'visible') return;
      due = false;
      run();
    };
    const timer = window.setTimeout(() => {
      due = true;
      tick();
    }, pollDelay(failures.current));
    document.addEventListener('visibilitychange', tick);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [failure, loaded]);
}
