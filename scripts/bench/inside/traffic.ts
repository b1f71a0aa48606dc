import { counted, countNamed } from './meters';

/** A moment in a sale's path through the product, in real ms. */
export interface Mark {
  readonly kind: 'webhook' | 'write' | 'answer';
  readonly at: number;
  /** The platform that a request goes to, or answers it. */
  readonly platform?: string;
  /** The platforms' ids of the variants that it is about, while these are followed. */
  readonly ids?: readonly string[];
}

/** An id of a variant's stock, as webhooks and writes of both platforms name it. */
const STOCK_ID = /"(?:inventory_item_id|inventoryItemId|catalog_object_id)":"?(?:gid:\/\/shopify\/InventoryItem\/)?([\w-]+)/gu;

/** Requests that change stock on the platforms. */
const WRITES: ReadonlySet<string> = new Set([
  'shopify AdjustQuantities',
  'shopify SetQuantities',
  'square POST /v2/inventory/changes/batch-create',
]);

let marks: Mark[] = [];
let underWay = 0;
let writesTakeMs = 0;
let followed = false;
let lateness: number[] = [];

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

/** Records a mark. Uses real time, because the isolate's own clock can be ahead. `body` is what was received or is sent. */
export function mark(
  kind: Mark['kind'],
  about: { readonly platform?: string; readonly body?: Promise<string> | string | undefined },
): void {
  const at = performance.now();
  const { platform = '', body } = about;
  if (!followed || body === undefined) marks.push({ kind, at, platform });
  else void add({ kind, at, platform }, body);
}

async function add(made: Mark, body: Promise<string> | string): Promise<void> {
  const ids = [...(await body).matchAll(STOCK_ID)].map((match) => match[1] ?? '');
  marks.push({ ...made, ids });
}

/** Starts or ends to note the variants of each mark; returns how late timers fired since it started, in ms. */
export function follow(yes: boolean): readonly number[] {
  const found = lateness;
  lateness = [];
  followed = yes;
  return found;
}

/** Notes how much later than intended a timer fired, in ms. */
export function noteLate(ms: number): void {
  if (followed) lateness.push(ms);
}

/** Returns whether the variants of each mark are noted. */
export const follows = (): boolean => followed;

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
    const [platform = ''] = name.split(' ', 1);
    if (writes) mark('write', { platform, body: typeof init?.body === 'string' ? init.body : undefined });
    const response = await during(
      writes && writesTakeMs > 0 ? scheduler.wait(writesTakeMs).then(() => plainFetch(input, init)) : plainFetch(input, init),
    );
    if (writes) mark('answer', { platform });
    return response;
  };
}
