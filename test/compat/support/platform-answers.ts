import { env } from 'cloudflare:test';

import type { WantedWebhook } from '../../../src/platforms/shopify/webhooks';
import type { PlatformRequest } from './client';

/** A platform's answer to one request. */
export interface PlatformAnswer {
  /** The lookup key of the request. */
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/gu;

/** Headers that do not fit a body that is stored as text. */
const TRANSPORT_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** Maintenance of a shop's webhook subscriptions: a later release may want others. */
const MAINTENANCE = /query WebhookList\(|mutation Webhook(?:Create|Update|Delete)\(/u;

/** Reading that a later release makes in addition, of who else writes: the log is empty. */
const LOG = /\/v2\/inventory\/changes\/batch-retrieve \{"location_ids"/u;
/** What a later release sends in addition: that one, readings of causes, and maintenance. */
const NEWER = new RegExp(`query ItemQuantities\\(|${LOG.source}|${MAINTENANCE.source}`, 'u');

/** How a later release asks for what the recorded one asked: with what people recognize a product by, once around a product's variants. */
const LATER: readonly (readonly [RegExp, string])[] = [
  [/(\.\.\. on Product \{) id title status vendor .*? (variants\(first)/u, '$1 $2'],
  [/(id title sku barcode price) (inventoryItem \{)/u, '$1 product { id title status } $2'],
  [/("object_ids":\[[^\]]*\],"include_related_objects":)true/u, '$1false'],
];

/** Requests that change something at a platform, without that maintenance. */
const WRITES = /mutation (?!Webhook)|\/v2\/inventory\/changes\/batch-create|\/v2\/catalog\/(?:batch-upsert|object)/u;

/** Records the platforms' answers, or replays recorded ones. */
export class PlatformAnswers {
  readonly recorded: PlatformAnswer[];
  readonly #storedKeys: ReadonlySet<string>;
  /** The subscriptions that the recorded release had made in each shop. */
  readonly #subscriptions: readonly WantedWebhook[];
  readonly #sent: string[] = [];

  /** `stored`: stored rows as text. A request that reuses one of their keys must be identical byte for byte. */
  constructor(stored: string, recorded: readonly PlatformAnswer[]) {
    this.#storedKeys = new Set(stored.match(UUID));
    this.#subscriptions = subscriptionsIn(JSON.parse(stored)) ?? [];
    this.recorded = [...recorded];
  }

  /** Sends a request on and records its answer. */
  readonly record = async (request: PlatformRequest, send: () => Promise<Response>): Promise<Response> => {
    const key = this.#keyOf(request);
    const answer = await send();
    const body = new TextDecoder().decode(await answer.arrayBuffer());
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !TRANSPORT_HEADERS.has(name)));
    this.recorded.push({ request: key, status: answer.status, headers, body });
    return new Response(body, { status: answer.status, headers });
  };

  /** Returns the recorded answers to a request in their order; the last one is repeated for all later requests. */
  readonly replay = async (request: PlatformRequest): Promise<Response> => {
    const key = this.#keyOf(request);
    const answers = this.recorded.filter((one) => one.request === key);
    const times = this.#sent.filter((one) => one === key).length;
    const answer = answers[Math.min(times, answers.length) - 1];
    if (answer === undefined && LOG.test(key)) return new Response('{}');
    if (answer === undefined && MAINTENANCE.test(key)) return Response.json({ data: this.#maintenance(key) });
    if (answer === undefined) throw new Error(`no answer is recorded for ${key}`);
    const body = key.includes('query ProductsById(') ? productsAround(answer.body) : answer.body;
    return new Response(body, { status: answer.status, headers: answer.headers });
  };

  /** The writes that were sent in this run, sorted. */
  get sentWrites(): readonly string[] {
    return this.#sent.filter((request) => WRITES.test(request)).toSorted();
  }

  /** The writes that are recorded, sorted. */
  get recordedWrites(): readonly string[] {
    return this.recorded
      .map(({ request }) => request)
      .filter((request) => WRITES.test(request))
      .toSorted();
  }

  /** The different requests that were sent in this run, sorted, without those that the recorded release did not know. */
  get sentRequests(): readonly string[] {
    return [...new Set(this.#sent.filter((request) => !NEWER.test(request)))].toSorted();
  }

  /** The different requests that are recorded, sorted. */
  get recordedRequests(): readonly string[] {
    return [...new Set(this.recorded.map(({ request }) => request))].toSorted();
  }

  /** What was changed about the subscriptions that the recorded release had made: the variables of each call. */
  get changedSubscriptions(): readonly string[] {
    return this.#sent.filter((request) => /mutation Webhook/u.test(request)).map((request) => request.replace(/^.*"variables":/su, ''));
  }

  #maintenance(request: string): object {
    if (!request.includes('query WebhookList(')) return {};
    const uri = `${env.WEBHOOK_ORIGIN}/webhooks/shopify`;
    const nodes = this.#subscriptions.map((one, n) => ({ id: `gid://shopify/WebhookSubscription/${n}`, uri, ...one }));
    return { webhookSubscriptions: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } };
  }

  #keyOf({ method, url, body }: PlatformRequest): string {
    const asked = `${method} ${url} ${body}`;
    const text = LATER.reduce((request, [later, recorded]) => request.replace(later, recorded), asked);
    const isRepeat = text.match(UUID)?.some((uuid) => this.#storedKeys.has(uuid)) ?? false;
    const key = isRepeat ? text : text.replaceAll(UUID, '{key}').replaceAll(TIME, '{time}');
    this.#sent.push(key);
    return key;
  }
}

/** Returns an answer with each product's own fields around its variants, as a later release reads them. */
function productsAround(body: string): string {
  const answer = JSON.parse(body) as { readonly data: { readonly nodes: readonly (ReadProduct | null)[] } };
  const nodes = answer.data.nodes.map((node) => ({ ...node?.variants.nodes[0]?.product, ...node }));
  return JSON.stringify({ ...answer, data: { nodes } });
}

interface ReadProduct {
  readonly variants: { readonly nodes: readonly { readonly product: object }[] };
}

/** Finds the wanted subscriptions of a release among its stored rows. */
function subscriptionsIn(rows: unknown): readonly WantedWebhook[] | null {
  if (typeof rows === 'string' && rows.startsWith('{"present":')) {
    const { wanted } = JSON.parse(rows) as { wanted?: string };
    return wanted === undefined ? null : (JSON.parse(wanted) as readonly WantedWebhook[]);
  }
  if (typeof rows !== 'object' || rows === null) return null;
  for (const one of Object.values(rows)) {
    const found = subscriptionsIn(one);
    if (found !== null) return found;
  }
  return null;
}
