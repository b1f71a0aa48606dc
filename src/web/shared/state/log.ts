/* oxlint-disable no-console -- the page logs to the browser's console, and only here */
import type { Failure } from '../rpc/failure';
import { reportFailure, reportThrown } from './error-reporting';

/** Logs and reports a failed call with its label, cause and reference. */
export function logFailure(label: string, failure: Failure): void {
  console.error(`${label}: ${failure.code}: ${failure.message} (${failure.reference})`);
  reportFailure(label, failure);
}

/** Runs a promise in the background. Expected failures are values; a rejection is a bug, and is logged and reported. */
export function detach(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    console.error('unexpected', error);
    reportThrown('unexpected', error);
  });
}

/** Logs a request that was not carried out without a failed call. */
export function logNote(text: string): void {
  console.warn(text);
}

/** Logs the result of a lookup. */
export function logLookup(what: string, found: object): void {
  console.log(what, found);
}
