import type { AnalyticsSink, EventProps } from './sinks';

/** Maximum number of events queued before it is known whether analytics is configured; more are dropped. */
const QUEUE_LIMIT = 100;

type Task = (sink: AnalyticsSink) => void;

let sink: AnalyticsSink | 'off' | 'unknown' = 'unknown';
let queue: Task[] = [];

function dispatch(task: Task): void {
  if (sink === 'off') return;
  if (sink !== 'unknown') task(sink);
  else if (queue.length < QUEUE_LIMIT) queue.push(task);
}

/** Records a named event if analytics is configured. Never fails. */
export function recordEvent(name: string, props: EventProps = {}): void {
  dispatch((to) => to.record(name, props));
}

/** Identifies the visitor by shop domain if analytics is configured. */
export function identifyByDomain(domain: string): void {
  dispatch((to) => to.identify(domain));
}

/** Starts analytics; turns it off when `key` or `host` is ''. The client is loaded only when it is configured. */
export function startAnalytics(key: string, host: string): void {
  if (sink !== 'unknown') return;
  if (key === '' || host === '') {
    sink = 'off';
    queue = [];
    return;
  }
  // If the client's code fails to load, analytics stays off.
  import('./posthog').then(
    ({ openPostHog }) => {
      const opened = openPostHog({ key, host });
      sink = opened;
      for (const task of queue) task(opened);
      queue = [];
    },
    () => {
      sink = 'off';
      queue = [];
    },
  );
}
