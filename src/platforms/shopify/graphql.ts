import type { ShopifyConfig } from '../config';
import type { Http, HttpAnswer } from '../http';
import { at, isRecord, listAt, numberAt, parseJson, textAt } from '../json';
import type { JsonRecord } from '../json';
import { retryAfter, withinThrottle } from '../retry-after';
import type { GraphqlDocument } from './document';

/** What became of one GraphQL request. */
export type GraphqlAnswer =
  /** Executed without a top-level error. User errors are the operation's own matter. */
  | { readonly kind: 'data'; readonly data: JsonRecord }
  /** Not executed: the cost bucket is empty (or HTTP 429). */
  | { readonly kind: 'throttled'; readonly afterMs: number }
  /** Not executed: the token was refused, or a scope is missing. */
  | { readonly kind: 'unauthorised' }
  /** Not executed: the shop is frozen, locked, inactive or unknown. */
  | { readonly kind: 'closed'; readonly detail: string }
  /** Not executed: the request itself is wrong. Our bug. */
  | { readonly kind: 'invalid'; readonly detail: string }
  /** Nobody can say whether it was executed. */
  | { readonly kind: 'ambiguous'; readonly detail: string };

/** A shop as one token lets us speak to it. */
export interface ShopifyClient {
  /** `{shop}.myshopify.com`. */
  readonly shop: string;
  run(document: GraphqlDocument, variables: JsonRecord): Promise<GraphqlAnswer>;
  /** For bulk files, which lie outside the API. */
  readonly http: Http;
  /** The origin of this shop's Admin; a bulk file may lie there too. */
  readonly origin: string;
  /** The version that answered, once it differed from the one we asked for: ours has fallen out of support. Null until then. */
  servedVersion(): string | null;
}

/** Opens a shop. The token is used for this client's calls and kept nowhere else. */
export function openShopify(given: { http: Http; config: ShopifyConfig; shop: string; accessToken: string }): ShopifyClient {
  const { http, config, shop } = given;
  const origin = config.originOf(shop);
  let served: string | null = null;
  return {
    shop,
    http,
    origin,
    servedVersion: () => served,
    run: async ({ name, source }, variables) => {
      const answer = await http.send({
        method: 'POST',
        url: `${origin}/admin/api/${config.apiVersion}/graphql.json`,
        headers: { 'content-type': 'application/json', accept: 'application/json', 'x-shopify-access-token': given.accessToken },
        body: JSON.stringify({ query: source, variables, operationName: name }),
      });
      const version = answer.kind === 'answered' ? answer.headers.get('x-shopify-api-version') : null;
      if (version !== null && version !== config.apiVersion) served = version;
      return readAnswer(answer);
    },
  };
}

/** Judges an answer by its status, then by its top-level errors. */
export function readAnswer(answer: HttpAnswer): GraphqlAnswer {
  if (answer.kind === 'no-answer') return { kind: 'ambiguous', detail: answer.detail };
  const { status } = answer;
  if (status !== 200) return readStatus(status, answer.headers);
  const body = parseJson(answer.text);
  if (!isRecord(body)) return { kind: 'ambiguous', detail: 'the answer is not a JSON object' };
  const errors = listAt(body, 'errors');
  if (errors !== null && errors.length > 0) return readErrors(body, errors);
  const data = at(body, 'data');
  return isRecord(data) ? { kind: 'data', data } : { kind: 'ambiguous', detail: 'the answer holds no data' };
}

/** How long to wait where the platform names no time. */
const THROTTLE_MS = 2_000;

function readStatus(status: number, headers: Headers): GraphqlAnswer {
  if (status === 429) return { kind: 'throttled', afterMs: retryAfter(headers) ?? THROTTLE_MS };
  if (status === 401 || status === 403) return { kind: 'unauthorised' };
  if (status === 402 || status === 404 || status === 423) return { kind: 'closed', detail: `Shopify answered ${status}` };
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'invalid', detail: `Shopify answered ${status}` };
  return { kind: 'ambiguous', detail: `Shopify answered ${status}` };
}

// Codes of requests that Shopify turns away before it executes anything.
const INVALID_CODES = new Set(['MAX_COST_EXCEEDED', 'BAD_REQUEST', 'INVALID_FIELD_ARGUMENTS']);

function readErrors(body: JsonRecord, errors: readonly unknown[]): GraphqlAnswer {
  const codes = errors.map((error) => textAt(error, 'extensions', 'code') ?? '');
  const detail = errors.map((error) => textAt(error, 'message') ?? 'no message').join('; ');
  // Something may have been executed if there is a `data` entry: GraphQL leaves it out of request errors alone.
  if (isRecord(at(body, 'data'))) return { kind: 'ambiguous', detail };
  if (codes.includes('THROTTLED')) return { kind: 'throttled', afterMs: throttleTime(body) };
  if (codes.includes('ACCESS_DENIED')) return { kind: 'unauthorised' };
  if (codes.includes('SHOP_INACTIVE')) return { kind: 'closed', detail };
  if (codes.some((code) => INVALID_CODES.has(code))) return { kind: 'invalid', detail };
  // A validation error points at the document; anything else without data (INTERNAL_SERVER_ERROR, a time-out) may come from execution.
  const validation = !('data' in body) && errors.every((error) => (listAt(error, 'locations') ?? []).length > 0);
  if (validation && !codes.includes('INTERNAL_SERVER_ERROR')) return { kind: 'invalid', detail };
  return { kind: 'ambiguous', detail };
}

/** (requested - available) / restored per second, as the cost extension states them. */
function throttleTime(body: JsonRecord): number {
  const requested = numberAt(body, 'extensions', 'cost', 'requestedQueryCost');
  const available = numberAt(body, 'extensions', 'cost', 'throttleStatus', 'currentlyAvailable');
  const rate = numberAt(body, 'extensions', 'cost', 'throttleStatus', 'restoreRate');
  if (requested === null || available === null || rate === null || rate <= 0) return THROTTLE_MS;
  const seconds = Math.max(0, requested - available) / rate;
  return withinThrottle(seconds * 1_000);
}
