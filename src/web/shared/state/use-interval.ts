import { useEffect, useEffectEvent } from 'react';

/** Calls `run` every `intervalMs` while the page is visible, and immediately when it becomes visible again. */
export function useInterval(intervalMs: number, run: () => void): void {
  const tick = useEffectEvent(run);
  useEffect(() => {
    const timer = window.setInterval(() => document.visibilityState === 'visible' && tick(), intervalMs);
    const onVisible = () => document.visibilityState === 'visible' && tick();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [intervalMs]);
}
