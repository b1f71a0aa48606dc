import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Minimum window widths in px, as in the style sheet. */
const BREAKPOINTS = { sm: 640, md: 768, lg: 1024, xl: 1280 } as const;
/** The name of a breakpoint. */
export type Breakpoint = keyof typeof BREAKPOINTS;

/** Returns the names of the breakpoints that the window reaches, as one string: it is compared by value. */
function reached(): string {
  return Object.entries(BREAKPOINTS)
    .filter(([, width]) => window.matchMedia(`(min-width: ${width}px)`).matches)
    .map(([name]) => name)
    .join(' ');
}

/** Returns the breakpoints that the window reaches, updated on resize. The set keeps its identity while its content is equal. */
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
