import { wireTopic } from '../../../sandbox/shopify/webhooks/topic';
import squareTypes from '../../../sandbox/square/description/events.json';
import { SHOPIFY_TOPICS } from '../../../src/domain/shopify-topics';
import { COMPLIANCE_TOPICS, decodeShopifyWebhook } from '../../../src/platforms/shopify/webhook-decode';
import { decodeSquareWebhook } from '../../../src/platforms/square/webhook-decode';
import { createApp } from '../../../src/worker/app';
import type { Exchange } from './recording';

const PROTO = import.meta.glob('../../../proto/sh/*.proto', { query: '?raw', import: 'default', eager: true });

const distinct = (values: Iterable<string>): string[] => [...new Set(values)].toSorted();

/** Every method of every service in `proto`, as `sh.Service/Method`. */
export const PROTO_METHODS: readonly string[] = distinct(
  Object.values(PROTO).flatMap((text) =>
    text
      .split(/^service /mu)
      .slice(1)
      .flatMap((service) => [...service.matchAll(/^ *rpc (\w+)\(/gmu)].map(([, name]) => `sh.${/^\w+/u.exec(service)?.[0]}/${name}`)),
  ),
);

/** The methods whose recorded exchanges meet a condition. */
export function methodsOf(exchanges: readonly Exchange[], meets: (one: Exchange) => boolean): string[] {
  const paths = exchanges.filter(meets).map(({ request }) => request.path);
  return distinct(paths.filter((path) => path.startsWith('/rpc/sh.')).map((path) => path.replace('/rpc/', '')));
}

/** Every webhook that the product reads, as `platform type`. */
export const WEBHOOK_TYPES: readonly string[] = distinct([
  ...SHOPIFY_TOPICS.map(wireTopic)
    .filter((topic) => decodeShopifyWebhook({ topic, shop: 'demo.myshopify.com', raw: '{}' }) !== null)
    .map((topic) => `shopify ${topic}`),
  ...COMPLIANCE_TOPICS.map((topic) => `shopify ${topic}`),
  ...squareTypes.filter((type) => decodeSquareWebhook(JSON.stringify({ type })) !== null).map((type) => `square ${type}`),
]);

/** The type in the body of a Square webhook; '' without one. */
function squareType(body: unknown): string {
  try {
    const { type = '' } = JSON.parse(String(body)) as { type?: string };
    return type;
  } catch {
    return '';
  }
}

/** The webhooks of `WEBHOOK_TYPES` that were recorded with this signature and answered with this status. */
export function webhooksOf(exchanges: readonly Exchange[], signature: 'valid' | 'wrong', status: number): string[] {
  const recorded = exchanges
    .filter(({ request, answer }) => Object.values(request.headers ?? {}).includes(`${signature} signature`) && answer.status === status)
    .map(({ request: { path, headers, body } }) =>
      path === '/webhooks/shopify' ? `shopify ${headers?.['x-shopify-topic']}` : `square ${squareType(body)}`,
    );
  return distinct(recorded).filter((type) => WEBHOOK_TYPES.includes(type));
}

/** Every route of the Worker with one method, as `GET /path`; parameters as in its pattern. Calls have no routes of their own. */
export const ROUTES: readonly string[] = distinct(
  createApp(() => [])
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`),
);

/** The routes that answer with a page or with data. All other GET routes redirect. */
const NO_REDIRECT = /^GET \/(?:healthz|deletions|exports)\b/u;

/** The routes of the Worker that redirect. */
export const REDIRECTS: readonly string[] = ROUTES.filter((route) => route.startsWith('GET ') && !NO_REDIRECT.test(route));

/** The routes with a recorded exchange that was answered with this status. */
export function routesOf(exchanges: readonly Exchange[], status: number): string[] {
  const recorded = exchanges
    .filter(({ answer }) => answer.status === status)
    .map(({ request: { method, path } }) => `${method} ${path.replace(/\?.*$/u, '')}`);
  return ROUTES.filter((route) => {
    const [fixed = ''] = route.split(':');
    return recorded.some((one) => (fixed === route ? one === route : one.startsWith(fixed)));
  });
}
