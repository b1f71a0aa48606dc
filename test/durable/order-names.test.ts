import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { openDb } from '../../src/db/database';
import { readHistory } from '../../src/db/history';
import { describeFact } from '../../src/domain/history/message';
import { accountId } from '../support/account-id';
import { pause } from '../support/pause';
import {
  answerInstead,
  bothAt,
  callsOf,
  change,
  control,
  entitle,
  forgetCalls,
  kill,
  recount,
  ring,
  signIn,
  skipTime,
  skuOf,
  stockBecomes,
  useWorld,
  webhooksQuiet,
} from './account-harness';

const APP = 'http://localhost:8787';
const HOUR = 3_600_000;
const merchant = useWorld(3);
const [sku, other, third] = [skuOf(1), skuOf(2), skuOf(3)];

const callsForOrders = async (): Promise<number> => callsOf('shopify', 'orders');
const scopes = async (): Promise<readonly string[]> => (await merchant.state()).shopify.grantedScopes;

/** Connects Shopify again, with the permission to read orders. */
async function grant(): Promise<void> {
  await merchant.browser.open(`${APP}/shopify/oauthRequest?shop=demo&orders=1`);
  await entitle(merchant);
  expect(await scopes()).toContain('read_orders');
  await forgetCalls();
}

/** Reads causes, an hour after the last reading, and returns what the newest line of a SKU says. */
async function told(of = sku): Promise<string> {
  await webhooksQuiet();
  await skipTime(HOUR);
  await ring(merchant);
  const { lines } = await readHistory(openDb(env.DB), accountId(merchant.accountId), { sku: of, limit: 1, page: 0 });
  return lines.map(({ fact, cause }) => describeFact(fact, cause)).join();
}

/** Sells units online and returns what their line says once it is explained. */
async function order(units: number, left: number): Promise<string> {
  await change('shopify', sku, -units);
  await bothAt(sku, left);
  return told();
}

/** Has the quantities of all variants read: what a change of Shopify's was, is told by those before it. */
async function begin(): Promise<void> {
  await change('square', third, -1);
  await bothAt(third, 99);
  await told(third);
  await forgetCalls();
}

describe('the number of an order', () => {
  it('is not asked for where the merchant did not grant it', async () => {
    await begin();
    expect(await order(2, 98)).toBe('Ordered 2 on Shopify: Square 100 → 98');
    expect(await callsForOrders()).toBe(0);
  });

  it('is shown with the change, after a kill too, and read once for all changes of a reading', async () => {
    await grant();
    await begin();
    expect(await order(2, 98)).toBe('Ordered 2 on Shopify (#1001): Square 100 → 98');
    await change('shopify', other, -1);
    await bothAt(other, 99);
    await change('shopify', sku, -3);
    await bothAt(sku, 95);
    await kill(merchant);
    expect(await told()).toContain('(#1003)');
    expect(await told(other)).toContain('(#1002)');
    expect(await callsForOrders()).toBe(2);
    // Nothing is asked for where nothing was ordered.
    await recount('shopify', sku, 90);
    await bothAt(sku, 90);
    expect(await told()).toContain('Taken from stock: 5 on Shopify');
    expect(await callsForOrders()).toBe(2);
  });

  it('stays readable after the next sign-in, which asks for the same, and no longer once Shopify withholds it', async () => {
    await grant();
    await signIn();
    expect(await scopes()).toContain('read_orders');
    await control('PUT', 'config', { faults: { shopify: { withheldScopes: ['read_orders'] } } });
    await signIn();
    await entitle(merchant);
    expect(await scopes()).not.toContain('read_orders');
    await begin();
    expect(await order(1, 99)).toBe('Ordered 1 on Shopify: Square 100 → 99');
    expect(await callsForOrders()).toBe(0);
  });

  it('is asked for once a day where Shopify refuses, which ends no connection', async () => {
    await grant();
    await begin();
    const errors = [{ message: 'no', extensions: { code: 'ACCESS_DENIED' }, path: ['orders'] }];
    const restore = answerInstead<{ data: Record<string, unknown> }>(/graphql\.json/u, (body) =>
      'orders' in body.data ? { data: { orders: null }, errors } : body,
    );
    expect(await order(1, 99)).toBe('Ordered 1 on Shopify: Square 100 → 99');
    expect(await order(1, 98)).toBe('Ordered 1 on Shopify: Square 99 → 98');
    expect(await callsForOrders()).toBe(1);
    restore();
    expect(await merchant.state()).toMatchObject({ shopify: { state: 'connected' } });
  });

  it('is removed from the history and from oversells when Shopify asks for it, and the change stays', async () => {
    await grant();
    await begin();
    await recount('square', sku, 1);
    await bothAt(sku, 1);
    await pause(1_100);
    expect(await merchant.stub().saveSettings({ ...(await merchant.stub().settings()), autoSync: false })).toMatchObject({ ok: true });
    await change('shopify', sku, -1);
    await pause(2_500);
    await change('square', sku, -1);
    await stockBecomes(sku, 0, 0);
    await told();
    const what = async () => (await merchant.stub().oversells(10, null)).cases[0]?.changes.find(({ source }) => source === 'shopify')?.what;
    const lines = async () => (await readHistory(openDb(env.DB), accountId(merchant.accountId), { sku, limit: 9, page: 0 })).lines;
    const said = async () => JSON.stringify(await lines());
    expect(await what()).toBe('Ordered 1 on Shopify (#1001)');
    expect(await said()).toContain('#1001');
    expect(await merchant.stub().forgetOrders(['77', '78'])).toBe(0);
    expect(await said()).toContain('#1001');
    expect(await merchant.stub().forgetOrders(['77', '1'])).toBe(1);
    expect(await what()).toBe('Ordered 1 on Shopify');
    expect(await said()).not.toContain('#1001');
    expect((await lines()).filter(({ cause }) => cause?.kind === 'ordered')).toHaveLength(1);
    await kill(merchant);
    expect(await what()).toBe('Ordered 1 on Shopify');
    expect(await merchant.stub().forgetOrders(['1'])).toBe(0);
  });
});
