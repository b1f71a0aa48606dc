import type { ErrorReport, ErrorSink } from './sinks';

/** Which part of page loads is traced (specification, document 2, section 9). */
export const TRACE_SAMPLE_RATE = 0.2;
/** Most reports that one page sends: a fault in a loop must not become a flood. */
const MOST_REPORTS = 30;

/** The address that a Sentry DSN (`https://key@host/project`) stands for; null when it is none. */
export function envelopeAddress(dsn: string): string | null {
  const url = URL.parse(dsn);
  if (url === null || url.protocol !== 'https:' || url.username === '') return null;
  const path = /^(.*)\/(\d+)$/u.exec(url.pathname);
  if (path === null) return null;
  const query = new URLSearchParams({ sentry_key: url.username, sentry_version: '7' });
  return `${url.origin}${path[1] ?? ''}/api/${path[2] ?? ''}/envelope/?${query.toString()}`;
}

const hexId = (digits: number): string => crypto.randomUUID().replaceAll('-', '').slice(0, digits);

/** Sends errors, and the loading times of one page in five, as Sentry's envelopes. Null when the address is none. */
export function openSentry(dsn: string, release: string, random: () => number = Math.random): ErrorSink | null {
  const address = envelopeAddress(dsn);
  if (address === null) return null;
  const seen = new Set<string>();
  const send = (type: 'event' | 'transaction', item: object): void => {
    const id = hexId(32);
    const common = { event_id: id, release, environment: 'production', platform: 'javascript', request: { url: here() } };
    const lines = [{ event_id: id, sent_at: new Date().toISOString() }, { type }, { ...common, ...item }];
    const body = lines.map((line) => JSON.stringify(line)).join('\n');
    // No answer is awaited, and none is missed: what cannot be reported must not trouble the page.
    fetch(address, { method: 'POST', body, headers: { 'content-type': 'text/plain' }, credentials: 'omit', keepalive: true }).catch(
      () => undefined,
    );
  };
  const report = (error: ErrorReport): void => {
    const key = `${error.label}\n${error.reason}\n${error.message}`;
    if (seen.has(key) || seen.size >= MOST_REPORTS) return;
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

/** The page's address without what stands behind it: a search may hold a merchant's words. */
function here(): string {
  return `${window.location.origin}${window.location.pathname}`;
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? '') : '';
}

/** How long this page took to come, as a Sentry transaction. Times are seconds. */
function pageLoad(): object {
  return {
    transaction: window.location.pathname,
    start_timestamp: performance.timeOrigin / 1000,
    timestamp: (performance.timeOrigin + performance.now()) / 1000,
    spans: [],
    contexts: { trace: { op: 'pageload', trace_id: hexId(32), span_id: hexId(16) } },
  };
}
