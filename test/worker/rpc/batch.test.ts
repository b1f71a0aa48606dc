import { describe, expect, it } from 'vitest';

import { newWorld, post, sharedWorld, trail, type World } from './rpc-world';

interface Answers {
  readonly account_id: string;
  readonly answers: readonly { readonly status: number; readonly body: Readonly<Record<string, unknown>> }[];
}

const STATUS = { method: 'sh.Account/GetAccountStatus', input: {} };
const COUNTS = { method: 'sh.Inventory/GetInventoryCounts', input: {} };
const SESSION = { method: 'sh.Session/GetSessionData', input: {} };

async function batch(world: World, calls: unknown, headers: Record<string, string | null> = {}): Promise<Answers> {
  const response = await post(world, 'batch', JSON.stringify(calls), { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  return response.json<Answers>();
}

describe('several calls in one request', () => {
  it('are each answered as if they had been made alone, in their order, with the account of the session', async () => {
    const world = await sharedWorld('merchant');
    const calls = [STATUS, SESSION, COUNTS, { method: 'sh.Inventory/GetInventory', input: { view: 'all', table: { limit: 5 } } }];
    const { account_id: account, answers } = await batch(world, calls);
    expect(account).toBe(String(world.account.id));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const [index, { method, input }] of calls.entries()) {
      const alone = await post(world, method, JSON.stringify(input));
      expect(answers[index]?.body, method).toEqual(await alone.json());
    }
  });

  it('read the session once', async () => {
    const world = await sharedWorld('merchant');
    await post(world, COUNTS.method);
    const alone = world.harness.touched.database;
    expect(alone).toBeGreaterThan(0);
    world.harness.touched.database = 0;
    await batch(world, [COUNTS, COUNTS, COUNTS]);
    expect(world.harness.touched.database).toBe(alone);
  });

  it('start after the first has been answered', async () => {
    const world = await newWorld();
    const order: string[] = [];
    const inner = { state: world.api.state.bind(world.api), counts: world.api.inventoryCounts.bind(world.api) };
    Object.assign(world.api, {
      state: async (...given: Parameters<typeof inner.state>) => {
        order.push('status asked');
        const state = await inner.state(...given);
        order.push('status known');
        return state;
      },
      inventoryCounts: async (...given: Parameters<typeof inner.counts>) => {
        order.push('counts asked');
        return inner.counts(...given);
      },
    });
    await batch(world, [STATUS, COUNTS]);
    expect(order).toEqual(['status asked', 'status known', 'counts asked']);
  });

  it('have the access of each', async () => {
    const nobody = await batch(await sharedWorld('nobody'), [STATUS, SESSION, COUNTS]);
    expect(nobody.account_id).toBe('');
    expect(nobody.answers.map(({ status }) => status)).toEqual([401, 200, 401]);
    const unsubscribed = await batch(await sharedWorld('unsubscribed'), [
      STATUS,
      COUNTS,
      { method: 'sh.Admin/AdminGetAccounts', input: {} },
    ]);
    expect(unsubscribed.answers.map(({ status }) => status)).toEqual([200, 403, 403]);
    const other = await batch(await sharedWorld('merchant'), [STATUS, SESSION], { 'x-account-id': '999999' });
    expect(other.answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [409, 'aborted'],
      [200, undefined],
    ]);
  });

  it('change nothing', async () => {
    const world = await sharedWorld('merchant');
    const { answers } = await batch(world, [
      { method: 'sh.Account/SaveAccountSettings', input: { account_name: 'Another' } },
      { method: 'sh.Nothing/GetNothing', input: {} },
      COUNTS,
    ]);
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [404, 'bad_route'],
      [404, 'bad_route'],
      [200, undefined],
    ]);
    expect(world.asked.map(([, name]) => name)).toEqual(['inventoryCounts']);
    expect(await trail(world)).toEqual([]);
  });

  it('count one by one against the limit of calls, before any query', async () => {
    const world = await newWorld();
    Object.assign(world.services, { local: false });
    let left = 2;
    const limited = { ...world, bindings: { ...world.bindings, CALLS: { limit: async () => ({ success: (left -= 1) >= 0 }) } } };
    // A call counts by address and by session.
    const { answers } = await batch(limited, [COUNTS, COUNTS, COUNTS]);
    expect(answers.map(({ status }) => status)).toEqual([200, 429, 429]);
    world.harness.touched.database = 0;
    expect(await batch(limited, [COUNTS])).toMatchObject({ account_id: '', answers: [{ status: 429 }] });
    expect(world.harness.touched.database).toBe(0);
  });

  it.each([
    ['GET', { method: 'GET' }, 404, 'bad_route'],
    ['a binary body', { headers: { 'content-type': 'application/protobuf' } }, 404, 'bad_route'],
    ['a foreign Origin', { headers: { origin: 'https://evil.example' } }, 403, 'permission_denied'],
  ])('are refused by %s', async (_, init, status, code) => {
    const world = await sharedWorld('merchant');
    const response = await post(world, 'batch', JSON.stringify([COUNTS]), init);
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([status, code]);
    expect([world.asked, world.harness.touched.database]).toEqual([[], 0]);
  });

  it.each([
    ['no list', '{}'],
    ['an empty list', '[]'],
    ['no JSON', '[{'],
    ['a call without a method', '[{"input":{}}]'],
    ['a call without a message', '[{"method":"sh.Inventory/GetInventoryCounts"}]'],
    ['too many calls', JSON.stringify(Array.from({ length: 13 }, () => COUNTS))],
    ['too many bytes', JSON.stringify([{ ...COUNTS, input: { x: 'y'.repeat(50_001) } }])],
  ])('are refused as %s', async (_, body) => {
    const world = await sharedWorld('merchant');
    const response = await post(world, 'batch', body);
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([400, 'malformed']);
    expect([world.asked, world.harness.touched.database]).toEqual([[], 0]);
  });

  it('answer the preflight of our own page', async () => {
    const headers = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
    const response = await post(await sharedWorld('merchant'), 'batch', '', { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
  });
});
