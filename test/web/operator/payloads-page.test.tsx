import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { refusal, type Answers } from '../support/fake-api';
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
    const table = await screen.findByRole('table', { name: 'Received webhooks' });
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    const asked = calls.find(({ method }) => method === 'AdminGetWebhookPayloads')?.input;
    expect(asked).toMatchObject({ accountId: '7', limit: 500 });
    fireEvent.click(within(table).getByRole('button', { name: 'inventory.count.updated' }));
    const drawer = await screen.findByRole('dialog', { name: 'inventory.count.updated' });
    expect(within(drawer).getByLabelText('Payload').textContent).toBe('{\n  "merchant_id": "MLDEMO",\n  "data": {\n    "n": 1\n  }\n}');
    fireEvent.click(within(drawer).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'levels' } });
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2));
    expect(window.location.search).toBe('?type=levels');
    fireEvent.click(within(table).getByRole('button', { name: 'INVENTORY_LEVELS_UPDATE' }));
    expect(within(await screen.findByRole('dialog')).getByLabelText('Payload').textContent).toBe('no json <b>at all</b>');
  });

  it('are loaded for another period', async () => {
    const { calls } = openApp('/admin/account/7/webhooks', READY);
    await screen.findByRole('table', { name: 'Received webhooks' });
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
    fireEvent.click(await screen.findByRole('button', { name: 'Replay inventory.count.updated' }));
    const dialog = await screen.findByRole('dialog', { name: 'Replay webhook' });
    expect(calls.some(({ method }) => method === 'AdminReplayWebhookReceipt')).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('Replayed inventory.count.updated')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'AdminReplayWebhookReceipt')?.input).toEqual({ accountId: '7', id: 'p2' });
  });

  it('are paged to the oldest', async () => {
    const { calls } = openApp('/admin/account/7/webhooks?span=all', {
      ...READY,
      AdminGetWebhookPayloads: (input) =>
        (input as { cursor: string }).cursor === ''
          ? { payloads, nextCursor: '20-7-0' }
          : { payloads: [{ ...payloads[1], id: 'p0', type: 'older' }] },
    });
    await screen.findByRole('table', { name: 'Received webhooks' });
    fireEvent.click(screen.getByRole('button', { name: 'Older' }));
    expect(await screen.findByRole('button', { name: 'older' })).toBeTruthy();
    expect(window.location.search).toBe('?span=all&cursor=20-7-0');
    expect(calls.findLast(({ method }) => method === 'AdminGetWebhookPayloads')?.input).toMatchObject({ cursor: '20-7-0' });
    fireEvent.click(screen.getByRole('button', { name: 'Newest' }));
    expect(await screen.findByRole('button', { name: 'inventory.count.updated' })).toBeTruthy();
  });

  it('show which are unreadable, and why', async () => {
    openApp('/admin/account/7/webhooks', {
      ...READY,
      AdminGetWebhookPayloads: () => ({ payloads: [{ ...payloads[0], problem: '1 of 2 counts are not what is documented' }] }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'inventory.count.updated unreadable' }));
    expect(within(await screen.findByRole('dialog')).getByText('1 of 2 counts are not what is documented')).toBeTruthy();
  });

  it('show when none matches the search, or none was received', async () => {
    openApp('/admin/account/7/webhooks?type=nothing', READY);
    expect(await screen.findByText('No webhook on this page has “nothing” in its type.')).toBeTruthy();
    cleanup();
    openApp('/admin/account/7/webhooks', { ...AS_OPERATOR, AdminGetWebhookPayloads: () => ({ payloads: [] }) });
    expect(await screen.findByText('No webhooks in the last 24 hours')).toBeTruthy();
  });

  it('show when they cannot be loaded', async () => {
    expectNoise(/getting webhook payloads: unavailable/u);
    openApp('/admin/account/7/webhooks', { ...READY, AdminGetWebhookPayloads: () => refusal('unavailable', 'Back soon.', 'req-8') });
    expect(within(await screen.findByRole('alert')).getByText('req-8')).toBeTruthy();
  });
});
