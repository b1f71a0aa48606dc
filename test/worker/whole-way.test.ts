import { createScheduledController, createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { findAccountByShop } from '../../src/db/accounts';
import { deletionsOf, receiptOf } from '../../src/db/deletions';
import { revokeSquare } from '../../src/platforms/square/oauth';
import { servicesOf } from '../../src/worker/http/middleware';
import worker from '../../src/worker/index';
import { runTask } from '../../src/worker/jobs/run-task';
import { enqueueTask } from '../../src/worker/runtime/task-queue';
import { webhooksQuiet } from '../durable/account-harness';
import { accountId } from '../support/account-id';
import { expectNoise } from '../support/fail-on-noise';
import { APP, Browser, control, SANDBOX } from './support/browser';
import { textWith } from './support/like';

beforeAll(async () => {
  await control('reset', 'POST', { catalogue: { variants: 5, seed: 1 } });
  await control('config', 'PUT', { autoApprove: true, squareSeller: 'MLDEMO' });
});

// A webhook that arrives during teardown would load the Worker that is shutting down.
afterEach(webhooksQuiet);

describe('the whole app, against both platforms', () => {
  it('signs in, connects Square once, and returns who is signed in', async () => {
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

  it('refuses to connect a Square seller to a second shop until the first one disconnects it', async () => {
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

  it('recognizes an operator', async () => {
    const browser = new Browser();
    await browser.open(`${APP}/shopify/oauthRequest?shop=operator`);
    expect(await browser.call('sh.Session/GetSessionData')).toMatchObject({ is_admin: true });
  });

  it('ends the session on sign-out', async () => {
    const browser = new Browser();
    await browser.open(`${APP}/shopify/oauthRequest?shop=demo`);
    expect((await browser.open(`${APP}/signout`)).url).toBe(`${APP}/`);
    expect(await browser.call('sh.Account/GetAccountStatus')).toMatchObject({ code: 'unauthenticated' });
  });

  it('deletes an account, its object and its rows, and lets the shop start again', async () => {
    const browser = new Browser();
    await browser.open(`${APP}/shopify/oauthRequest?shop=demo`);
    const services = servicesOf(env);
    if (!('db' in services)) throw new Error(services.join());
    const before = await findAccountByShop(services.db, 'demo.myshopify.com');
    const subscriptions = async (): Promise<number> => {
      const query = JSON.stringify({ query: '{ webhookSubscriptions(first: 100) { nodes { id } } }' });
      const headers = { 'content-type': 'application/json', 'x-shopify-access-token': 'shpat_sandbox' };
      const address = `${SANDBOX}/shopify/demo.myshopify.com/admin/api/2026-07/graphql.json`;
      const answer = await env.SANDBOX.fetch(address, { method: 'POST', headers, body: query });
      return (await answer.json<{ data: { webhookSubscriptions: { nodes: unknown[] } } }>()).data.webhookSubscriptions.nodes.length;
    };
    await vi.waitFor(async () => expect(await subscriptions()).toBeGreaterThan(0), 180_000);
    await runTask(services, await enqueueTask(services, 'erase', accountId(before?.id ?? 0), ''));
    expect(await subscriptions()).toBe(0);
    const { http, config } = services;
    const again = await revokeSquare({ http, config: config.platform.square }, 'MLDEMO');
    expect(again).toMatchObject({ ok: false, error: { kind: 'refused', detail: textWith('404 NOT_FOUND') } });
    expect(await deletionsOf(services.db, await receiptOf('demo.myshopify.com'))).toMatchObject([
      { account: before?.id, shopify: 'ended', square: 'ended' },
    ]);
    expect(await findAccountByShop(services.db, 'demo.myshopify.com')).toBeNull();
    expect(await browser.call('sh.Session/GetSessionData')).toMatchObject({ shopify_domain: '' });
    await browser.open(`${APP}/shopify/oauthRequest?shop=demo`);
    const after = await findAccountByShop(services.db, 'demo.myshopify.com');
    expect(after?.id).toBeGreaterThan(accountId(before?.id ?? 0));
    expect(await browser.call('sh.Account/GetAccountStatus')).toMatchObject({ shopify_access: true, square_access: false });
  });

  it('ends access before it deletes: later if a platform is down, and not at all if the grant was already revoked', async () => {
    const browser = new Browser();
    await browser.open(`${APP}/shopify/oauthRequest?shop=second`);
    await control('config', 'PUT', { squareSeller: 'MLSECOND' });
    await browser.open(`${APP}/square/oauthRequest`);
    const services = servicesOf(env);
    if (!('db' in services)) throw new Error(services.join());
    const account = await findAccountByShop(services.db, 'second.myshopify.com');
    const object = services.account(accountId(account?.id ?? 0));
    expectNoise(/access at Shopify could not be ended: Shopify answered 503/u);
    await control('config', 'PUT', { faults: { shopify: { rate5xx: 1 } } });
    expect(await object.release({ square: false })).toEqual({ shopify: 'later', square: 'none' });
    await control('config', 'PUT', { faults: { shopify: { rate5xx: 0 } } });
    expect(await object.state()).toMatchObject({ shopify: { state: 'connected' }, square: { state: 'connected' } });
    const { http, config } = services;
    expect(await revokeSquare({ http, config: config.platform.square }, 'MLSECOND')).toMatchObject({ ok: true });
    expect(await object.release({ square: true })).toEqual({ shopify: 'ended', square: 'none' });
    expect(await object.release({ square: true })).toEqual({ shopify: 'none', square: 'none' });
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
