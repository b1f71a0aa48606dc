import { Hono, type Context } from 'hono';

import { signatureFromBase64 } from '../../platforms/hmac';
import { idAt, isRecord, listAt, parseExactJson, textAt } from '../../platforms/json';
import { isShopDomain } from '../../platforms/shopify/shop-domain';
import { verifyShopifyWebhook } from '../../platforms/shopify/verify';
import { COMPLIANCE_TOPICS } from '../../platforms/shopify/webhook-decode';
import { verifySquareWebhook } from '../../platforms/square/verify';
import type { AppEnv } from '../runtime/app-env';
import { reasonOf } from '../runtime/log';
import type { Services } from '../runtime/services';
import { answerPrivacyRequest } from '../webhooks/compliance';
import { deliverWebhook } from '../webhooks/deliver';
import { bodyText, readRawBody } from '../webhooks/raw-body';
import { readWebhook, type RawWebhook } from '../webhooks/read-webhook';
import { keepUndeliverable } from '../webhooks/undeliverable';

type Verify = (services: Services, body: Uint8Array<ArrayBuffer>, signature: string) => Promise<boolean>;
type Handle = (services: Services, text: string, headers: Headers) => Promise<Verdict>;

/**
 * The status, and a text for the sender's own log that reveals nothing of ours. A signed webhook is never refused: the platform would end
 * its subscription.
 */
type Verdict = readonly [status: 200 | 503, text: string];

interface RoutePage {
  readonly source: 'shopify' | 'square';
  /** The header that carries the signature: 32 bytes in base64. */
  readonly signedBy: string;
  readonly verify: Verify;
  readonly handle: Handle;
}

/** `POST /webhooks/shopify` and `POST /webhooks/square`: an unsigned or wrongly signed request is refused before anything is stored. */
export function webhookRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>({ strict: false });
  routes.post('/shopify', (c) => receive(c, SHOPIFY));
  routes.post('/square', (c) => receive(c, SQUARE));
  routes.all('*', (c) => c.text('Webhooks are delivered by POST to /webhooks/shopify or /webhooks/square.', 404));
  return routes;
}

/** Checks, in this order, that there is a signature at all, the size, and the signature over the raw bytes; then reads the content. */
async function receive(c: Context<AppEnv>, { source, signedBy, verify, handle }: RoutePage): Promise<Response> {
  const services = c.get('services');
  const signature = c.req.header(signedBy) ?? '';
  if (signatureFromBase64(signature) === null) {
    // A request without a signature is refused with its body unread.
    await c.req.raw.body?.cancel();
    return refuse(c, source, 401, 'The signature is missing or wrong.');
  }
  const raw = await readRawBody(c.req.raw);
  if (raw === null) return refuse(c, source, 413, 'The body is larger than 1 MB.');
  if (!(await verify(services, raw, signature))) return refuse(c, source, 401, 'The signature is missing or wrong.');
  const [status, message] = await handle(services, bodyText(raw), c.req.raw.headers);
  return c.text(message, status);
}

function refuse(c: Context<AppEnv>, source: string, status: 401 | 413, message: string): Response {
  c.get('services').log.info('webhook.refused', { source, status, why: message });
  return c.text(message, status);
}

const SHOPIFY: RoutePage = {
  source: 'shopify',
  signedBy: 'x-shopify-hmac-sha256',
  verify: ({ config }, body, signature) => verifyShopifyWebhook(config.platform.shopify, body, signature),
  handle: async (services, text, headers) => {
    const topic = headers.get('x-shopify-topic') ?? '';
    const shop = (headers.get('x-shopify-shop-domain') ?? '').toLowerCase();
    if (COMPLIANCE_TOPICS.includes(topic)) return handlePrivacy(services, topic, shop, text);
    return deliver(services, { source: 'shopify', owner: shop, type: topic, payload: text });
  },
};

const SQUARE: RoutePage = {
  source: 'square',
  signedBy: 'x-square-hmacsha256-signature',
  verify: ({ config }, body, signature) => verifySquareWebhook(config.platform, body, signature),
  handle: async (services, text) => deliver(services, { source: 'square', owner: '', type: '', payload: text }),
};

const TAKEN_IN: Verdict = [200, 'Taken in.'];
const REPEAT: Verdict = [503, 'This cannot be taken in now. Please repeat it.'];

async function deliver(services: Services, raw: RawWebhook): Promise<Verdict> {
  const read = readWebhook(raw);
  if (read === null) {
    services.log.info('webhook.not-wanted', { source: raw.source, type: raw.type.slice(0, 80) });
    return [200, 'Nothing to do for this topic.'];
  }
  const { owner, event, type, problem } = read;
  if (problem !== '') services.log.warn('webhook.unreadable', { source: raw.source, type: type.slice(0, 80), why: problem });
  if (owner.name === '') return keep(services, raw, problem === '' ? 'it names no shop' : problem);
  const receipt = { type, receivedAt: services.now(), payload: raw.payload, ...(problem !== '' && { problem }) };
  return (await deliverWebhook(services, { owner, event, receipt })) === 'lost' ? REPEAT : TAKEN_IN;
}

async function keep(services: Services, raw: RawWebhook, why: string): Promise<Verdict> {
  try {
    await keepUndeliverable(services, raw, why);
    return TAKEN_IN;
  } catch (thrown) {
    services.log.error('webhook.not-kept', { source: raw.source, reason: reasonOf(thrown) });
    return REPEAT;
  }
}

/**
 * Handles a privacy webhook. The shop is read from the signed body as well, and only that one counts: a header alone never deletes
 * anything.
 */
async function handlePrivacy(services: Services, topic: string, header: string, text: string): Promise<Verdict> {
  const body = parseExactJson(text);
  const named = textAt(body, 'shop_domain')?.toLowerCase() ?? '';
  if (!isShopDomain(named) && topic === 'shop/redact') {
    const raw = { source: 'shopify', owner: header, type: topic, payload: isRecord(body) ? text : '' } as const;
    return keep(services, raw, 'the signed body names no shop: nothing was deleted');
  }
  const shopDomain = isShopDomain(named) ? named : header;
  try {
    const orders = topic === 'customers/redact' ? (listAt(body, 'orders_to_redact') ?? []) : [];
    await answerPrivacyRequest(services, {
      topic,
      shopDomain,
      request: idAt(body, 'data_request', 'id') ?? '',
      orders: orders.flatMap((id) => idAt({ id }, 'id') ?? []),
    });
    return TAKEN_IN;
  } catch (thrown) {
    services.log.error('compliance.failed', { topic, reason: reasonOf(thrown) });
    return REPEAT;
  }
}
