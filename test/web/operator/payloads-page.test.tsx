import { cleanup, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { refusal, type Answers, inputOf, inputsOf } from '../support/fake-api';
import { find, press, hasNo, fill, pressFound, sees, finds, shows, get } from '../support/page';
import { openApp, pick } from '../support/render-app';
import { AS_OPERATOR } from './builders';

const payloads = [
  { id: 'p2', type: 'inventory.count.updated', received: '2026-11-20T09:05:00Z', jsonPayload: '{"merchant_id":"MLDEMO","data":{"n":1}}' },
  { id: 'p1', type: 'INVENTORY_LEVELS_UPDATE', received: '2026-11-20T09:00:00Z', jsonPayload: 'no json <b>at all</b>' },
];

const READY: Answers = { ...AS_OPERATOR, AdminGetWebhookPayloads: () => ({ payloads }) };

describe('received webhooks', () => {
  it('are listed, searched by type, and shown as received', async () => {
    const { calls } = openApp('/admin/account/7/webhooks', READY);
    const table = await find('table', 'Received webhooks');
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    const asked = inputOf(calls, 'AdminGetWebhookPayloads');
    expect(asked).toMatchObject({ accountId: '7', limit: 500 });
    press('inventory.count.updated', table);
    const drawer = await find('dialog', 'inventory.count.updated');
    expect(within(drawer).getByLabelText('Payload').textContent).toBe('{\n  "merchant_id": "MLDEMO",\n  "data": {\n    "n": 1\n  }\n}');
    press('Close', drawer);
    await waitFor(() => hasNo('dialog'));
    fill(get('searchbox'), 'levels');
    press('Search');
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2));
    expect(window.location.search).toBe('?type=levels');
    press('INVENTORY_LEVELS_UPDATE', table);
    expect(within(await find('dialog')).getByLabelText('Payload').textContent).toBe('no json <b>at all</b>');
  });

  it('are loaded for another period', async () => {
    const { calls } = openApp('/admin/account/7/webhooks', READY);
    await find('table', 'Received webhooks');
    await pick('Period', 'All (30 days)');
    await waitFor(() =>
      expect(calls.findLast(({ method }) => method === 'AdminGetWebhookPayloads')?.input).toEqual({
        accountId: '7',
        since: '',
        limit: 500,
        cursor: '',
      }),
    );
  });

  it('are replayed after confirmation', async () => {
    const { calls } = openApp('/admin/account/7/webhooks', { ...READY, AdminReplayWebhookReceipt: () => ({}) });
    await pressFound('Replay inventory.count.updated');
    const dialog = await find('dialog', 'Replay webhook');
    expect(inputsOf(calls, 'AdminReplayWebhookReceipt')).toEqual([]);
    press('Replay', dialog);
    await sees('Replayed inventory.count.updated');
    expect(inputOf(calls, 'AdminReplayWebhookReceipt')).toEqual({ accountId: '7', id: 'p2' });
  });

  it('are paged to the oldest', async () => {
    const { calls } = openApp('/admin/account/7/webhooks?span=all', {
      ...READY,
      AdminGetWebhookPayloads: (input) =>
        (input as { cursor: string }).cursor === ''
          ? { payloads, nextCursor: '20-7-0' }
          : { payloads: [{ ...payloads[1], id: 'p0', type: 'older' }] },
    });
    await find('table', 'Received webhooks');
    press('Older');
    await finds('button', 'older');
    expect(window.location.search).toBe('?span=all&cursor=20-7-0');
    expect(calls.findLast(({ method }) => method === 'AdminGetWebhookPayloads')?.input).toMatchObject({ cursor: '20-7-0' });
    press('Newest');
    await finds('button', 'inventory.count.updated');
  });

  it('show which are unreadable, and why', async () => {
    openApp('/admin/account/7/webhooks', {
      ...READY,
      AdminGetWebhookPayloads: () => ({ payloads: [{ ...payloads[0], problem: '1 of 2 counts are not what is documented' }] }),
    });
    await pressFound('inventory.count.updated unreadable');
    shows('1 of 2 counts are not what is documented', await find('dialog'));
  });

  it('show when none matches the search, or none was received', async () => {
    openApp('/admin/account/7/webhooks?type=nothing', READY);
    await sees('No webhook on this page has “nothing” in its type.');
    cleanup();
    openApp('/admin/account/7/webhooks', { ...AS_OPERATOR, AdminGetWebhookPayloads: () => ({ payloads: [] }) });
    await sees('No webhooks in the last 24 hours');
  });

  it('show when they cannot be loaded', async () => {
    expectNoise(/getting webhook payloads: unavailable/u);
    openApp('/admin/account/7/webhooks', { ...READY, AdminGetWebhookPayloads: () => refusal('unavailable', 'Back soon.', 'req-8') });
    shows('req-8', await find('alert'));
  });
});
