/** Counts the calls in flight and tells whoever listens; feeds the floating 'Loading...' badge. */
export interface LoadingCounter {
  /** A call has begun. */
  begin(): void;
  /** A call has ended, well or not. */
  end(): void;
  /** Calls in flight now. */
  current(): number;
  /** Calls `listener` after every change until the returned function is called. Fits React's `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
}

/** A counter at zero. */
export function createLoadingCounter(): LoadingCounter {
  let count = 0;
  const listeners = new Set<() => void>();
  const change = (by: number): void => {
    count += by;
    for (const listener of listeners) listener();
  };
  return {
    begin: () => {
      change(1);
    },
    end: () => {
      change(-1);
    },
    current: () => count,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
