import { describe, expect, it } from 'vitest';

import { ok, err } from '../../../src/domain/result';
import { toBytes } from '../../../src/platforms/hmac';
import { normaliseShopDomain } from '../../../src/platforms/shopify/shop-domain';
import { signedText, verifyShopifyQuery, verifyShopifyWebhook } from '../../../src/platforms/shopify/verify';
import { ENVIRONMENT, configOf } from '../support/environment';

const { shopify } = configOf();
const rotating = configOf({
  ...ENVIRONMENT,
  SHOPIFY_CLIENT_SECRET: 'new-secret',
  SHOPIFY_CLIENT_SECRET_PREVIOUS: 'shopify-secret',
}).shopify;

// printf '%s' '{"id":1}' | openssl dgst -sha256 -hmac shopify-secret -binary | base64
const BODY = '{"id":1}';
const SIGNATURE = 'GnHscbVjtjtA02SzM+6yb+4vvhJTO/18EJqccqOuIw0=';

describe('a Shopify webhook’s signature', () => {
  it('matches the raw body with the client secret', async () => {
    expect(await verifyShopifyWebhook(shopify, toBytes(BODY), SIGNATURE)).toBe(true);
  });

  it('matches with the previous secret during a rotation', async () => {
    expect(await verifyShopifyWebhook(rotating, toBytes(BODY), SIGNATURE)).toBe(true);
  });

  it('matches no other body, down to one bit', async () => {
    const bytes = toBytes(BODY);
    for (let bit = 0; bit < bytes.length * 8; bit += 7) {
      const flipped = new Uint8Array(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(await verifyShopifyWebhook(shopify, flipped, SIGNATURE)).toBe(false);
    }
  });

  it.each([null, '', 'x', SIGNATURE.slice(0, -1), `${SIGNATURE}=`, SIGNATURE.replace(/^./u, (first) => (first === 'A' ? 'B' : 'A'))])(
    'is refused as %s',
    async (header) => {
      expect(await verifyShopifyWebhook(shopify, toBytes(BODY), header)).toBe(false);
    },
  );
});

const NOW = Date.UTC(2026, 10, 20, 10);
const SECONDS = String(NOW / 1_000);

async function sign(query: URLSearchParams, secret = 'shopify-secret'): Promise<URLSearchParams> {
  const key = await crypto.subtle.importKey('raw', toBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, toBytes(signedText(query))));
  const signed = new URLSearchParams(query);
  signed.set('hmac', [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
  return signed;
}

const query = (fields: Readonly<Record<string, string>> = {}): URLSearchParams =>
  new URLSearchParams({ code: 'c0de', host: 'YWRtaW4=', shop: 'demo.myshopify.com', state: 'n', timestamp: SECONDS, ...fields });

describe('a query that Shopify signed', () => {
  it('is signed sorted by name, percent-encoded, without its signatures', () => {
    const text = signedText(
      new URLSearchParams('timestamp=1337178173&shop=some-shop.myshopify.com&code=0 9&hmac=ab&signature=cd&host=YQ=='),
    );
    expect(text).toBe('code=0%209&host=YQ%3D%3D&shop=some-shop.myshopify.com&timestamp=1337178173');
  });

  it('has the HMAC that another implementation computes', async () => {
    const documented = new URLSearchParams(
      'code=0907a61c0c8d55e99db179b68161bc00&shop=some-shop.myshopify.com&state=0.6784241404160823&timestamp=1337178173',
    );
    const config = configOf({ ...ENVIRONMENT, SHOPIFY_CLIENT_SECRET: 'hush' }).shopify;
    documented.set('hmac', '700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf');
    expect(await verifyShopifyQuery(config, documented, 1_337_178_173_000)).toEqual(ok({ shop: 'some-shop.myshopify.com' }));
  });

  it('is accepted within 90 s in either direction', async () => {
    const signed = await sign(query());
    for (const now of [NOW, NOW + 90_000, NOW - 90_000]) expect((await verifyShopifyQuery(shopify, signed, now)).ok).toBe(true);
    for (const now of [NOW + 91_000, NOW - 91_000]) expect(await verifyShopifyQuery(shopify, signed, now)).toEqual(err('stale'));
  });

  it('is accepted with the previous secret during a rotation', async () => {
    expect((await verifyShopifyQuery(rotating, await sign(query()), NOW)).ok).toBe(true);
  });

  it.each([
    ['another shop', (signed: URLSearchParams) => signed.set('shop', 'evil.myshopify.com')],
    ['another code', (signed: URLSearchParams) => signed.set('code', 'other')],
    ['a field more', (signed: URLSearchParams) => signed.set('extra', '1')],
    ['a second shop', (signed: URLSearchParams) => signed.append('shop', 'evil.myshopify.com')],
    ['no signature', (signed: URLSearchParams) => signed.delete('hmac')],
    ['a signature that is no hex', (signed: URLSearchParams) => signed.set('hmac', 'z'.repeat(64))],
  ])('is rejected with %s', async (_, alter) => {
    const signed = await sign(query());
    alter(signed);
    expect(await verifyShopifyQuery(shopify, signed, NOW)).toEqual(err('bad-signature'));
  });

  it('is rejected if a name occurs twice, even when both are signed', async () => {
    const twice = query();
    twice.append('shop', 'evil.myshopify.com');
    expect(await verifyShopifyQuery(shopify, await sign(twice), NOW)).toEqual(err('bad-signature'));
  });

  it.each(['evil.example', 'demo.myshopify.com.evil.example', '-demo.myshopify.com', ''])('is rejected for the shop "%s"', async (shop) => {
    expect(await verifyShopifyQuery(shopify, await sign(query({ shop })), NOW)).toEqual(err('bad-shop'));
  });

  it('is stale without a timestamp', async () => {
    const undated = query();
    undated.delete('timestamp');
    expect(await verifyShopifyQuery(shopify, await sign(undated), NOW)).toEqual(err('stale'));
  });
});

describe('a shop domain', () => {
  it.each([
    ['demo', 'demo.myshopify.com'],
    ['demo.myshopify.com', 'demo.myshopify.com'],
    [' Demo.MyShopify.com ', 'demo.myshopify.com'],
    ['my-shop-2', 'my-shop-2.myshopify.com'],
  ])('is recognized from "%s"', (text, domain) => {
    expect(normaliseShopDomain(text)).toBe(domain);
  });

  it.each([
    '',
    ' ',
    '-demo',
    'demo.example.com',
    'demo.myshopify.com.evil.example',
    'evil.example/demo.myshopify.com',
    'https://demo.myshopify.com',
    'demo.myshopify.com/admin',
    'demo@evil.example',
    'demo\n.myshopify.com',
    'a'.repeat(70),
    'démo',
  ])('is refused as "%s"', (text) => {
    expect(normaliseShopDomain(text)).toBeNull();
  });
});
