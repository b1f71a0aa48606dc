import { setTimeout as sleep } from 'node:timers/promises';

import type { Fetch } from '../../src/platforms/http';
import { at, isRecord, listAt, numberAt, parseJson, textAt } from '../../src/platforms/json';
import { retryAfter } from '../../src/platforms/retry-after';

/** One request and its answer, as it was on the wire. */
export interface Call {
  /** The exchange that it belongs to. */
  readonly exchange: string;
  /** What was called: a GraphQL document's name, or method and path with ids replaced by their names. */
  readonly name: string;
  /** The request's body, parsed; null for none. */
  readonly sent: unknown;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Answer headers that the product reads. */
  readonly headers: Readonly<Record<string, string>>;
  /** The answer's body: parsed JSON, a list for a file with one JSON object per line, otherwise text. */
  readonly body: unknown;
}

/** Headers of answers that the product reads. */
const HEADERS = ['content-type', 'date', 'retry-after', 'x-shopify-api-version'];

/** The name of a read of a bulk operation's file, which is outside both APIs. */
export const BULK_FILE = 'bulk file';

/** How often a throttled request is sent again, and the longest pause before it (ms). */
const THROTTLED_TRIES = 8;
const LONGEST_WAIT_MS = 20_000;

/** Wraps a fetch function: keeps every call with its answer, and sends throttled requests again, which had no effect. */
export class Recorder {
  /** All calls so far, oldest first. */
  calls: Call[] = [];
  /** The exchange that calls belong to from now on. */
  exchange = '';
  /** Whether being throttled is what the exchange wants to see. */
  wantsThrottling = false;
  readonly #fetch: Fetch;

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  readonly fetch: Fetch = async (address, init = {}) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#send(address, init);
      const wait = waitOf(answer.call, answer.response.headers);
      if (wait === null || this.wantsThrottling || tries === THROTTLED_TRIES) {
        this.calls.push(answer.call);
        return answer.response;
      }
      await sleep(Math.min(wait, LONGEST_WAIT_MS));
    }
  };

  async #send(address: string, init: RequestInit): Promise<{ call: Call; response: Response }> {
    const text = typeof init.body === 'string' ? init.body : '';
    const sent = text === '' ? null : parseJson(text);
    const call = { exchange: this.exchange, name: nameOf(init.method ?? 'GET', address, sent), sent };
    try {
      const response = await this.#fetch(address, init);
      const body = await response.text();
      const headers = Object.fromEntries(HEADERS.flatMap((name) => entryOf(name, response.headers.get(name))));
      const parsed = parseBody(body);
      const again = new Response(body === '' ? null : body, { status: response.status, headers: withoutCoding(response.headers) });
      return { call: { ...call, status: response.status, headers, body: parsed }, response: again };
    } catch (error) {
      this.calls.push({ ...call, status: 0, headers: {}, body: null });
      throw error;
    }
  }
}

const entryOf = (name: string, value: string | null): [string, string][] => (value === null ? [] : [[name, value]]);

/** Returns the headers without those that describe the encoding on the wire, which fetch has already undone. */
function withoutCoding(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return kept;
}

/** Returns a body as JSON, as a list of JSON lines, or as text. */
function parseBody(text: string): unknown {
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map(parseJson);
  return lines.length > 0 && lines.every(isRecord) ? lines : text;
}

/** Returns the name of a call: see `Call.name`. */
function nameOf(method: string, address: string, sent: unknown): string {
  const { pathname } = new URL(address);
  const operation = textAt(sent, 'operationName');
  if (pathname.endsWith('/graphql.json')) return operation ?? 'GraphQL';
  const path = /\/(?:v2|oauth2|admin\/oauth)\/.*$/u.exec(pathname)?.[0];
  if (path === undefined) return BULK_FILE;
  return `${method} ${path.replace(/^(\/v2\/webhooks\/subscriptions\/).+$/u, '$1{subscription_id}')}`;
}

/** Returns how long to wait (ms) before a throttled request is sent again; null when it was not throttled. */
function waitOf({ status, body }: Call, headers: Headers): number | null {
  if (status === 429 || status === 430) return retryAfter(headers) ?? 1_500;
  if (!(listAt(body, 'errors') ?? []).some((error) => textAt(error, 'extensions', 'code') === 'THROTTLED')) return null;
  const cost = at(body, 'extensions', 'cost');
  const missing = (numberAt(cost, 'requestedQueryCost') ?? 100) - (numberAt(cost, 'throttleStatus', 'currentlyAvailable') ?? 0);
  return Math.max(200, (missing / (numberAt(cost, 'throttleStatus', 'restoreRate') ?? 100)) * 1_000);
}
