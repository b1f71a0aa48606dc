import { env, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { err, ok } from '../../src/domain/result';
import { bothAt, change, kill, ring, setFaults, skuOf, useAlarms, useWorld, entitle } from './account-harness';

const merchant = useWorld();
useAlarms();

const word = async (): Promise<unknown> => env.DB.prepare("select count(*) as n from tasks where name = 'health'").first('n');

const fleetRow = async (): Promise<unknown> =>
  env.DB.prepare('select troubles, shopify_access, square_access, checked_at is not null as checked from fleet where account = ?')
    .bind(Number(merchant.accountId))
    .first();

/** Returns what the object stored as its last reported health. */
const told = async (): Promise<unknown> =>
  runInDurableObject(merchant.stub(), (_, state) =>
    state.storage.sql.exec<{ value: string }>("select value from meta where name = 'vitals'").toArray(),
  );

describe('the health of an account', () => {
  it('is read from its object: connections, linked levels, lag', async () => {
    await change('square', skuOf(1), -2);
    await bothAt(skuOf(1), 98);
    expect(await merchant.health()).toMatchObject({
      entitled: true,
      autoSync: true,
      paired: true,
      shopify: 'connected',
      square: 'connected',
      failing: [],
      missingWebhooks: 0,
      held: 0,
      blocked: 0,
      frozen: 0,
      doubt: false,
      neverRead: false,
      oldestUnderWayMs: 0,
      drift: 0,
    });
    expect((await merchant.health()).lagP95Ms).not.toBeNull();
  });

  it('counts the tokens by the key that seals them, and wakes an object that sleeps with tokens under an older key', async () => {
    expect((await merchant.health()).sealedBy).toEqual({ '1': 4 });
    const alarm = async (): Promise<number | null> => runInDurableObject(merchant.stub(), async (_, state) => state.storage.getAlarm());
    await ring(merchant);
    await runInDurableObject(merchant.stub(), async (_, state) => {
      // As after a rotation: the key in use is another one. It cannot be opened here, so it stays.
      state.storage.sql.exec(`update connection set body = replace(body, '"v1.', '"v9.')`);
      await state.storage.deleteAlarm();
    });
    await kill(merchant);
    expect(await alarm()).toBeNull();
    expect((await merchant.health()).sealedBy).toEqual({ '9': 4 });
    // An alarm that is due runs at once, and sets the next one.
    await expect.poll(alarm).not.toBeNull();
  });

  it('is not reported while all is well, however much is sold', async () => {
    await ring(merchant);
    // The object stores what it reports before the report reaches the fleet.
    await expect.poll(fleetRow).toMatchObject({ troubles: '[]', checked: 1 });
    await expect.poll(word).toBe(0);
    const before = await told();
    await env.DB.prepare('update fleet set checked_at = null').run();
    for (let sold = 1; sold <= 3; sold += 1) {
      await change('shopify', skuOf(1), -1);
      await bothAt(skuOf(1), 100 - sold);
      await ring(merchant);
    }
    expect(await told()).toEqual(before);
    expect(await fleetRow()).toMatchObject({ checked: 0 });
  });

  it('reaches the fleet automatically when its kind changes, and again when the problem is fixed', async () => {
    await merchant.stub().disconnect('square', 'revoked');
    await ring(merchant);
    await expect
      .poll(fleetRow, { timeout: 180_000 })
      .toEqual({ troubles: '["stopped","square_token"]', shopify_access: 1, square_access: 0, checked: 1 });
    expect(await told()).toEqual([{ value: '"entitled connected needs_reconnect stopped square_token"' }]);
    // The same problem is reported once.
    await ring(merchant);
    expect(await word()).toBe(0);
    await merchant.browser.open('http://localhost:8787/square/oauthRequest');
    await expect.poll(async () => (await merchant.health()).square).toBe('connected');
    await ring(merchant);
    await expect.poll(fleetRow).toMatchObject({ troubles: '[]', square_access: 1 });
  });

  it('reaches the fleet when access starts and ends', async () => {
    const entitled = async (): Promise<unknown> =>
      env.DB.prepare('select entitled from fleet where account = ?').bind(Number(merchant.accountId)).first('entitled');
    await ring(merchant);
    await expect.poll(entitled).toBe(1);
    await merchant.stub().setEntitlement({ subscribed: false, accessEnds: Date.now() - 1 });
    await ring(merchant);
    await expect.poll(entitled).toBe(0);
  });

  it('reaches the fleet immediately when an operator fixes a problem', async () => {
    await ring(merchant);
    await setFaults('shopify', { rate5xx: 1 });
    expect((await merchant.stub().repairWebhooks()).ok).toBe(false);
    await expect.poll(fleetRow).toMatchObject({ troubles: '["unreachable"]' });
    await expect.poll(word).toBe(0);
    await env.DB.prepare('update fleet set checked_at = null').run();
    await setFaults('shopify', { rate5xx: 0 });
    expect((await merchant.stub().repairWebhooks()).ok).toBe(true);
    await expect.poll(fleetRow).toMatchObject({ troubles: '[]', checked: 1 });
  });

  it('reaches the fleet even if it changed and changed back while the fleet was reading', async () => {
    await ring(merchant);
    await expect.poll(word).toBe(0);
    await env.DB.prepare("insert into tasks (name, account, source, state, queued_at, due) values ('health', ?1, '', 'running', ?2, ?2)")
      .bind(Number(merchant.accountId), Date.now())
      .run();
    await merchant.stub().setEntitlement({ subscribed: false, accessEnds: Date.now() - 1 });
    await ring(merchant);
    await entitle(merchant);
    await env.DB.batch([env.DB.prepare("delete from tasks where name = 'health'"), env.DB.prepare('update fleet set checked_at = null')]);
    await ring(merchant);
    await expect.poll(fleetRow).toMatchObject({ checked: 1 });
  });

  it('queues no second report while one is waiting', async () => {
    await ring(merchant);
    await expect.poll(word).toBe(0);
    await env.DB.prepare("insert into tasks (name, account, source, state, queued_at, due) values ('health', ?1, '', 'queued', ?2, ?2)")
      .bind(Number(merchant.accountId), Date.now())
      .run();
    await merchant.stub().setEntitlement({ subscribed: false, accessEnds: Date.now() - 1 });
    await ring(merchant);
    expect(await told()).toEqual([{ value: '" connected connected"' }]);
    await expect.poll(fleetRow).toMatchObject({ checked: 1 });
    await expect.poll(word).toBe(0);
  });

  it('distinguishes missing subscriptions from a shop that cannot be reached', async () => {
    await setFaults('shopify', { rate5xx: 1 });
    expect(await merchant.stub().repairWebhooks()).toMatchObject(err({ code: 'unavailable' }));
    expect(await merchant.health()).toMatchObject({ missingWebhooks: 0, failing: ['shopify'] });
    await setFaults('shopify', { rate5xx: 0 });
    expect(await merchant.stub().repairWebhooks()).toEqual(ok(null));
    expect(await merchant.health()).toMatchObject({ missingWebhooks: 0, failing: [] });
  });
});
