import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';

import { setPageAccount } from '../rpc/page-account';
import { createStore, Provider, useStore } from './jotai';
import { appInfoAtom } from './session';
import { toastsAtom } from './toasts';

type Store = ReturnType<typeof createStore>;

const ForgetContext = createContext<(store: Store) => void>(() => undefined);

/**
 * Holds everything that the page knows of an account. Another account begins with nothing of the one before: only what holds
 * for everybody, and the messages in sight, go over.
 */
export function AccountScope({ children }: { readonly children: ReactNode }) {
  const [scope, setScope] = useState(() => ({ number: 0, store: createStore() }));
  const present = useRef(scope.store);
  const forget = useCallback((store: Store) => {
    // What an answer that comes late says of an account that is forgotten already concerns nobody.
    if (store !== present.current) return;
    const fresh = createStore();
    fresh.set(appInfoAtom, store.get(appInfoAtom));
    fresh.set(toastsAtom, store.get(toastsAtom));
    present.current = fresh;
    setPageAccount('');
    setScope(({ number }) => ({ number: number + 1, store: fresh }));
  }, []);
  return (
    <Provider key={scope.number} store={scope.store}>
      <ForgetContext value={forget}>{children}</ForgetContext>
    </Provider>
  );
}

/** The function by which the page forgets the account in sight and asks anew who is there: after the browser became somebody else. */
export function useForgetAccount(): () => void {
  const forget = useContext(ForgetContext);
  const store = useStore();
  return useCallback(() => forget(store), [forget, store]);
}
