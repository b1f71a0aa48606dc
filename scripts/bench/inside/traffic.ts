import { counted, countNamed } from './meters';

/** A moment in a sale's path through the product, in real ms. */
export interface Mark {
  readonly kind: 'webhook' | 'write' | 'answer';
  readonly at: number;
}

/** Requests that change stock on the platforms. */
const WRITES: ReadonlySet<string> = new Set([
  'shopify AdjustQuantities',
  'shopify SetQuantities',
  'square POST /v2/inventory/changes/batch-create',
]);

let marks: Mark[] = [];
let underWay = 0;
let writesTakeMs = 0;

/** Delays every write by this long before it reaches the platform, in real ms: a distant platform with constant latency. */
export function slowWrites(ms: number): void {
  writesTakeMs = ms;
}

/** Returns how many requests, and pieces of work that outlive one, are in progress in this isolate. */
export const busy = (): number => underWay;

/** Returns the marks since the last call. */
export function takeMarks(): Mark[] {
  const taken = marks;
  marks = [];
  return taken;
}

/** Records a mark. Uses real time, because the isolate's own clock can be ahead. */
export function mark(kind: Mark['kind']): void {
  marks.push({ kind, at: performance.now() });
}

/** Counts a piece of work as in progress until it ends. */
export async function during<T>(work: Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await work;
  } finally {
    underWay -= 1;
  }
}

/** Returns the name of a platform request in the counts. */
function nameOf(url: URL, method: string, body: unknown): string {
  if (url.pathname.startsWith('/shopify/')) {
    if (!url.pathname.endsWith('graphql.json')) return `shopify ${url.pathname.split('/').slice(3).join('/')}`;
    const operation = /\b(?:query|mutation)\s+(\w+)/u.exec(String(body));
    return `shopify ${operation?.[1] ?? 'query'}`;
  }
  return `square ${method} ${url.pathname.replace('/square', '')}`;
}

const plainFetch = globalThis.fetch.bind(globalThis);

/** Counts every request that leaves the isolate. */
export function meterFetch(): void {
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const name = nameOf(url, init?.method ?? 'GET', init?.body);
    countNamed(counted().requests, name);
    const writes = WRITES.has(name);
    if (writes) mark('write');
    const response = await during(
      writes && writesTakeMs > 0 ? scheduler.wait(writesTakeMs).then(() => plainFetch(input, init)) : plainFetch(input, init),
    );
    if (writes) mark('answer');
    return response;
  };
}
