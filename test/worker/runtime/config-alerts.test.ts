import { describe, expect, it } from 'vitest';

import { parseConfig } from '../../../src/worker/runtime/config';

const SETTINGS = {
  APP_ORIGIN: 'https://app.example.com',
  SHOPIFY_CLIENT_ID: 'client-id',
  SHOPIFY_CLIENT_SECRET: 'shpss_test_secret',
  SQUARE_CLIENT_ID: 'square-client',
  SQUARE_CLIENT_SECRET: 'square-secret',
  SQUARE_WEBHOOK_KEY: 'key',
  STATUS_SECRET: 'status-secret',
  TOKEN_KEYS: `1:${btoa('k'.repeat(32))}`,
};

describe('the alert settings', () => {
  it('may all be omitted: alerts are then shown only on the pages', () => {
    const config = parseConfig(SETTINGS);
    expect(config.ok && config.value).toMatchObject({
      alertWebhookUrl: '',
      mailFrom: '',
      merchantAlertAfterMs: 600_000,
      lag: { oldestMs: 600_000, p95Ms: 60_000 },
    });
  });

  it.each([
    ['ALERT_WEBHOOK_URL', 'chat.example/hook', 'is malformed: it must be an http(s) address'],
    ['ALERT_WEBHOOK_URL', 'javascript:alert(1)', 'is malformed: it must be an http(s) address'],
    ['MAIL_FROM', 'Shelfbridge <alerts@shelfbridge.example>', 'is malformed: it must be one mail address'],
    ['ALERT_MERCHANT_AFTER_MS', '86400001', 'is malformed: it must not be more than 86400000 milliseconds'],
    ['ALERT_MERCHANT_AFTER_MS', '-1', 'is malformed: it must be a whole number of milliseconds above 0'],
    ['LAG_P95_MS', 'soon', 'is malformed: it must be a whole number of milliseconds above 0'],
  ])('are refused if %s is invalid, by name and without its value', (name, value, problem) => {
    const config = parseConfig({ ...SETTINGS, [name]: value });
    expect(config.ok ? [] : config.error).toEqual([`${name} ${problem}`]);
  });
});
