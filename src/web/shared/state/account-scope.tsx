import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';

import { setPageAccount } from '../rpc/page-account';
import { createStore, Provider, useStore } from './jotai';
import { appInfoAtom } from './session';
import { toastsAtom } from './toasts';

type Store = ReturnType<typeof createStore>;

const ForgetContext = createContext<(store: Store) => void>(() => undefined);

/**
 * Provides a store with the state of the current account. Switching accounts starts a new store, which keeps only the app info and
 * the visible toasts.
 */
export function AccountScope({ children }: { readonly children: ReactNode }) {
  const [scope, setScope] = useState(() => ({ number: 0, store: createStore() }));
  const activeStore = useRef(scope.store);
  const forget = useCallback((store: Store) => {
    // A late response for an account that was already left.
    if (store !== activeStore.current) return;
    const fresh = createStore();
    fresh.set(appInfoAtom, store.get(appInfoAtom));
    fresh.set(toastsAtom, store.get(toastsAtom));
    activeStore.current = fresh;
    setPageAccount('');
    setScope(({ number }) => ({ number: number + 1, store: fresh }));
  }, []);
  return (
    <Provider key={scope.number} store={scope.store}>
      <ForgetContext value={forget}>{children}</ForgetContext>
    </Provider>
  );
}

/** Returns a function that drops the state of the current account and reloads the session, for when the browser switched accounts. */
export function useForgetAccount(): () => void {
  const forget = useContext(ForgetContext);
  const store = useStore();
  return useCallback(() => forget(store), [forget, store]);
}
