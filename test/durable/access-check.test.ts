import { describe, expect, it } from 'vitest';

import { SHOPIFY_SCOPES } from '../../src/platforms/shopify/scopes';
import { SQUARE_SCOPES } from '../../src/platforms/square/scopes';
import { setFaults, webhooksQuiet, useWorld, pressUninstall, entitle } from './account-harness';

const merchant = useWorld();

/** The merchant presses Uninstall in his shop, and its webhook is lost. */
async function uninstallUnheard(): Promise<void> {
  await setFaults('shopify', { webhookLoss: 1 });
  await pressUninstall();
}

describe('asking the platforms for our access', { timeout: 60_000 }, () => {
  it('says what each platform says itself', async () => {
    const [shopify, square] = await merchant.stub().checkAccess();
    expect(shopify).toMatchObject({ source: 'shopify', state: 'ok', name: 'demo.myshopify.com', missingScopes: [], missingWebhooks: [] });
    expect([...(shopify?.grantedScopes ?? [])].toSorted()).toEqual([...SHOPIFY_SCOPES].toSorted());
    expect(square).toMatchObject({ source: 'square', state: 'ok', name: 'MLDEMO', missingScopes: [], missingWebhooks: [] });
    expect([...(square?.grantedScopes ?? [])].toSorted()).toEqual([...SQUARE_SCOPES].toSorted());
  });

  it('finds out that we are not let in any more, though nobody told us', async () => {
    await uninstallUnheard();
    expect((await merchant.state()).shopify.state).toBe('connected');
    const [shopify, square] = await merchant.stub().checkAccess();
    expect(shopify).toMatchObject({ state: 'refused', grantedScopes: [] });
    expect(square).toMatchObject({ state: 'ok' });
  });

  it('tells a platform that is away from one that refuses', async () => {
    await setFaults('shopify', { rate5xx: 1 });
    await setFaults('square', { rate5xx: 1 });
    const away = await merchant.stub().checkAccess();
    expect(away.map(({ state }) => state)).toEqual(['unreachable', 'unreachable']);
    expect((await merchant.state()).square.reachable).toBe(false);
    await setFaults('shopify', { rate5xx: 0 });
    await setFaults('square', { rate5xx: 0 });
    expect((await merchant.stub().checkAccess()).map(({ state }) => state)).toEqual(['ok', 'ok']);
  });

  it('asks nobody where nothing is connected', async () => {
    await merchant.stub().disconnect('square', 'merchant');
    const [, square] = await merchant.stub().checkAccess();
    expect(square).toMatchObject({ state: 'not_connected', missingWebhooks: null });
    // Square tells of the revocation; the world may end once that has been heard.
    await webhooksQuiet();
  });

  it('counts what is known of both platforms, and the pair while it is kept in step', async () => {
    const counts = await merchant.stub().connectionCounts();
    expect(counts.shopify).toMatchObject({ variants: 5, activeSyncs: 1 });
    expect(counts.square).toMatchObject({ variants: 5, activeSyncs: 1 });
    const { all } = await merchant.stub().locations();
    expect(counts.shopify.locations + counts.square.locations).toBe(all.length);
    expect(counts.shopify.products).toBeGreaterThan(0);
    await entitle(merchant, false);
    expect((await merchant.stub().connectionCounts()).shopify.activeSyncs).toBe(0);
  });
});
