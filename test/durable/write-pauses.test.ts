import { env } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { err, ok } from '../../src/domain/result';
import type { Connections } from '../../src/durable/connections/connections';
import { stockPorts } from '../../src/durable/sync/stock-ports';
import { pause } from '../support/pause';
import { APP, Browser } from '../worker/support/browser';
import {
  bothAt,
  change,
  control,
  endWorld,
  forgetCalls,
  history,
  kill,
  ring,
  setFaults,
  skuOf,
  startWorld,
  STEPS,
  useAlarms,
  variantOf,
  writes,
  type Merchant,
  expectWrites,
  expectStock,
  LEVEL,
} from './account-harness';

const [SKU, OTHER] = [skuOf(1), skuOf(2)];
const NONE = { shopify: 0, square: 0 };

let merchant: Merchant;
let operator: Browser;

beforeEach(async () => {
  merchant = await startWorld();
  operator = new Browser();
  await operator.open(`${APP}/shopify/oauthRequest?shop=operator`);
});
useAlarms();

afterEach(endWorld);

const pauseWrites = (scope: { account_id?: string; source?: string } = {}): Promise<unknown> =>
  operator.call('sh.Operations/PauseWrites', { ...scope, reason: 'Square asked us to wait' });
const resume = (scope: { account_id?: string; source?: string } = {}): Promise<unknown> =>
  operator.call('sh.Operations/ResumeWrites', { ...scope, reason: 'All is well again' });
const owed = async (): Promise<number> => (await merchant.state()).owed;

/** The writes made in a time in which an unpaused account would have written several times. */
async function writesOfAWhile(): Promise<{ shopify: number; square: number }> {
  await pause(2_000);
  return writes();
}

describe('while an operator has paused changes', () => {
  it('of one account, its sales are counted, nothing is written, and everything is sent afterward', async () => {
    expect(await pauseWrites({ account_id: merchant.accountId })).toEqual({ told: 1, untold: 0, untold_account_ids: [] });
    await change('shopify', SKU, -3);
    await change('square', OTHER, -4);
    await expect.poll(owed).toBe(2);
    expect(await writesOfAWhile()).toEqual(NONE);
    expect(await merchant.state()).toMatchObject({
      writePauses: [{ scope: 'account', source: null, by: 'operator.myshopify.com', reason: 'Square asked us to wait' }],
    });
    expect((await history(merchant)).map(({ fact }) => fact['fate'])).toContain('owed');
    expect(await resume({ account_id: merchant.accountId })).toEqual({ told: 1, untold: 0, untold_account_ids: [] });
    await bothAt(SKU, 97);
    await bothAt(OTHER, 96);
    await expectWrites(1, 1);
    expect((await merchant.state()).writePauses).toEqual([]);
  });

  it('the switch still works after the database was restored to a moment before it was used', async () => {
    for (const turn of [pauseWrites, resume, pauseWrites]) await turn();
    await env.DB.prepare('delete from write_pauses').run();
    expect((await merchant.state()).writePauses).toHaveLength(1);
    // What operators do after a restore: the pause that the objects still keep is made again, and ended.
    expect(await pauseWrites()).toMatchObject({ told: 2, untold: 0 });
    expect(await resume()).toMatchObject({ told: 2, untold: 0 });
    expect((await merchant.state()).writePauses).toEqual([]);
    await change('shopify', SKU, -3);
    await bothAt(SKU, 97);
  });

  it('to one platform of all accounts, the other platform continues', async () => {
    expect(await pauseWrites({ source: 'square' })).toEqual({ told: 2, untold: 0, untold_account_ids: [] });
    await change('shopify', SKU, -3);
    await change('square', OTHER, -4);
    await bothAt(OTHER, 96);
    expect(await writesOfAWhile()).toEqual({ shopify: 1, square: 0 });
    await resume({ source: 'square' });
    await bothAt(SKU, 97);
  });

  it('an unanswered write is not repeated, and has one effect when its repeats resume', async () => {
    await setFaults('square', { rate5xx: 1 });
    await change('shopify', SKU, -3);
    await expect.poll(async () => (await writes()).square).toBeGreaterThan(0);
    await pauseWrites();
    await pause(1_000);
    await forgetCalls();
    expect(await writesOfAWhile()).toEqual(NONE);
    await setFaults('square', { rate5xx: 0 });
    expect(await writesOfAWhile()).toEqual(NONE);
    await resume();
    await bothAt(SKU, 97);
  });

  it('an object that is killed keeps the pause, even while the shared database does not respond', async () => {
    await pauseWrites({ account_id: merchant.accountId });
    await env.DB.prepare('alter table write_pauses rename to write_pauses_away').run();
    await kill(merchant);
    await change('shopify', SKU, -3);
    await expect.poll(owed).toBe(1);
    await ring(merchant);
    expect(await writesOfAWhile()).toEqual(NONE);
    await env.DB.prepare('alter table write_pauses_away rename to write_pauses').run();
    await kill(merchant);
    expect(await writesOfAWhile()).toEqual(NONE);
    await resume({ account_id: merchant.accountId });
    await bothAt(SKU, 97);
  });

  it('an object that was not notified reads the switch when it wakes', async () => {
    const made = `insert into write_pauses (account, source, active, revision, actor_shop, reason, since)
      values (0, '', 1, 1, 'operator.myshopify.com', 'by hand', 1)`;
    await env.DB.prepare(made).run();
    await kill(merchant);
    await change('shopify', SKU, -3);
    await expect.poll(owed).toBe(1);
    expect(await writesOfAWhile()).toEqual(NONE);
    await env.DB.prepare('update write_pauses set active = 0, revision = 2').run();
    await kill(merchant);
    await merchant.state();
    await bothAt(SKU, 97);
  });

  it('quantities that people set are refused with who and why, and what is held stays held', async () => {
    await merchant.stub().saveSettings({ applyMaxQuantity: true, maxQuantityUpdate: 5, setBarcode: false, autoSync: true });
    await change('square', OTHER, 40);
    await expect.poll(async () => (await merchant.state()).held).toBe(1);
    await pauseWrites();
    const why = 'are paused by the operators of Shelfbridge (operator.myshopify.com): Square asked us to wait.';
    const row = await variantOf(merchant, SKU);
    expect(
      await merchant.stub().saveQuantity({ source: 'square', variantId: row.square?.id ?? '', quantity: 40 * STEPS, by: 'merchant' }),
    ).toMatchObject(err({ code: 'failed_precondition', message: expect.stringContaining(why) as string }));
    const step = { key: row.key, shopify: 100 * STEPS, square: 100 * STEPS, to: 40 * STEPS };
    expect(await merchant.stub().level([step], LEVEL)).toMatchObject({
      value: { bulkChange: null, outcomes: [{ outcome: 'refused', problem: expect.stringContaining(why) as string }] },
    });
    expect(await merchant.stub().resolveHeld([], true, 'merchant')).toMatchObject(err({ message: expect.stringContaining(why) as string }));
    expect(await writesOfAWhile()).toEqual(NONE);
    await resume();
    expect(await merchant.stub().resolveHeld([], true, 'merchant')).toEqual(ok(1));
    await bothAt(OTHER, 140);
  });

  it('a product is copied when the pause has ended, and none is created without its quantity before that', async () => {
    await control('POST', 'change', { platform: 'square', sku: SKU, delta: -1 });
    await bothAt(SKU, 99);
    await forgetCalls();
    await pauseWrites({ source: 'shopify' });
    const made = await env.SANDBOX.fetch('http://localhost:8789/square/v2/catalog/object', {
      method: 'POST',
      headers: { authorization: 'Bearer EAAA_sandbox', 'square-version': '2026-07-15', 'content-type': 'application/json' },
      body: JSON.stringify({
        idempotency_key: crypto.randomUUID(),
        object: {
          type: 'ITEM',
          id: '#jar',
          item_data: {
            name: 'Jar',
            variations: [
              { type: 'ITEM_VARIATION', id: '#jar-one', item_variation_data: { name: 'One', sku: 'JAR-1', track_inventory: true } },
            ],
          },
        },
      }),
    });
    expect(made.status).toBe(200);
    await ring(merchant);
    await expect.poll(async () => (await find('JAR-1')) !== '').toBe(true);
    expect(await merchant.stub().startCopyOfSku('JAR-1', 'merchant')).toEqual(ok(null));
    expect(await merchant.stub().advanceCopies('square')).toMatchObject(ok({ open: 1, paused: true }));
    const [waiting] = await merchant.stub().copies();
    expect(waiting?.body.problem).toContain('Changes to Shopify are paused by the operators of Shelfbridge');
    expect(await makings()).toEqual([]);
    await resume({ source: 'shopify' });
    await expect.poll(async () => (await merchant.stub().advanceCopies('square')).ok).toBe(true);
    await expect.poll(async () => (await merchant.stub().copies())[0]?.state).toBe('done');
    expect(await makings()).toHaveLength(1);
  });
});

/** The operations that created products at Shopify. */
async function makings(): Promise<string[]> {
  const { shopify } = (await control('GET', 'calls')) as { shopify: Record<string, number> };
  return Object.keys(shopify).filter((name) => /^product(?:Set|Create|VariantsBulkCreate)$/u.test(name));
}

/** The id of the Square variation with a SKU, as the account knows it; '' if it is unknown. */
async function find(sku: string): Promise<string> {
  return variantOf(merchant, sku).then(
    (row) => row.square?.id ?? '',
    () => '',
  );
}

describe('when a pause ends', () => {
  it('changes that grew large wait for the merchant, and everything else is sent', async () => {
    await pauseWrites();
    await change('square', SKU, 51);
    await change('square', OTHER, 50);
    await expect.poll(owed).toBe(2);
    await resume();
    await bothAt(OTHER, 150);
    await expectStock(SKU, 100, 151);
    expect((await merchant.state()).held).toBe(1);
    expect((await history(merchant)).map(({ fact }) => fact)).toContainEqual({ kind: 'review', side: 'shopify', amount: 51 * STEPS });
    expect(await merchant.stub().resolveHeld([], true, 'merchant')).toEqual(ok(1));
    await bothAt(SKU, 151);
  });

  it('nothing is sent while another pause is still active', async () => {
    await pauseWrites();
    await pauseWrites({ account_id: merchant.accountId, source: 'square' });
    await change('shopify', SKU, -3);
    await expect.poll(owed).toBe(1);
    await resume();
    expect(await writesOfAWhile()).toEqual(NONE);
    await resume({ account_id: merchant.accountId, source: 'square' });
    await bothAt(SKU, 97);
  });
});

describe('a write whose token is fetched while a pause begins', () => {
  it.each(['shopify', 'square'] as const)('is not sent to %s', async (source) => {
    let open = true;
    const fetching = async (): Promise<never> => {
      open = false;
      return { ok: true, value: { client: null, access: null } } as never;
    };
    const ports = stockPorts({ shopify: fetching, square: fetching } as unknown as Connections, 'our-app', () => open);
    expect(await ports[source].adjust({ key: 'key', occurredAt: 0, changes: [] })).toEqual({ kind: 'stopped' });
  });
});

describe('the switch itself', () => {
  it('is listed with who, when, and why, and every change is in the audit log', async () => {
    await pauseWrites({ account_id: merchant.accountId, source: 'shopify' });
    const { pauses } = await operator.call<{ pauses: Record<string, string>[] }>('sh.Operations/GetWritePauses');
    expect(pauses).toMatchObject([
      {
        account_id: merchant.accountId,
        domain: 'demo.myshopify.com',
        source: 'shopify',
        by: 'operator.myshopify.com',
        reason: 'Square asked us to wait',
        since: expect.stringMatching(/^2\d{3}-/u) as string,
      },
    ]);
    await resume({ account_id: merchant.accountId, source: 'shopify' });
    expect(await operator.call('sh.Operations/GetWritePauses')).toEqual({ pauses: [] });
    const { entries } = await operator.call<{ entries: Record<string, string>[] }>('sh.Operations/GetAudit', {
      account_id: merchant.accountId,
    });
    expect(entries.filter(({ result }) => result === 'ok')).toMatchObject([
      { method: 'sh.Operations/ResumeWrites', detail: expect.stringContaining('"reason":"All is well again"') as string },
      {
        method: 'sh.Operations/PauseWrites',
        actor_domain: 'operator.myshopify.com',
        detail: expect.stringContaining('"reason":"Square asked us to wait"') as string,
      },
    ]);
  });

  it('refuses an account that does not exist, and the end of a pause that never existed', async () => {
    expect(await pauseWrites({ account_id: '4242' })).toMatchObject({ code: 'not_found' });
    expect(await resume({ source: 'square' })).toMatchObject({ code: 'failed_precondition', msg: 'There is no such pause.' });
  });
});
