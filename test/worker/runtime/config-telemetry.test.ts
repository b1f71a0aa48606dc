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

const PARTIES = {
  POSTHOG_KEY: 'phc_1',
  POSTHOG_HOST: 'https://eu.i.posthog.com/',
  SENTRY_DSN: 'https://abc@o1.ingest.sentry.io/42',
  CHAT_WIDGET_ID: 'widget-1',
};

describe('third parties of the page', () => {
  it('are sent to the page of the production host', () => {
    const config = parseConfig({ ...SETTINGS, ...PARTIES });
    expect(config.ok && config.value.telemetry).toEqual({
      posthogKey: 'phc_1',
      posthogHost: 'https://eu.i.posthog.com',
      sentryDsn: 'https://abc@o1.ingest.sentry.io/42',
      chatWidgetId: 'widget-1',
    });
  });

  it('are empty when nothing is set', () => {
    const config = parseConfig(SETTINGS);
    expect(config.ok && config.value.telemetry).toEqual({ posthogKey: '', posthogHost: '', sentryDsn: '', chatWidgetId: '' });
  });

  it('receive no errors from a local installation', () => {
    const config = parseConfig({ ...SETTINGS, ...PARTIES, APP_ORIGIN: 'http://localhost:8787' });
    expect(config.ok && config.value.telemetry).toMatchObject({ sentryDsn: '', posthogKey: 'phc_1' });
  });

  it.each([
    [{ POSTHOG_KEY: 'phc_1' }, 'POSTHOG_KEY and POSTHOG_HOST must be set together, or neither'],
    [{ SENTRY_DSN: 'nonsense' }, 'SENTRY_DSN is malformed: it must be an http(s) address'],
  ])('are refused when they are set incorrectly: %o', (set, problem) => {
    const config = parseConfig({ ...SETTINGS, ...set });
    expect(config.ok ? [] : config.error).toEqual([problem]);
  });
});
