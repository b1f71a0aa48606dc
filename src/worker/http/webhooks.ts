import { Hono, type Context } from 'hono';

import { isRecord, numberAt, parseJson, textAt } from '../../platforms/json';
import { isShopDomain } from '../../platforms/shopify/shop-domain';
import { verifyShopifyWebhook } from '../../platforms/shopify/verify';
import { COMPLIANCE_TOPICS } from '../../platforms/shopify/webhook-decode';
import { verifySquareWebhook } from '../../platforms/square/verify';
import type { AppEnv } from '../app-env';
import { reasonOf } from '../log';
import type { Services } from '../services';
import { answerPrivacyRequest } from '../webhooks/compliance';
import { deliverWebhook } from '../webhooks/deliver';
import { bodyText, isJsonType, readRawBody } from '../webhooks/raw-body';
import { readWebhook, type RawWebhook, type WebhookProblem } from '../webhooks/read-webhook';

type Verify = (services: Services, body: Uint8Array<ArrayBuffer>, headers: Headers) => Promise<boolean>;
type Handle = (services: Services, text: string, headers: Headers) => Promise<Verdict>;

/** The status, and why for the sender's own log; it names nothing of ours. */
type Verdict = readonly [status: 200 | 400 | 503, text: string];

/** `POST /webhooks/shopify` and `POST /webhooks/square`: signed by the platform, or refused before anything is touched. */
export function webhookRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>({ strict: false });
  routes.post('/shopify', (c) => receive(c, 'shopify', verifyShopify, handleShopify));
  routes.post('/square', (c) => receive(c, 'square', verifySquare, handleSquare));
  routes.all('*', (c) => c.text('Webhooks are delivered by POST to /webhooks/shopify or /webhooks/square.', 404));
  return routes;
}

/** In this order: size, signature over the raw bytes, kind of content, then what it says. */
async function receive(c: Context<AppEnv>, source: string, verify: Verify, handle: Handle): Promise<Response> {
  const services = c.get('services');
  const raw = await readRawBody(c.req.raw);
  if (raw === null) return refuse(c, source, 413, 'The body is larger than 1 MB.');
  if (!(await verify(services, raw, c.req.raw.headers))) return refuse(c, source, 401, 'The signature is missing or wrong.');
  if (!isJsonType(c.req.header('content-type'))) return refuse(c, source, 400, 'The Content-Type must be application/json.');
  const text = bodyText(raw);
  if (text === null) return refuse(c, source, 400, 'The body is not UTF-8 text.');
  const [status, message] = await handle(services, text, c.req.raw.headers);
  if (status === 400) return refuse(c, source, 400, message);
  return c.text(message, status);
}

function refuse(c: Context<AppEnv>, source: string, status: 400 | 401 | 413, message: string): Response {
  c.get('services').log.info('webhook.refused', { source, status, why: message });
  return c.text(message, status);
}

const verifyShopify: Verify = ({ config }, body, headers) =>
  verifyShopifyWebhook(config.platform.shopify, body, headers.get('x-shopify-hmac-sha256'));

const verifySquare: Verify = ({ config }, body, headers) =>
  verifySquareWebhook(config.platform, body, headers.get('x-square-hmacsha256-signature'));

const handleShopify: Handle = async (services, text, headers) => {
  const topic = headers.get('x-shopify-topic') ?? '';
  const shop = (headers.get('x-shopify-shop-domain') ?? '').toLowerCase();
  if (topic === '' || !isShopDomain(shop)) return [400, 'X-Shopify-Topic or X-Shopify-Shop-Domain is missing or malformed.'];
  if (COMPLIANCE_TOPICS.includes(topic)) return handlePrivacy(services, topic, shop, text);
  return deliver(services, { source: 'shopify', owner: shop, type: topic, payload: text });
};

const handleSquare: Handle = async (services, text) => deliver(services, { source: 'square', owner: '', type: '', payload: text });

async function deliver(services: Services, raw: RawWebhook): Promise<Verdict> {
  const read = readWebhook(raw);
  if (!read.ok) return notAnEvent(services, raw.source, read.error, raw.payload);
  const { owner, event, type } = read.value;
  const receipt = { type, receivedAt: services.now(), payload: raw.payload };
  return (await deliverWebhook(services, { owner, event, receipt })) === 'lost'
    ? [503, 'This cannot be taken in now. Please repeat it.']
    : [200, 'Taken in.'];
}

function notAnEvent(services: Services, source: string, problem: WebhookProblem, text: string): Verdict {
  if (problem.kind === 'malformed') return [400, `The body is not what its topic promises: ${problem.detail}.`];
  if (parseJson(text) === undefined) return [400, 'The body is not JSON.'];
  services.log.info('webhook.not-wanted', { source, type: problem.type });
  return [200, 'Nothing to do for this topic.'];
}

/** The shop stands in the signed body too, and that is the one that counts. */
async function handlePrivacy(services: Services, topic: string, shop: string, text: string): Promise<Verdict> {
  const body = parseJson(text);
  if (!isRecord(body) || textAt(body, 'shop_domain') !== shop) return [400, 'shop_domain is missing, or is not the shop of the header.'];
  const number = numberAt(body, 'data_request', 'id');
  try {
    await answerPrivacyRequest(services, { topic, shopDomain: shop, request: number === null ? '' : String(number) });
    return [200, 'Taken in.'];
  } catch (thrown) {
    services.log.error('compliance.failed', { topic, reason: reasonOf(thrown) });
    return [503, 'This cannot be taken in now. Please repeat it.'];
  }
}
