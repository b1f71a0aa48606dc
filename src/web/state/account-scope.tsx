import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';

import { createStore, Provider } from './jotai';
import { appInfoAtom } from './session';
import { toastsAtom } from './toasts';

const ForgetContext = createContext<() => void>(() => undefined);

/**
 * Holds everything that the page knows of an account. Another account begins with nothing of the one before: only what holds
 * for everybody, and the messages in sight, go over.
 */
export function AccountScope({ children }: { readonly children: ReactNode }) {
  const [scope, setScope] = useState(() => ({ number: 0, store: createStore() }));
  const forget = useCallback(() => {
    setScope(({ number, store }) => {
      const fresh = createStore();
      fresh.set(appInfoAtom, store.get(appInfoAtom));
      fresh.set(toastsAtom, store.get(toastsAtom));
      return { number: number + 1, store: fresh };
    });
  }, []);
  return (
    <Provider key={scope.number} store={scope.store}>
      <ForgetContext value={forget}>{children}</ForgetContext>
    </Provider>
  );
}

/** The function by which the page forgets the account in sight and asks anew who is there: after an operator became, or ceased to be, somebody else. */
export function useForgetAccount(): () => void {
  return useContext(ForgetContext);
}
