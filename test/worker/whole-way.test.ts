import { createScheduledController, createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';

import { findAccountByShop } from '../../src/worker/db/accounts';
import worker from '../../src/worker/index';
import { servicesOf } from '../../src/worker/middleware';
import { runTask } from '../../src/worker/tasks/run-task';
import { enqueueTask } from '../../src/worker/tasks/task-queue';
import { expectNoise } from '../support/fail-on-noise';
import { APP, Browser, control } from './support/browser';

beforeAll(async () => {
  await control('reset', 'POST', { catalogue: { variants: 5, seed: 1 } });
  await control('config', 'PUT', { autoApprove: true, squareSeller: 'MLDEMO' });
});

describe('the whole way, against both platforms', () => {
  it('signs in, connects Square once, and tells who is there', async () => {
    const browser = new Browser();
    expect((await browser.open(`${APP}/shopify/oauthRequest?shop=demo`)).url).toBe(`${APP}/dashboard`);
    expect((await browser.open(`${APP}/square/oauthRequest`)).url).toBe(`${APP}/onboard`);
    expect(await browser.call('sh.Session/GetSessionData')).toMatchObject({ shopify_domain: 'demo.myshopify.com', is_admin: false });
    expect(await browser.call('sh.Account/GetAccountStatus')).toMatchObject({
      shopify_access: true,
      square_access: true,
      is_subscribed: false,
    });
  });

  it('refuses the same Square seller to another shop, until the first lets him go', async () => {
    const [first, second] = [new Browser(), new Browser()];
    await first.open(`${APP}/shopify/oauthRequest?shop=demo`);
    await first.open(`${APP}/square/oauthRequest`);
    await second.open(`${APP}/shopify/oauthRequest?shop=second`);
    const refused = await second.open(`${APP}/square/oauthRequest`);
    expect(refused.response.status).toBe(409);
    expect(await refused.response.text()).toContain('connected to another shop');
    await first.call('sh.Connections/Disconnect', { source: 'square' });
    expect((await second.open(`${APP}/square/oauthRequest`)).url).toBe(`${APP}/onboard`);
    const again = await first.open(`${APP}/square/oauthRequest`);
    expect(again.response.status).toBe(409);
    await again.response.text();
    await second.call('sh.Connections/Disconnect', { source: 'square' });
    expect((await first.open(`${APP}/square/oauthRequest`)).url).toBe(`${APP}/onboard`);
  });

  it('knows an operator', async () => {
    const browser = new Browser();
    await browser.open(`${APP}/shopify/oauthRequest?shop=operator`);
    expect(await browser.call('sh.Session/GetSessionData')).toMatchObject({ is_admin: true });
  });

  it('is over after signing out', async () => {
    const browser = new Browser();
    await browser.open(`${APP}/shopify/oauthRequest?shop=demo`);
    expect((await browser.open(`${APP}/signout`)).url).toBe(`${APP}/`);
    expect(await browser.call('sh.Account/GetAccountStatus')).toMatchObject({ code: 'unauthenticated' });
  });

  it('deletes an account, its object and its rows, and lets the shop begin again', async () => {
    const browser = new Browser();
    await browser.open(`${APP}/shopify/oauthRequest?shop=demo`);
    const services = servicesOf(env);
    if (!('db' in services)) throw new Error(services.join());
    const before = await findAccountByShop(services.db, 'demo.myshopify.com');
    await runTask(services, await enqueueTask(services, 'erase', before?.id ?? 0, ''));
    expect(await findAccountByShop(services.db, 'demo.myshopify.com')).toBeNull();
    expect(await browser.call('sh.Session/GetSessionData')).toMatchObject({ shopify_domain: '' });
    await browser.open(`${APP}/shopify/oauthRequest?shop=demo`);
    const after = await findAccountByShop(services.db, 'demo.myshopify.com');
    expect(after?.id).toBeGreaterThan(before?.id ?? 0);
    expect(await browser.call('sh.Account/GetAccountStatus')).toMatchObject({ shopify_access: true, square_access: false });
  });

  it('runs its cron', async () => {
    // The sandbox's application has no webhook subscription here.
    expectNoise(/check-square-webhooks/u);
    const context = createExecutionContext();
    await worker.scheduled(createScheduledController({ cron: '* * * * *' }), env);
    await waitOnExecutionContext(context);
    const row = await env.DB.prepare("select last_success from scheduled where name = 'wake-tasks'").first('last_success');
    expect(row).toBe(1);
  });
});
