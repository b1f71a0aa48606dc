import { describe, expect, it } from 'vitest';

import { SHOPIFY_SCOPES } from '../../src/platforms/shopify/scopes';
import { SQUARE_SCOPES } from '../../src/platforms/square/scopes';
import { setFaults, webhooksQuiet, useWorld, pressUninstall, entitle } from './account-harness';

const merchant = useWorld();

/** Uninstalls the app in the merchant's shop while its webhook is lost. */
async function uninstallUnheard(): Promise<void> {
  await setFaults('shopify', { webhookLoss: 1 });
  await pressUninstall();
}

describe('checking our access with the platforms', () => {
  it('returns what each platform itself reports', async () => {
    const [shopify, square] = await merchant.stub().checkAccess();
    expect(shopify).toMatchObject({ source: 'shopify', state: 'ok', name: 'demo.myshopify.com', missingScopes: [], missingWebhooks: [] });
    expect([...(shopify?.grantedScopes ?? [])].toSorted()).toEqual([...SHOPIFY_SCOPES].toSorted());
    expect(square).toMatchObject({ source: 'square', state: 'ok', name: 'MLDEMO', missingScopes: [], missingWebhooks: [] });
    expect([...(square?.grantedScopes ?? [])].toSorted()).toEqual([...SQUARE_SCOPES].toSorted());
  });

  it('detects that our access was revoked although no webhook reported it', async () => {
    await uninstallUnheard();
    expect((await merchant.state()).shopify.state).toBe('connected');
    const [shopify, square] = await merchant.stub().checkAccess();
    expect(shopify).toMatchObject({ state: 'refused', grantedScopes: [] });
    expect(square).toMatchObject({ state: 'ok' });
  });

  it('distinguishes an unreachable platform from one that refuses access', async () => {
    await setFaults('shopify', { rate5xx: 1 });
    await setFaults('square', { rate5xx: 1 });
    const away = await merchant.stub().checkAccess();
    expect(away.map(({ state }) => state)).toEqual(['unreachable', 'unreachable']);
    expect((await merchant.state()).square.reachable).toBe(false);
    await setFaults('shopify', { rate5xx: 0 });
    await setFaults('square', { rate5xx: 0 });
    expect((await merchant.stub().checkAccess()).map(({ state }) => state)).toEqual(['ok', 'ok']);
  });

  it('calls no platform that is not connected', async () => {
    await merchant.stub().disconnect('square', 'merchant');
    const [, square] = await merchant.stub().checkAccess();
    expect(square).toMatchObject({ state: 'not_connected', missingWebhooks: null });
    // Square sends a webhook for the revocation; the sandbox may be reset once it has been received.
    await webhooksQuiet();
  });

  it('counts what is known about both platforms, and the pair while it is synced', async () => {
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
