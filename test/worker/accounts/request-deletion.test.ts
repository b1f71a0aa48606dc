import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { receiptOf } from '../../../src/db/deletions';
import { APP, Browser, control } from '../support/browser';

beforeAll(async () => {
  await control('reset', 'POST', { catalogue: { variants: 5, seed: 1 } });
  await control('config', 'PUT', { autoApprove: true, squareSeller: 'MLDEMO' });
});

const signedIn = async (shop: string): Promise<Browser> => {
  const browser = new Browser();
  await browser.open(`${APP}/shopify/oauthRequest?shop=${shop}`);
  return browser;
};

const idOf = async (browser: Browser): Promise<string> =>
  (await browser.call<{ account_id: string }>('sh.Session/GetSessionData')).account_id;

const rows = async (domain: string): Promise<number> =>
  (await env.DB.prepare('select count(*) as n from accounts where shop_domain = ?').bind(domain).first<{ n: number }>())?.n ?? 0;

describe('the deletion of an account on request', () => {
  it('needs the account’s own domain, changes nothing otherwise, and leaves a receipt', async () => {
    const merchant = await signedIn('demo');
    await merchant.open(`${APP}/square/oauthRequest`);
    for (const domain of ['', 'second.myshopify.com', 'demo', 'x'.repeat(5_000), '%']) {
      expect(await merchant.call('sh.Account/DeleteAccount', { shop_domain: domain }), domain).toMatchObject({ code: 'invalid_argument' });
    }
    expect(await merchant.call('sh.Account/DeleteAccount', { id: '1', shop_domain: 'demo.myshopify.com' })).toMatchObject({
      code: 'invalid_argument',
    });
    const subscription = `insert into subscriptions (id, account, name, status, test, trial_days, amount, currency, created)
      values ('s', ?, 'Plan', 'ACTIVE', 1, 0, '10', 'USD', 1)`;
    await env.DB.prepare(subscription)
      .bind(Number(await idOf(merchant)))
      .run();
    expect(await merchant.call('sh.Account/DeleteAccount', { shop_domain: 'demo.myshopify.com' })).toMatchObject({
      code: 'failed_precondition',
    });
    await env.DB.prepare("update subscriptions set status = 'CANCELLED'").run();
    expect(await env.DB.prepare("select count(*) as n from tasks where name = 'erase'").first()).toEqual({ n: 0 });
    expect(await merchant.call('sh.Account/GetAccountStatus')).toMatchObject({ square_access: true });
    const receipt = await receiptOf('demo.myshopify.com');
    expect(await merchant.call('sh.Account/DeleteAccount', { shop_domain: 'Demo.myshopify.com ' })).toEqual({ receipt });
    expect(await merchant.call('sh.Account/GetAccountStatus')).toMatchObject({ code: 'unauthenticated' });
    await vi.waitFor(async () => expect(await rows('demo.myshopify.com')).toBe(0), { timeout: 180_000, interval: 100 });
    expect(await env.DB.prepare('select shopify, square from deletions where receipt = ?').bind(receipt).first()).toEqual({
      shopify: 'ended',
      square: 'ended',
    });
  });

  it('is refused while impersonating, and open to operators, who name the account', async () => {
    await signedIn('second');
    const operator = await signedIn('operator');
    await operator.call('sh.Session/ImpersonateDomain', { domain: 'second.myshopify.com' });
    const second = await idOf(operator);
    expect(await operator.call('sh.Account/DeleteAccount', { shop_domain: 'second.myshopify.com' })).toMatchObject({
      code: 'permission_denied',
    });
    await operator.call('sh.Session/ImpersonateDomain', { domain: '' });
    for (const [id, code] of [
      ['', 'invalid_argument'],
      ['0', 'invalid_argument'],
      ['987654', 'not_found'],
      [await idOf(operator), 'invalid_argument'],
    ] as const) {
      expect(await operator.call('sh.Operations/DeleteAccount', { id, shop_domain: 'second.myshopify.com' }), id).toMatchObject({ code });
    }
    expect(await operator.call('sh.Operations/DeleteAccount', { id: second, shop_domain: 'second.myshopify.com' })).toEqual({
      receipt: await receiptOf('second.myshopify.com'),
    });
    await vi.waitFor(async () => expect(await rows('second.myshopify.com')).toBe(0), { timeout: 180_000, interval: 100 });
    expect(await rows('operator.myshopify.com')).toBe(1);
    const audited = await env.DB.prepare(
      "select result from audit where method = 'sh.Operations/DeleteAccount' and subject = ? order by id",
    )
      .bind(Number(second))
      .all();
    expect(audited.results.at(-1)).toEqual({ result: 'ok' });
  });
});
