import { useEffect, useEffectEvent } from 'react';

/** Does something again and again while the page is in sight, and at once when it comes back into sight. The pause is in ms. */
export function useInterval(pauseMs: number, run: () => void): void {
  const turn = useEffectEvent(run);
  useEffect(() => {
    const timer = window.setInterval(() => document.visibilityState === 'visible' && turn(), pauseMs);
    const onVisible = () => document.visibilityState === 'visible' && turn();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [pauseMs]);
}
