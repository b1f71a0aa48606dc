import { SYSTEM, type Owner, type Scheduler } from './scheduler';

/** The addresses of the simulation: the page's, the Worker's own for webhooks, and the sandbox's. */
export const ADDRESSES = { app: 'http://localhost:8787', webhooks: 'http://localhost:8788', sandbox: 'http://localhost:8789' } as const;

/** A request on the wire. */
export interface WireRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A response on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: ArrayBuffer;
}

/** What happens to one request. All times are in ms from the moment it is sent. */
export interface Fate {
  /** When each copy of the request reaches the other end; only the first copy's response counts. */
  readonly arrivals: readonly number[];
  /** How long the response takes; null: it never comes, and the sender's own timeout ends the wait. */
  readonly answerMs: number | null;
  /** When the connection breaks for the sender; null when it does not. */
  readonly resetMs: number | null;
  /** A response that replaces the other end's, without any effect there; null for none. */
  readonly instead: WireAnswer | null;
  /** The name in the trace; '' when nothing is wrong. */
  readonly name: string;
}

/** The other ends of the network. */
export interface Ends {
  /** Serves a request at an end, in a turn of that end; the scheduler plans the response's turn. */
  serve(end: keyof typeof ADDRESSES, request: WireRequest): Promise<WireAnswer>;
  /** Decides what happens to a request. */
  fate(end: keyof typeof ADDRESSES, request: WireRequest): Fate;
  /** Returns the request as it is when it arrives: webhooks may be assembled late. */
  arriving(end: keyof typeof ADDRESSES, request: WireRequest): Promise<WireRequest>;
  note(text: string): void;
}

/** Implements `fetch` over the simulated network: request and response are separate events. */
export class Network {
  readonly #scheduler: Scheduler;
  readonly #ends: Ends;
  #requests = 0;

  constructor(scheduler: Scheduler, ends: Ends) {
    this.#scheduler = scheduler;
    this.#ends = ends;
  }

  async fetch(url: string, init: RequestInit): Promise<Response> {
    const request: WireRequest = {
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : '',
    };
    const end = endOf(url);
    const sender = this.#scheduler.current;
    const fate = this.#ends.fate(end, request);
    this.#requests += 1;
    const number = this.#requests;
    this.#ends.note(`${sender.name} → ${end} r${number} ${describe(request)}${fate.name === '' ? '' : ` [${fate.name}]`}`);
    return new Promise((resolve, reject) => {
      this.#watch(init.signal ?? null, reject);
      this.#send(end, request, fate, { sender, resolve, reject, number });
    });
  }

  #watch(signal: AbortSignal | null, reject: (why: Error) => void): void {
    if (signal === null) return;
    signal.addEventListener('abort', () => {
      const why: unknown = signal.reason;
      reject(why instanceof Error ? why : new Error('aborted'));
    });
  }

  #send(end: keyof typeof ADDRESSES, request: WireRequest, fate: Fate, waiting: Waiting): void {
    const { now } = this.#scheduler;
    const { sender, reject, number } = waiting;
    const answer = (answered: WireAnswer, delay: number): void => {
      this.#scheduler.plan(this.#scheduler.now + delay, sender, () => {
        this.#ends.note(`${sender.name} ← ${end} r${number} ${answered.status}`);
        const { status, headers, bytes } = answered;
        waiting.resolve(new Response(status === 204 || status === 304 ? null : bytes, { status, headers }));
      });
    };
    if (fate.resetMs !== null) {
      this.#scheduler.plan(now + fate.resetMs, sender, () => {
        this.#ends.note(`${sender.name} ← ${end} r${number} reset`);
        reject(new TypeError('Network connection lost.'));
      });
    }
    if (fate.instead !== null) {
      answer(fate.instead, fate.answerMs ?? 0);
      return;
    }
    for (const [index, delay] of fate.arrivals.entries()) {
      this.#scheduler.plan(now + delay, SYSTEM, () => {
        this.#ends.note(`${end} gets r${number}${index === 0 ? '' : ' again'}`);
        this.#arrive(end, request).then(
          (answered) => {
            if (index === 0 && fate.answerMs !== null) answer(answered, fate.answerMs);
          },
          (error: unknown) => {
            this.#ends.note(`${end} failed at r${number}: ${String(error)}`);
          },
        );
      });
    }
  }

  async #arrive(end: keyof typeof ADDRESSES, request: WireRequest): Promise<WireAnswer> {
    return this.#ends.serve(end, await this.#ends.arriving(end, request));
  }
}

interface Waiting {
  readonly sender: Owner;
  readonly number: number;
  readonly resolve: (response: Response) => void;
  readonly reject: (why: Error) => void;
}

function endOf(url: string): keyof typeof ADDRESSES {
  if (url.startsWith(ADDRESSES.sandbox)) return 'sandbox';
  if (url.startsWith(ADDRESSES.webhooks)) return 'webhooks';
  if (url.startsWith(ADDRESSES.app)) return 'app';
  throw new TypeError(`nobody listens at ${url}`);
}

/** Returns one short line that describes a request. */
export function describe({ url, method, headers, body }: WireRequest): string {
  const path = url.replace(/^http:\/\/[^/]+/u, '').replace(/\?.*$/u, '');
  const operation = path.endsWith('graphql.json') ? /\b(?:query|mutation)\s+(\w+)/u.exec(body)?.[1] : undefined;
  const topic = headers.get('x-shopify-topic');
  return `${method} ${operation ?? path}${topic === null ? '' : ` ${topic}`}`;
}

/** Converts a fetch Response to a response on the wire. */
export async function answerOf(response: Response): Promise<WireAnswer> {
  return { status: response.status, headers: new Headers(response.headers), bytes: await response.arrayBuffer() };
}

/** Creates a text response on the wire. */
export function textAnswer(status: number, text: string, headers: Readonly<Record<string, string>>): WireAnswer {
  return { status, headers: new Headers(headers), bytes: new Uint8Array(new TextEncoder().encode(text)).buffer };
}

/** Returns whether a request writes stock. */
export function isStockWrite({ url, body }: WireRequest): boolean {
  return (
    url.endsWith('/v2/inventory/changes/batch-create') || (url.endsWith('/graphql.json') && /mutation (?:Adjust|Set)Quantities/u.test(body))
  );
}
