import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { pause } from '../support/pause';
import { control, endWorld, ring, signIn, skipTime, startWorld, webhooksQuiet, pressUninstall, type Merchant } from './account-harness';

let merchant: Merchant;

beforeEach(async () => {
  merchant = await startWorld();
});

afterEach(async () => {
  await control('PUT', 'config', { faults: { shopify: { endsLaterMs: 0 }, square: { endsLaterMs: 0 } } });
  await endWorld();
});

const MINUTE = 60_000;

const endsLater = async (platform: 'shopify' | 'square', ms: number): Promise<void> => {
  await control('PUT', 'config', { faults: { [platform]: { endsLaterMs: ms } } });
};

const account = async (): Promise<unknown> =>
  env.DB.prepare('select status, (select count(*) from sessions where account = accounts.id) as sessions from accounts where id = ?')
    .bind(Number(merchant.accountId))
    .first();

/** The revocation that the object still checks, as stored. */
const pending = async (source: string): Promise<string> =>
  runInDurableObject(
    merchant.stub(),
    (_, state) =>
      state.storage.sql.exec<{ value: string }>('select value from meta where name = ?', `revocation-${source}`).toArray()[0]?.value ?? '',
  );

const stateOf = async (source: 'shopify' | 'square'): Promise<string> => (await merchant.state())[source].state;

/** Waits until the webhook has been received but not confirmed. */
const heard = async (source: string): Promise<void> => {
  await expect.poll(() => pending(source)).toContain('"filed":0');
};

const works = async (): Promise<boolean> => (await merchant.stub().shopInfo()).ok;

describe('an uninstallation whose webhook arrives before it takes effect', () => {
  it('is found a minute later: sessions, subscription and connection end', async () => {
    await endsLater('shopify', 4_000);
    await pressUninstall();
    await heard('shopify');
    expect(await account()).toEqual({ status: 'active', sessions: 1 });
    expect(await pending('shopify')).not.toContain('owner@');
    // It takes effect without any call of ours.
    await pause(4_500);
    await skipTime(MINUTE);
    await ring(merchant);
    await expect.poll(account).toEqual({ status: 'uninstalled', sessions: 0 });
    expect(await stateOf('shopify')).toBe('needs_reconnect');
    expect(await pending('shopify')).toBe('');
  });

  it('is checked after 1, 10 and 60 minutes, even across a kill, but not forever', async () => {
    // An hour of real time at ten times the speed: it never takes effect here.
    await endsLater('shopify', 3_600_000);
    await control('PUT', 'config', { clockSpeed: 10 });
    await pressUninstall();
    await control('PUT', 'config', { clockSpeed: 1 });
    await heard('shopify');
    for (const [index, minutes] of [1, 9, 50].entries()) {
      await skipTime(minutes * MINUTE + 1_000);
      await runInDurableObject(merchant.stub(), (_, state) => state.abort('killed')).catch(() => undefined);
      await ring(merchant);
      await expect.poll(() => pending('shopify')).toContain(`"filed":${index + 1}`);
      const open = env.DB.prepare("select count(*) as n from tasks where name = 'webhooks' and state in ('queued', 'running')");
      await expect.poll(() => open.first('n')).toBe(0);
      await ring(merchant);
      expect(await pending('shopify')).toContain(`"filed":${index + 1}`);
    }
    expect(await account()).toEqual({ status: 'active', sessions: 1 });
    const filed = env.DB.prepare("select count(*) as n from tasks where message like 'revocation-check:%'");
    expect(await filed.first('n')).toBe(3);
  });

  it('is settled when the merchant grants access again', async () => {
    await endsLater('shopify', 1_000);
    await pressUninstall();
    await heard('shopify');
    await expect.poll(works).toBe(false);
    await endsLater('shopify', 0);
    merchant = await signIn();
    expect(await pending('shopify')).toBe('');
    await skipTime(MINUTE + 1_000);
    await ring(merchant);
    expect(await stateOf('shopify')).toBe('connected');
    expect(await account()).toMatchObject({ status: 'active' });
  });
});

describe('a revocation at Square whose webhook arrives before it takes effect', () => {
  it('is found a minute later', async () => {
    await endsLater('square', 3_000);
    const revoked = await env.SANDBOX.fetch('http://localhost:8789/square/oauth2/revoke', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Client ${env.SQUARE_CLIENT_SECRET}` },
      body: JSON.stringify({ client_id: env.SQUARE_CLIENT_ID, merchant_id: 'MLDEMO' }),
    });
    await revoked.text();
    await heard('square');
    await webhooksQuiet();
    expect(await stateOf('square')).toBe('connected');
    await pause(3_500);
    await skipTime(MINUTE + 1_000);
    await ring(merchant);
    await expect.poll(() => stateOf('square')).toBe('needs_reconnect');
  });
});
