import { describe, expect, it } from 'vitest';

import { parseConfig } from '../../../src/worker/runtime/config';
import { reasonOf, redact } from '../../../src/worker/runtime/log';
import { Secret } from '../../../src/worker/runtime/secret';
import { configOf } from '../support/route-harness';

describe('the log', () => {
  it('never contains secrets', () => {
    expect(
      redact({ access_token: 'x', cookie: 'x', code: 'x', state: 'x', hmac: 'x', why: 'the token shpat_abc123 was refused', n: 3 }),
    ).toEqual({
      access_token: '[redacted]',
      cookie: '[redacted]',
      code: '[redacted]',
      state: '[redacted]',
      hmac: '[redacted]',
      why: 'the token [token] was refused',
      n: 3,
    });
  });

  it('names a failed query without its values', () => {
    const failed = new Error('Failed query: select * from accounts where email = ?\nparams: anna@example.com', {
      cause: new Error('no such table'),
    });
    expect(reasonOf(failed)).toBe('Error: no such table; Failed query: select * from accounts where email = ?');
  });
});

describe('a secret', () => {
  it('is not printed', () => {
    const secret = new Secret('hush');
    expect([String(secret), JSON.stringify({ secret }), secret.toString()].join(' ')).not.toContain('hush');
    expect(secret.reveal()).toBe('hush');
  });
});

describe('the settings', () => {
  it('are read with their defaults', () => {
    const config = configOf({ BILLING_MODE: '', ADMIN_SHOPS: ' Operator.myshopify.com , two.myshopify.com ' });
    expect(config).toMatchObject({ billingMode: 'shopify', local: true, allowTokenReveal: false });
    expect([...config.adminShops]).toEqual(['operator.myshopify.com', 'two.myshopify.com']);
  });

  it.each([
    ['BILLING_MODE', 'free'],
    ['ADMIN_SHOPS', 'not a shop'],
    ['ALLOW_TOKEN_REVEAL', 'yes'],
    ['APP_ORIGIN', 'http://plain.example.com'],
    ['APP_ORIGIN', 'https://app.example.com/path'],
    ['WEBHOOK_ORIGIN', 'nonsense'],
    ['APP_LISTING_URL', 'nonsense'],
    ['TIMER_INGEST_MS', '-1'],
    ['SHOPIFY_ORIGIN', 'https://no-shop-in-it'],
  ])('are refused by the name %s when it is "%s"', (name, value) => {
    expect(() => configOf({ [name]: value })).toThrow(name);
  });

  it('list everything that is missing at once', () => {
    const config = parseConfig({});
    if (config.ok) throw new Error('nothing was missed');
    for (const name of ['APP_ORIGIN', 'SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET', 'SQUARE_WEBHOOK_KEY', 'STATUS_SECRET', 'TOKEN_KEYS']) {
      expect(config.error.join('\n')).toContain(name);
    }
  });
});
