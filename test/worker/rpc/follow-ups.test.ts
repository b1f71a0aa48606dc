import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { findAccount } from '../../../src/db/accounts';
import { openDb } from '../../../src/db/database';
import { listProcessors } from '../../../src/db/processors';
import { ok } from '../../../src/domain/result';
import type { SnapshotView } from '../../../src/durable/api/account-api';
import { admitShop } from '../../../src/worker/accounts/sign-in';
import { connectSquareMerchant } from '../../../src/worker/accounts/square-connection';
import { setTaskCounts } from '../../../src/worker/runtime/task-queue';
import { expectNoise } from '../../support/fail-on-noise';
import { routeHarness, newShop, type RouteHarness } from '../support/route-harness';

/** Makes every statement about tasks fail from now on, as in an outage that starts in the middle of a call. */
function loseTasks(world: RouteHarness): void {
  const broken = new Proxy(env.DB, {
    get: (target, name) => {
      if (name !== 'prepare') {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (...args: unknown[]): unknown => Reflect.apply(member, target, args) : member;
      }
      return (query: string) => {
        if (/\btasks\b/u.test(query)) throw new Error('D1_ERROR: Network connection lost.');
        return target.prepare(query);
      };
    },
  });
  Object.assign(world.services, { db: openDb(broken) });
}

const GRANT = { accessToken: 'a', refreshToken: 'r', expiresAt: null, refreshExpiresAt: null, scopes: [] };
const LOST = /"event":"task.not-stored".*Network connection lost/u;

const view = (source: 'shopify' | 'square'): SnapshotView => ({
  id: 1,
  source,
  state: 'queued',
  started: null,
  completed: null,
  lastUpdated: null,
  processed: 0,
  total: 0,
  problem: '',
});

describe('a command returns its own result even if its follow-up fails', () => {
  it.each([
    ['sh.Inventory/RefreshSnapshots', { source: 'square' }, { requestSnapshot: async () => ok(view('square')) }],
    ['sh.Inventory/ApproveSnapshot', { source: 'square' }, { approve: async () => ok(null) }],
    ['sh.Locations/SaveSyncedLocation', { location_id_shopify: '1', location_id_square: '2' }, { savePair: async () => ok(null) }],
    ['sh.Variants/SyncVariants', { source: 'square', variant_id: 'V1' }, { startCopy: async () => ok(null) }],
    ['sh.Variants/SaveProductToShopify', { id: 'SKU-1' }, { startCopyOfSku: async () => ok(null) }],
  ])('%s', async (method, message, api) => {
    expectNoise(LOST);
    const world = routeHarness({ BILLING_MODE: 'none' });
    const { account, cookie } = await world.signIn();
    Object.assign(world.object(account.id).api, api);
    loseTasks(world);
    const headers = { 'content-type': 'application/json', cookie };
    const answer = await world.request(`/rpc/${method}`, { method: 'POST', headers, body: JSON.stringify(message) });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  });

  it('a sign-in and a connection to Square', async () => {
    expectNoise(LOST);
    const world = routeHarness();
    const shop = newShop();
    const { account } = await world.signIn(shop);
    const { api } = world.object(account.id);
    const state = await api.state();
    Object.assign(api, { state: async () => ({ ...state, snapshots: [view('shopify')] }) });
    loseTasks(world);
    expect(await admitShop(world.services, shop, GRANT, () => undefined)).toMatchObject({ ok: true });
    expect(await connectSquareMerchant(world.services, account, 'MLFOLLOW', GRANT)).toBe('connected');
    expect((await findAccount(world.services.db, account.id))?.squareMerchantId).toBe('MLFOLLOW');
  });

  it('an operator’s change to how many tasks run', async () => {
    expectNoise(/"event":"task.waiting-not-woken"/u);
    const world = routeHarness();
    loseTasks(world);
    await setTaskCounts(world.services, [{ name: 'copy', desired: 3 }]);
    const intact = routeHarness();
    const counts = await listProcessors(intact.services.db, 0);
    expect(counts.find(({ name }) => name === 'copy')?.desired).toBe(3);
  });
});
