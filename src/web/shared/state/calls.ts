import type { UnaryCall } from '@protobuf-ts/runtime-rpc';
import { useCallback } from 'react';

import { err, ok, type Result } from '../../../domain/result';
import { toFailure, type Failure, type FailureCode } from '../rpc/failure';
import { pageAccount } from '../rpc/page-account';
import { useForgetAccount } from './account-scope';
import { useApi, type Api } from './api';
import { atom, useStore } from './jotai';
import { logFailure } from './log';
import { endSession } from './session';
import { addToast, toastsAtom, type ToastMessage } from './toasts';

/** How many calls are in flight that the reader should know of; polling and live refreshes are quiet. */
export const callsInFlightAtom = atom(0);

/** How a call is made. */
export interface CallOptions {
  /** What was being done, for the log and for support: 'getting inventory'. */
  readonly label: string;
  /** Not counted for the 'Loading...' badge. */
  readonly quiet?: boolean;
  /** Says a failure in a passing message (the default); off where the screen shows it itself. */
  readonly toast?: boolean;
  /** A refusal that is itself an answer (there is no such thing): neither logged nor said. */
  readonly expects?: FailureCode;
  readonly signal?: AbortSignal;
}

/** Starts a call on one of the services. */
export type MakeCall<I extends object, O extends object> = (api: Api, options: { abort?: AbortSignal }) => UnaryCall<I, O>;

/** Makes one call. A failure comes as a value; by then it has been logged with its label and reference, and said if so wished. */
export type Call = <I extends object, O extends object>(make: MakeCall<I, O>, options: CallOptions) => Promise<Result<O, Failure>>;

const CHANGED: ToastMessage = {
  tone: 'warn',
  header: 'Another account',
  text: 'This browser has changed to another account meanwhile, so the page begins anew. Nothing was changed.',
};

/**
 * The function by which screens make calls. A call that finds the browser's session in another account than the page shows makes
 * the page ask anew who is there.
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
          // A page that changes account by its own doing, or is about to ask who is there, need not be told.
          if (pageAccount() === '') return err(failure);
          store.set(toastsAtom, (toasts) => addToast(toasts, CHANGED, Date.now()));
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

/** A failure as a passing message: what was tried, why it did not work, and what to quote. */
export function failureToast(label: string, failure: Failure): ToastMessage {
  return { tone: 'bad', header: `A problem with ${label}`, text: failureText(failure), cause: failure.message };
}

/** Why a call failed, with the reference to quote. */
export function failureText(failure: Failure): string {
  return `${failure.message} Reference: ${failure.reference}`;
}

/** The function by which screens say something in passing. */
export function useToast(): (message: ToastMessage) => void {
  const store = useStore();
  return useCallback((message) => store.set(toastsAtom, (toasts) => addToast(toasts, message, Date.now())), [store]);
}
