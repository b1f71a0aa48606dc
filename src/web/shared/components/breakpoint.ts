import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** From how wide a window on something is shown, in px; the widths are the style sheet's own. */
export const BREAKPOINTS = { sm: 640, md: 768, lg: 1024, xl: 1280 } as const;
/** A width of the window by name. */
export type Breakpoint = keyof typeof BREAKPOINTS;

/** Every breakpoint that the window reaches now, as one text that changes only when the set does. */
function reached(): string {
  return Object.entries(BREAKPOINTS)
    .filter(([, width]) => window.matchMedia(`(min-width: ${width}px)`).matches)
    .map(([name]) => name)
    .join(' ');
}

/** Which breakpoints the window reaches, kept up to date; the same set as long as it holds the same. */
export function useBreakpoints(): ReadonlySet<string> {
  const subscribe = useCallback((listener: () => void) => {
    const queries = Object.values(BREAKPOINTS).map((width) => window.matchMedia(`(min-width: ${width}px)`));
    for (const query of queries) query.addEventListener('change', listener);
    return () => {
      for (const query of queries) query.removeEventListener('change', listener);
    };
  }, []);
  const names = useSyncExternalStore(subscribe, reached);
  return useMemo(() => new Set(names.split(' ')), [names]);
}
