import type { ClosedShop } from '../../domain/account/closed-shop';
import type { ShopifyConfig } from '../config';
import type { Http, HttpAnswer } from '../http';
import { at, isRecord, listAt, numberAt, parseJson, textAt } from '../json';
import type { JsonRecord } from '../json';
import { retryAfter, withinThrottle } from '../retry-after';
import type { GraphqlDocument } from './document';

/** The outcome of one GraphQL request. */
export type GraphqlAnswer =
  /** Executed without a top-level error. The caller handles the operation's user errors. */
  | { readonly kind: 'data'; readonly data: JsonRecord }
  /** Not executed: the cost bucket is empty (or HTTP 429). */
  | { readonly kind: 'throttled'; readonly afterMs: number }
  /** Not executed: the token was refused, or a scope is missing. */
  | { readonly kind: 'unauthorized' }
  /** Not executed: Shopify serves no request for this shop. */
  | { readonly kind: 'closed'; readonly why: ClosedShop; readonly detail: string }
  /** Not executed: the request itself is wrong. Our bug. */
  | { readonly kind: 'invalid'; readonly detail: string }
  /** It is unknown whether it was executed. */
  | { readonly kind: 'ambiguous'; readonly detail: string };

/** Access to a shop with one token. */
export interface ShopifyClient {
  /** `{shop}.myshopify.com`. */
  readonly shop: string;
  run(document: GraphqlDocument, variables: JsonRecord): Promise<GraphqlAnswer>;
  /** For bulk files, which are outside the API. */
  readonly http: Http;
  /** The origin of this shop's Admin; a bulk file may be there too. */
  readonly origin: string;
}

/** What one answer shows about the shop and the API, whatever the request was. */
export interface ShopSeen {
  /** The version that answered (`X-Shopify-API-Version`): an older one once ours is no longer supported; null when not stated. */
  readonly version: string | null;
  /** Why Shopify serves no request for the shop; null when it served this one. */
  readonly closed: ClosedShop | 'unsaid' | null;
}

/**
 * Creates a client for a shop. The token is used for this client's calls and stored nowhere else. `watch` is called
 * with each answer before the caller gets it.
 */
export function openShopify(given: {
  http: Http;
  config: ShopifyConfig;
  shop: string;
  accessToken: string;
  watch?: (seen: ShopSeen) => void;
}): ShopifyClient {
  const { http, config, shop } = given;
  const origin = config.originOf(shop);
  return {
    shop,
    http,
    origin,
    run: async ({ name, source }, variables) => {
      const answer = await http.send({
        method: 'POST',
        url: `${origin}/admin/api/${config.apiVersion}/graphql.json`,
        headers: { 'content-type': 'application/json', accept: 'application/json', 'x-shopify-access-token': given.accessToken },
        body: JSON.stringify({ query: source, variables, operationName: name }),
      });
      const read = readAnswer(answer);
      const version = answer.kind === 'answered' ? answer.headers.get('x-shopify-api-version') : null;
      given.watch?.({ version, closed: read.kind === 'closed' ? read.why : read.kind === 'data' ? null : 'unsaid' });
      return read;
    },
  };
}

/** Classifies an answer by its status, then by its top-level errors. */
export function readAnswer(answer: HttpAnswer): GraphqlAnswer {
  if (answer.kind === 'no-answer') return { kind: 'ambiguous', detail: answer.detail };
  const { status } = answer;
  if (status !== 200) return readStatus(status, answer);
  const body = parseJson(answer.text);
  if (!isRecord(body)) return { kind: 'ambiguous', detail: 'the answer is not a JSON object' };
  const errors = listAt(body, 'errors');
  if (errors !== null && errors.length > 0) return readErrors(body, errors);
  const data = at(body, 'data');
  return isRecord(data) ? { kind: 'data', data } : { kind: 'ambiguous', detail: 'the answer holds no data' };
}

/** How long to wait if the platform states no time, in ms. */
const THROTTLE_MS = 2_000;

const CLOSED: ReadonlyMap<number, ClosedShop> = new Map<number, ClosedShop>([
  [402, 'frozen'],
  [403, 'forbidden'],
  [404, 'unknown'],
  [423, 'locked'],
]);

function readStatus(status: number, { headers, text }: { readonly headers: Headers; readonly text: string }): GraphqlAnswer {
  // 430: Shopify's edge rejected the request as one of too many (API response status codes, "Shopify Security
  // Rejection").
  if (status === 429 || status === 430) return { kind: 'throttled', afterMs: retryAfter(headers) ?? THROTTLE_MS };
  // Shopify refuses a token in JSON; a proxy's page shows nothing about it, nor whether Shopify has received the
  // request.
  if (status === 401 && (text === '' || isRecord(parseJson(text)))) return { kind: 'unauthorized' };
  const why = CLOSED.get(status);
  if (why !== undefined) return { kind: 'closed', why, detail: `Shopify answered ${status}` };
  if (status === 401) return { kind: 'ambiguous', detail: 'Shopify answered 401 in an unknown form' };
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'invalid', detail: `Shopify answered ${status}` };
  return { kind: 'ambiguous', detail: `Shopify answered ${status}` };
}

// Codes of requests that Shopify rejects before it executes anything.
const INVALID_CODES = new Set(['MAX_COST_EXCEEDED', 'BAD_REQUEST', 'INVALID_FIELD_ARGUMENTS']);
const ACCESS_DENIED = 'ACCESS_DENIED';

function readErrors(body: JsonRecord, errors: readonly unknown[]): GraphqlAnswer {
  const codes = errors.map((error) => textAt(error, 'extensions', 'code') ?? '');
  const detail = errors.map((error) => textAt(error, 'message') ?? 'no message').join('; ');
  const data = at(body, 'data');
  if (isRecord(data) && !turnedAway(data, errors)) return { kind: 'ambiguous', detail };
  if (codes.includes('THROTTLED')) return { kind: 'throttled', afterMs: throttleTime(body) };
  if (codes.includes(ACCESS_DENIED)) return { kind: 'unauthorized' };
  if (codes.includes('SHOP_INACTIVE')) return { kind: 'closed', why: 'inactive', detail };
  if (codes.some((code) => INVALID_CODES.has(code))) return { kind: 'invalid', detail };
  // A validation error points at the document; any other error without data (INTERNAL_SERVER_ERROR, a timeout) may come
  // from execution.
  const validation = !('data' in body) && errors.every((error) => (listAt(error, 'locations') ?? []).length > 0);
  if (validation && !codes.includes('INTERNAL_SERVER_ERROR')) return { kind: 'invalid', detail };
  return { kind: 'ambiguous', detail };
}

/**
 * Returns whether nothing was executed although the answer contains `data`. When Shopify rejects a field before
 * resolving it, the error's path is only that field, with null in its place; any other error next to data may come from
 * execution.
 */
function turnedAway(data: JsonRecord, errors: readonly unknown[]): boolean {
  const fields = new Set<unknown>();
  for (const error of errors) {
    const code = textAt(error, 'extensions', 'code') ?? '';
    const path = listAt(error, 'path') ?? [];
    if ((code !== ACCESS_DENIED && !INVALID_CODES.has(code)) || path.length !== 1) return false;
    fields.add(path[0]);
  }
  const asked = Object.entries(data);
  return asked.length > 0 && asked.every(([name, value]) => value === null && fields.has(name)) && fields.size === asked.length;
}

/** Returns the wait in ms: (requested - available) / restored per second, as the cost extension states them. */
function throttleTime(body: JsonRecord): number {
  const requested = numberAt(body, 'extensions', 'cost', 'requestedQueryCost');
  const available = numberAt(body, 'extensions', 'cost', 'throttleStatus', 'currentlyAvailable');
  const rate = numberAt(body, 'extensions', 'cost', 'throttleStatus', 'restoreRate');
  if (requested === null || available === null || rate === null || rate <= 0) return THROTTLE_MS;
  const seconds = Math.max(0, requested - available) / rate;
  return withinThrottle(seconds * 1_000);
}
