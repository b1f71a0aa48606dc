import type { Failure } from '../rpc/failure';
import type { ErrorReport, ErrorSink } from './sinks';

/** Maximum number of reports queued before it is known whether reporting is configured; more are dropped. */
const QUEUE_LIMIT = 20;

let sink: ErrorSink | 'off' | 'unknown' = 'unknown';
let queue: ErrorReport[] = [];

function dispatch(report: ErrorReport): void {
  if (sink === 'off') return;
  if (sink !== 'unknown') sink.report(report);
  else if (queue.length < QUEUE_LIMIT) queue.push(report);
}

/** Failures that are not bugs: the session ended or the network is down. */
const EXPECTED = new Set<Failure['code']>(['unauthenticated', 'unreachable', 'cancelled']);

/** Reports a failed call with its context label if reporting is configured. */
export function reportFailure(label: string, { code, message, reference }: Failure): void {
  if (!EXPECTED.has(code)) dispatch({ label, message, reason: code, reference, stack: '' });
}

/** Reports an unexpected exception if reporting is configured. */
export function reportThrown(label: string, thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  dispatch({ label, message: error.message, reason: error.name, reference: '', stack: error.stack ?? '' });
}

/** Starts error reporting; turns it off without a DSN. The client is loaded only when there is one. */
export function startErrorReporting(dsn: string, release: string): void {
  if (sink !== 'unknown') return;
  if (dsn === '') {
    sink = 'off';
    queue = [];
    return;
  }
  // If the client's code fails to load, reporting stays off.
  import('./sentry').then(
    ({ openSentry }) => {
      sink = openSentry(dsn, release) ?? 'off';
      for (const report of queue) dispatch(report);
      queue = [];
    },
    () => {
      sink = 'off';
      queue = [];
    },
  );
}
