import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function that says whether the component is still on the page. It is not while the next page's code is loaded, which a plain effect misses. */
export function useIsShown(): () => boolean {
  const shown = useRef(true);
  useLayoutEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}
