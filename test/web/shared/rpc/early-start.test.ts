import { afterEach, describe, expect, it, vi } from 'vitest';

import { AccountClient } from '../../../../src/gen/sh/account_pb.client';
import { InventoryClient } from '../../../../src/gen/sh/inventory_pb.client';
import { SessionClient } from '../../../../src/gen/sh/session_pb.client';
import type { BatchAnswer, EarlyCall, EarlyStart } from '../../../../src/web/shared/rpc/early-start';
import { createTransport } from '../../../../src/web/shared/rpc/transport';

afterEach(() => {
  vi.unstubAllGlobals();
});

const INVENTORY = { query: '', view: 'out_of_sync', table: { limit: 500, page: 0 } };
const CALLS: readonly EarlyCall[] = [
  { method: 'sh.Account/GetAccountStatus', input: {} },
  { method: 'sh.Session/GetSessionData', input: {} },
  { method: 'sh.Inventory/GetInventory', input: INVENTORY },
];
const ANSWERS: BatchAnswer = {
  account_id: '7',
  answers: [
    { status: 200, body: { revision: '12' } },
    { status: 200, body: { account_id: '7', of_a_later_version: 1 } },
    { status: 200, body: { has_next_page: true } },
  ],
};

/** A page that shows account 7 unless stated otherwise; every call that it makes itself is answered with an empty message. */
function openPage(answered: Promise<BatchAnswer | null> | BatchAnswer | null, account = '7') {
  const made: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    made.push(/\/rpc\/(.*)$/u.exec(url)?.[1] ?? '');
    return Response.json({});
  });
  const start: EarlyStart = { calls: CALLS, answered: Promise.resolve(answered) };
  const transport = createTransport('https://shelf.example/rpc', () => account, start);
  return {
    made,
    aborted: () => {
      const controller = new AbortController();
      const session = new SessionClient(transport).getSessionData({}, { abort: controller.signal }).response;
      controller.abort();
      return session;
    },
    session: async () => (await new SessionClient(transport).getSessionData({}).response).accountId,
    status: async () => (await new AccountClient(transport).getAccountStatus({}).response).revision,
    inventory: async (input: object = INVENTORY) =>
      (await new InventoryClient(transport).getInventory({ ...INVENTORY, ...input }).response).hasNextPage,
    save: async () => new SessionClient(transport).impersonateDomain({ domain: '' }).response,
  };
}

describe('a call that was made before the page was loaded', () => {
  it('is not made again, and only once', async () => {
    const page = openPage(ANSWERS);
    expect([await page.session(), await page.status(), await page.inventory()]).toEqual(['7', 12, true]);
    expect(page.made).toEqual([]);
    expect([await page.session(), await page.inventory()]).toEqual(['', false]);
    expect(page.made).toEqual(['sh.Session/GetSessionData', 'sh.Inventory/GetInventory']);
  });

  it('waits for its answer', async () => {
    let answer: (batch: BatchAnswer) => void = () => undefined;
    const page = openPage(new Promise((resolve) => (answer = resolve)));
    const session = page.session();
    answer(ANSWERS);
    expect(await session).toBe('7');
    expect(page.made).toEqual([]);
  });

  it('is not made again after one that was aborted before its answer was read', async () => {
    const page = openPage(ANSWERS);
    const aborted = page.aborted();
    expect(await page.session()).toBe('7');
    await aborted;
    expect(page.made).toEqual([]);
    expect(await page.session()).toBe('');
  });

  it('is made with another message', async () => {
    const page = openPage(ANSWERS);
    expect(await page.inventory({ view: 'all' })).toBe(false);
    expect(page.made).toEqual(['sh.Inventory/GetInventory']);
    expect(await page.inventory()).toBe(true);
  });

  it.each([
    ['could not be made', null],
    ['was refused', { ...ANSWERS, answers: CALLS.map(() => ({ status: 503, body: { code: 'unavailable', msg: 'Down.' } })) }],
    ['has no answer', { ...ANSWERS, answers: [] }],
    ['has an answer that cannot be read', { ...ANSWERS, answers: CALLS.map(() => ({ status: 200, body: 'text' })) }],
  ])('is made again by the page when it %s', async (_, answers) => {
    const page = openPage(answers);
    expect([await page.session(), await page.status(), await page.inventory()]).toEqual(['', 0, false]);
    expect(page.made).toEqual(['sh.Session/GetSessionData', 'sh.Account/GetAccountStatus', 'sh.Inventory/GetInventory']);
  });

  it('is made again when its answer belongs to another account than the page shows, except for the session', async () => {
    const page = openPage(ANSWERS, '8');
    expect([await page.session(), await page.status(), await page.inventory()]).toEqual(['7', 0, false]);
    expect(page.made).toEqual(['sh.Account/GetAccountStatus', 'sh.Inventory/GetInventory']);
  });

  it('is made again once the status was polled, or something was changed: its answer may be older', async () => {
    const polled = openPage(ANSWERS);
    expect([await polled.status(), await polled.status()]).toEqual([12, 0]);
    expect(await polled.inventory()).toBe(false);
    const changed = openPage(ANSWERS);
    await changed.save();
    expect(await changed.inventory()).toBe(false);
  });
});
