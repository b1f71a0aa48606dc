import type { AnalyticsSink, EventProps } from './sinks';
import { readStored, writeStored } from './storage';

/** Batch interval in ms (docs/spec/third-parties.md, THP-2). */
export const FLUSH_MS = 3000;
/** Number of retries of a batch (section 8.4). */
export const RETRIES = 10;
/** First delay before a retry, in ms; it doubles up to the maximum. */
const RETRY_FIRST_MS = 3000;
const RETRY_MAX_MS = 30 * 60_000;
/** Maximum length of a property (section 9), in characters; longer ones are cut. */
const MAX_TEXT = 65_535;

const VISITOR_KEY = 'analytics-visitor';

interface CapturedEvent {
  readonly event: string;
  readonly uuid: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Returns the random id of this browser, kept between visits. */
function visitorId(): string {
  const known = readStored(VISITOR_KEY);
  if (known !== null && known !== '') return known;
  const created = crypto.randomUUID();
  writeStored(VISITOR_KEY, created);
  return created;
}

/** Returns whether to send the batch again: the status is neither 200 nor a definite refusal. */
export function isRetryable(status: number): boolean {
  return (status !== 200 && status < 400) || status >= 500;
}

/** Returns the delay before this retry (from 1), in ms. */
export function retryPause(attempt: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (attempt - 1));
}

/** Sends events to PostHog in batches, and the rest by beacon when the page unloads. Failures are ignored. */
export function openPostHog({ key, host }: { readonly key: string; readonly host: string }): AnalyticsSink {
  const url = `${host}/e/`;
  const anonymous = visitorId();
  let person = anonymous;
  let batch: CapturedEvent[] = [];
  let timer: number | null = null;

  const post = async (body: string, attempt: number): Promise<void> => {
    let status = 0;
    try {
      // Plain text needs no preflight.
      status = (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'text/plain' }, credentials: 'omit', keepalive: true }))
        .status;
    } catch {
      // Offline, or blocked by an extension: treated as no response.
    }
    if (isRetryable(status) && attempt <= RETRIES) window.setTimeout(() => void post(body, attempt + 1), retryPause(attempt));
  };

  const take = (): string | null => {
    if (timer !== null) window.clearTimeout(timer);
    timer = null;
    if (batch.length === 0) return null;
    const body = JSON.stringify(batch);
    batch = [];
    return body;
  };

  const flush = (): void => {
    const body = take();
    if (body !== null) void post(body, 1);
  };

  const capture = (event: string, props: Readonly<Record<string, unknown>>): void => {
    batch.push({
      event,
      uuid: crypto.randomUUID(),
      timestamp: new Date().toISOString(),
      properties: { ...props, token: key, distinct_id: person, $lib: 'shelfbridge-web', $current_url: window.location.pathname },
    });
    timer ??= window.setTimeout(flush, FLUSH_MS);
  };

  window.addEventListener('pagehide', () => {
    const body = take();
    if (body !== null) navigator.sendBeacon(url, body);
  });

  return {
    record: (name, props) => capture(name, cut(props)),
    identify: (domain) => {
      if (domain === person) return;
      person = domain;
      capture('$identify', { $anon_distinct_id: anonymous, $set: { domain } });
    },
  };
}

function cut(props: EventProps): EventProps {
  return Object.fromEntries(
    Object.entries(props).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MAX_TEXT) : value]),
  );
}
