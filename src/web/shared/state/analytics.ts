import type { AnalyticsSink, EventProps } from './sinks';

/** Events that happen before it is known whether they are wanted; more are dropped. */
const WAITING_LIMIT = 100;

type Pending = (sink: AnalyticsSink) => void;

let sink: AnalyticsSink | 'off' | 'unknown' = 'unknown';
let waiting: Pending[] = [];

function hand(work: Pending): void {
  if (sink === 'off') return;
  if (sink !== 'unknown') work(sink);
  else if (waiting.length < WAITING_LIMIT) waiting.push(work);
}

/** Records a named event, where measuring is configured. Costs nothing otherwise, and never fails. */
export function recordEvent(name: string, props: EventProps = {}): void {
  hand((to) => to.record(name, props));
}

/** Says which shop the visitor belongs to, where measuring is configured. */
export function identifyByDomain(domain: string): void {
  hand((to) => to.identify(domain));
}

/** Begins to measure, or gives it up where `key` or `host` is ''. The client is loaded only when there is something to load it for. */
export function startAnalytics(key: string, host: string): void {
  if (sink !== 'unknown') return;
  if (key === '' || host === '') {
    sink = 'off';
    waiting = [];
    return;
  }
  // Whether the client's code arrives or not is no concern of the page; without it nothing is measured.
  import('./posthog').then(
    ({ openPostHog }) => {
      const opened = openPostHog({ key, host });
      sink = opened;
      for (const work of waiting) work(opened);
      waiting = [];
    },
    () => {
      sink = 'off';
      waiting = [];
    },
  );
}
