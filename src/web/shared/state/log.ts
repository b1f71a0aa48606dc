/* oxlint-disable no-console -- the page's log is the browser's console, and this is its only writer */
import type { Failure } from '../rpc/failure';
import { reportFailure, reportThrown } from './error-reporting';

/** Logs and reports a failed call: what was being done, why it failed, and the reference that the person may quote. */
export function logFailure(label: string, failure: Failure): void {
  console.error(`${label}: ${failure.code}: ${failure.message} (${failure.reference})`);
  reportFailure(label, failure);
}

/** Lets work go on by itself. Expected failures are values; what arrives here is a bug, and is logged rather than lost. */
export function detach(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    console.error('unexpected', error);
    reportThrown('unexpected', error);
  });
}

/** Writes down something that was asked for and not done, for which there is no failed call. */
export function logNote(text: string): void {
  console.warn(text);
}

/** Writes down what was looked up, for whoever has the console open. */
export function logLookup(what: string, found: object): void {
  console.log(what, found);
}
