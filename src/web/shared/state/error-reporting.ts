import type { Failure } from '../rpc/failure';
import type { ErrorReport, ErrorSink } from './sinks';

/** Reports made before it is known whether they are wanted. */
const WAITING_LIMIT = 20;

let sink: ErrorSink | 'off' | 'unknown' = 'unknown';
let waiting: ErrorReport[] = [];

function hand(report: ErrorReport): void {
  if (sink === 'off') return;
  if (sink !== 'unknown') sink.report(report);
  else if (waiting.length < WAITING_LIMIT) waiting.push(report);
}

/** Failures that are no fault of the product's: nobody is signed in any more, or the network is away. */
const ORDINARY = new Set<Failure['code']>(['unauthenticated', 'unreachable', 'cancelled']);

/** Reports a failed call with its context label, where reporting is configured. */
export function reportFailure(label: string, { code, message, reference }: Failure): void {
  if (!ORDINARY.has(code)) hand({ label, message, reason: code, reference, stack: '' });
}

/** Reports what was thrown and not expected, where reporting is configured. */
export function reportThrown(label: string, thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  hand({ label, message: error.message, reason: error.name, reference: '', stack: error.stack ?? '' });
}

/** Begins to report, or gives it up where there is no address. The client is loaded only when there is one. */
export function startErrorReporting(dsn: string, release: string): void {
  if (sink !== 'unknown') return;
  if (dsn === '') {
    sink = 'off';
    waiting = [];
    return;
  }
  // Whether the client's code arrives or not is no concern of the page; without it nothing is reported.
  import('./sentry').then(
    ({ openSentry }) => {
      sink = openSentry(dsn, release) ?? 'off';
      for (const report of waiting) hand(report);
      waiting = [];
    },
    () => {
      sink = 'off';
      waiting = [];
    },
  );
}
