import type { ErrorReport, ErrorSink } from './sinks';

/** The share of page loads that is traced (docs/spec/third-parties.md, THP-10). */
export const TRACE_SAMPLE_RATE = 0.2;
/** Maximum number of reports per page load: an error in a loop must not flood Sentry. */
const MAX_REPORTS = 30;

/** Returns the envelope URL of a Sentry DSN (`https://key@host/project`); null for an invalid DSN. */
export function envelopeAddress(dsn: string): string | null {
  const url = URL.parse(dsn);
  if (url === null || url.protocol !== 'https:' || url.username === '') return null;
  const path = /^(.*)\/(\d+)$/u.exec(url.pathname);
  if (path === null) return null;
  const query = new URLSearchParams({ sentry_key: url.username, sentry_version: '7' });
  return `${url.origin}${path[1] ?? ''}/api/${path[2] ?? ''}/envelope/?${query.toString()}`;
}

const hexId = (digits: number): string => crypto.randomUUID().replaceAll('-', '').slice(0, digits);

/** Sends errors, and the load time of one page in five, to Sentry. Returns null for an invalid DSN. */
export function openSentry(dsn: string, release: string, random: () => number = Math.random): ErrorSink | null {
  const address = envelopeAddress(dsn);
  if (address === null) return null;
  const seen = new Set<string>();
  const send = (type: 'event' | 'transaction', item: object): void => {
    const id = hexId(32);
    const common = { event_id: id, release, environment: 'production', platform: 'javascript', request: { url: pageUrl() } };
    const lines = [{ event_id: id, sent_at: new Date().toISOString() }, { type }, { ...common, ...item }];
    const body = lines.map((line) => JSON.stringify(line)).join('\n');
    // Failures are ignored: reporting must not affect the page.
    fetch(address, { method: 'POST', body, headers: { 'content-type': 'text/plain' }, credentials: 'omit', keepalive: true }).catch(
      () => undefined,
    );
  };
  const report = (error: ErrorReport): void => {
    const key = `${error.label}\n${error.reason}\n${error.message}`;
    if (seen.has(key) || seen.size >= MAX_REPORTS) return;
    seen.add(key);
    send('event', {
      level: 'error',
      timestamp: Date.now() / 1000,
      tags: { label: error.label, reason: error.reason, ...(error.reference === '' ? {} : { reference: error.reference }) },
      exception: { values: [{ type: error.reason, value: `${error.label}: ${error.message}` }] },
      ...(error.stack === '' ? {} : { extra: { stack: error.stack } }),
    });
  };
  window.addEventListener('error', ({ error, message }) => {
    report({ label: 'page', reason: error instanceof Error ? error.name : 'Error', message, reference: '', stack: stackOf(error) });
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    const [name, message] = reason instanceof Error ? [reason.name, reason.message] : ['Rejection', String(reason)];
    report({ label: 'page', reason: name, message, reference: '', stack: stackOf(reason) });
  });
  if (random() < TRACE_SAMPLE_RATE) send('transaction', pageLoad());
  return { report };
}

/** Returns the page's URL without its query, which may contain a merchant's search. */
function pageUrl(): string {
  return `${window.location.origin}${window.location.pathname}`;
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? '') : '';
}

/** Returns the load time of this page as a Sentry transaction. Times are in seconds. */
function pageLoad(): object {
  return {
    transaction: window.location.pathname,
    start_timestamp: performance.timeOrigin / 1000,
    timestamp: (performance.timeOrigin + performance.now()) / 1000,
    spans: [],
    contexts: { trace: { op: 'pageload', trace_id: hexId(32), span_id: hexId(16) } },
  };
}
