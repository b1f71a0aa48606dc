import type { UnaryCall } from '@protobuf-ts/runtime-rpc';
import { useCallback } from 'react';

import { err, ok, type Result } from '../../../domain/result';
import { toFailure, type Failure, type FailureCode } from '../rpc/failure';
import { pageAccount } from '../rpc/page-account';
import { sharedText } from '../shared.text';
import { useForgetAccount } from './account-scope';
import { useApi, type Api } from './api';
import { atom, useStore } from './jotai';
import { logFailure } from './log';
import { endSession } from './session';
import { addToast, toastsAtom, type ToastMessage } from './toasts';

/** The number of calls in progress that the 'Loading...' badge counts; polling and live refreshes are quiet. */
export const callsInFlightAtom = atom(0);

/** Options of a call. */
export interface CallOptions {
  /** Context label for the log and for support: 'getting inventory'. */
  readonly label: string;
  /** Excludes the call from the 'Loading...' badge. */
  readonly quiet?: boolean;
  /** Shows a failure as a toast (the default); off where the page shows it itself. */
  readonly toast?: boolean;
  /** A code that is an answer in itself, such as 'not_found': neither logged nor shown. */
  readonly expects?: FailureCode;
  readonly signal?: AbortSignal;
}

/** Starts a call on one of the services. */
export type MakeCall<I extends object, O extends object> = (api: Api, options: { abort?: AbortSignal }) => UnaryCall<I, O>;

/** Makes one call. Returns a failure as a value, after logging it and, if requested, showing a toast. */
export type Call = <I extends object, O extends object>(make: MakeCall<I, O>, options: CallOptions) => Promise<Result<O, Failure>>;

const ACCOUNT_CHANGED: ToastMessage = { tone: 'warn', ...sharedText.accountChanged };

/**
 * Returns the function that makes calls. If the browser's session belongs to another account than the page shows, the call reloads
 * the session.
 */
export function useCall(): Call {
  const api = useApi();
  const store = useStore();
  const forget = useForgetAccount();
  return useCallback(
    async (make, { label, quiet = false, toast = true, expects, signal }) => {
      if (!quiet) store.set(callsInFlightAtom, (count) => count + 1);
      try {
        return ok(await make(api, signal === undefined ? {} : { abort: signal }).response);
      } catch (error) {
        const failure = toFailure(error);
        if (signal?.aborted === true || failure.code === expects) return err(failure);
        if (failure.code === 'aborted') {
          // The page itself is switching accounts, or is about to load the session.
          if (pageAccount() === '') return err(failure);
          store.set(toastsAtom, (toasts) => addToast(toasts, ACCOUNT_CHANGED, Date.now()));
          forget();
          return err(failure);
        }
        logFailure(label, failure);
        if (failure.code === 'unauthenticated') endSession(store);
        else if (toast) store.set(toastsAtom, (toasts) => addToast(toasts, failureToast(label, failure), Date.now()));
        return err(failure);
      } finally {
        if (!quiet) store.set(callsInFlightAtom, (count) => count - 1);
      }
    },
    [api, store, forget],
  );
}

/** Returns the toast of a failure: what was tried, why it failed, and the reference. */
export function failureToast(label: string, failure: Failure): ToastMessage {
  return { tone: 'bad', header: sharedText.errorHeader(label), text: failureText(failure), cause: failure.message };
}

/** Returns why a call failed, with the reference. */
export function failureText(failure: Failure): string {
  return sharedText.withReference(failure.message, failure.reference);
}

/** Returns the function that shows a toast. */
export function useToast(): (message: ToastMessage) => void {
  const store = useStore();
  return useCallback((message) => store.set(toastsAtom, (toasts) => addToast(toasts, message, Date.now())), [store]);
}
