import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FLUSH_MS, isRetryable, openPostHog, RETRIES, retryPause } from '../../../../src/web/shared/state/posthog';
import { envelopeAddress, openSentry } from '../../../../src/web/shared/state/sentry';

interface Sent {
  readonly url: string;
  readonly body: string;
}

let sent: Sent[] = [];
let status = 200;

beforeEach(() => {
  sent = [];
  status = 200;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    sent.push({ url, body: init.body });
    if (status === 0) throw new TypeError('offline');
    return new Response('', { status });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.localStorage.clear();
});

interface Captured {
  readonly event: string;
  readonly properties: Record<string, unknown>;
}

const events = (at: number) => JSON.parse(sent[at]?.body ?? '[]') as Captured[];

describe('analytics', () => {
  it('sends the events of three seconds in one batch with the id of this browser', async () => {
    const sink = openPostHog({ key: 'phc_1', host: 'https://ph.example.com' });
    sink.record('variant_wonkiness', { sku: 'TEE-S' });
    sink.record('$pageview', { path: '/help' });
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect(sent.map(({ url }) => url)).toEqual(['https://ph.example.com/e/']);
    expect(events(0).map(({ event }) => event)).toEqual(['variant_wonkiness', '$pageview']);
    expect(events(0)[0]?.properties).toMatchObject({ token: 'phc_1', sku: 'TEE-S' });
    expect(events(0)[0]?.properties['distinct_id']).toBe(events(0)[1]?.properties['distinct_id']);
  });

  it('identifies the visitor by domain once, and sets it as a property', async () => {
    const sink = openPostHog({ key: 'phc_1', host: 'https://ph.example.com' });
    sink.identify('demo.myshopify.com');
    sink.identify('demo.myshopify.com');
    sink.record('after', {});
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    const [identify, after, ...more] = events(0);
    expect(identify?.properties).toMatchObject({ distinct_id: 'demo.myshopify.com', $set: { domain: 'demo.myshopify.com' } });
    expect(after?.properties['distinct_id']).toBe('demo.myshopify.com');
    expect(more).toEqual([]);
  });

  it('makes no other requests (no flags, no surveys), and cuts texts at 65,535 characters', async () => {
    const sink = openPostHog({ key: 'phc_1', host: 'https://ph.example.com' });
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(sent).toEqual([]);
    sink.record('long', { text: 'x'.repeat(70_000) });
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(sent.map(({ url }) => url)).toEqual(['https://ph.example.com/e/']);
    expect(events(0)[0]?.properties['text']).toBe('x'.repeat(65_535));
  });

  it('retries a batch ten times and then drops it', async () => {
    status = 0;
    const sink = openPostHog({ key: 'phc_1', host: 'https://ph.example.com' });
    sink.record('lost', {});
    await vi.advanceTimersByTimeAsync(6 * 3_600_000);
    expect(sent).toHaveLength(1 + RETRIES);
  });

  it('retries the statuses of the specification, with growing delays up to half an hour', () => {
    expect([200, 301, 400, 429, 500, 503].map(isRetryable)).toEqual([false, true, false, false, true, true]);
    expect([1, 2, 3, 10, 11].map(retryPause)).toEqual([3000, 6000, 12_000, 1_536_000, 1_800_000]);
  });
});

describe('error reporting', () => {
  const DSN = 'https://abc@o1.ingest.sentry.io/42';

  it('parses a DSN, and rejects an invalid one', () => {
    expect(envelopeAddress(DSN)).toBe('https://o1.ingest.sentry.io/api/42/envelope/?sentry_key=abc&sentry_version=7');
    for (const wrong of ['', 'http://abc@host/1', 'https://host/1', 'https://abc@host/', 'nonsense']) {
      expect(envelopeAddress(wrong), wrong).toBeNull();
    }
  });

  it('sends one envelope per error, tagged with reason and reference, and the same error once', () => {
    const sink = openSentry(DSN, '1.0.1', () => 0.9);
    const report = { label: 'getting inventory', reason: 'internal', message: 'Something went wrong.', reference: 'req-7', stack: '' };
    sink?.report(report);
    sink?.report(report);
    expect(sent).toHaveLength(1);
    const [, item, event] = (sent[0]?.body ?? '').split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(item).toEqual({ type: 'event' });
    expect(event).toMatchObject({
      release: '1.0.1',
      environment: 'production',
      tags: { label: 'getting inventory', reason: 'internal', reference: 'req-7' },
    });
  });

  it('stops after thirty reports', () => {
    const sink = openSentry(DSN, '1.0.1', () => 0.9);
    for (let index = 0; index < 100; index += 1) {
      sink?.report({ label: 'x', reason: 'Error', message: `fault ${index}`, reference: '', stack: '' });
    }
    expect(sent).toHaveLength(30);
  });

  it('traces one page load in five', () => {
    openSentry(DSN, '1.0.1', () => 0.19);
    openSentry(DSN, '1.0.1', () => 0.2);
    expect(sent.filter(({ body }) => body.includes('"type":"transaction"'))).toHaveLength(1);
  });
});
