import { WEBHOOK_SAMPLES } from '../../support/webhook-samples';
import { shopifyWebhook, squareWebhook, type Signature } from '../support/sign';
import type { Step } from '../support/steps';

const SHOP = 'demo.myshopify.com';
const SELLER = 'MLDEMO';

/** The sample of a type, addressed to the merchant. */
function sampleOf(source: 'shopify' | 'square', type: string): string {
  const sample = WEBHOOK_SAMPLES.find((one) => one.source === source && one.type === type);
  if (sample === undefined) throw new Error(`there is no sample of ${type}`);
  const owned = sample.body.replaceAll('{shop}.myshopify.com', SHOP);
  return source === 'shopify' ? owned : owned.replace(/"merchant_id": "\w+"/u, `"merchant_id": "${SELLER}"`);
}

function shopify(name: string, topic: string, body: string, signature: Signature = 'valid', shop = SHOP): Step {
  return {
    name: `Shopify, ${name}`,
    as: 'nobody',
    send: () => shopifyWebhook(topic, shop, body, signature),
    settles: signature === 'valid',
  };
}

function square(name: string, body: string, signature: Signature = 'valid'): Step {
  return {
    name: `Square, ${name}`,
    as: 'nobody',
    send: () => squareWebhook(body, signature),
    settles: signature === 'valid',
  };
}

/** A body above the limit, which no signature is computed for. */
function tooLarge(name: string, path: string, header: string): Step {
  const headers = { [header]: btoa('x'.repeat(32)) };
  return {
    name: `${name}, too large`,
    as: 'nobody',
    send: () => ({ method: 'POST', path, headers, body: 'x'.repeat(1024 * 1024 + 1), shownBody: 'more than 1 MiB' }),
  };
}

/** Topics that are sent separately below. */
const SEPARATE = new Set(['shop/redact']);

const SHOPIFY_TOPICS = WEBHOOK_SAMPLES.filter(({ source, type }) => source === 'shopify' && !SEPARATE.has(type)).map(({ type }) => type);
const SQUARE_TYPES = WEBHOOK_SAMPLES.filter(({ source }) => source === 'square').map(({ type }) => type);

const LEVEL = 'inventory_levels/update';
const COUNT = 'inventory.count.updated';

/** Every handled type: valid, with a wrong signature, and unreadable; then types and owners that are unknown. */
export const WEBHOOKS: readonly Step[] = [
  ...SHOPIFY_TOPICS.map((topic) => shopify(topic, topic, sampleOf('shopify', topic))),
  ...SHOPIFY_TOPICS.map((topic) => shopify(`${topic}, wrong signature`, topic, sampleOf('shopify', topic), 'wrong')),
  ...SHOPIFY_TOPICS.map((topic) => shopify(`${topic}, an empty object`, topic, '{}')),
  ...SQUARE_TYPES.map((type) => square(type, sampleOf('square', type))),
  ...SQUARE_TYPES.map((type) => square(`${type}, wrong signature`, sampleOf('square', type), 'wrong')),
  ...SQUARE_TYPES.map((type) => square(`${type}, nothing else`, JSON.stringify({ merchant_id: SELLER, type }))),
  shopify('without signature', LEVEL, sampleOf('shopify', LEVEL), 'missing'),
  shopify('not JSON', LEVEL, 'not JSON'),
  shopify('a list', LEVEL, '[]'),
  shopify('an unknown topic', 'orders/create', '{}'),
  shopify('without topic', '', '{}'),
  shopify('without shop', LEVEL, sampleOf('shopify', LEVEL), 'valid', ''),
  shopify('of an unknown shop', LEVEL, sampleOf('shopify', LEVEL), 'valid', 'nobody-here.myshopify.com'),
  shopify('shop/redact of an unknown shop', 'shop/redact', JSON.stringify({ shop_domain: 'nobody-here.myshopify.com' })),
  shopify('shop/redact without shop', 'shop/redact', '{}'),
  shopify('shop/redact, wrong signature', 'shop/redact', sampleOf('shopify', 'shop/redact'), 'wrong'),
  shopify('shop/redact of an installed shop', 'shop/redact', sampleOf('shopify', 'shop/redact')),
  tooLarge('Shopify', '/webhooks/shopify', 'x-shopify-hmac-sha256'),
  tooLarge('Square', '/webhooks/square', 'x-square-hmacsha256-signature'),
  square('without signature', sampleOf('square', COUNT), 'missing'),
  square('not JSON', 'not JSON'),
  square('a list', '[]'),
  square('an unknown type', JSON.stringify({ merchant_id: SELLER, type: 'order.created' })),
  square('without type', JSON.stringify({ merchant_id: SELLER })),
  square('without merchant', JSON.stringify({ type: COUNT })),
  square('of an unknown merchant', sampleOf('square', COUNT).replace(SELLER, 'MLNOBODY')),
];
