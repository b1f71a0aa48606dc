import { env } from 'cloudflare:test';
import { expect } from 'vitest';

import { control, SANDBOX } from './browser';
import { servicesUnderTest } from './shop';

/** Ends our access at a platform and loses its webhook, as if Square had revoked it, or the app had been uninstalled. */
export async function withdraw(from: { readonly square: string } | { readonly shopify: string }): Promise<void> {
  if ('square' in from) {
    await control('config', 'PUT', { faults: { square: { webhookLoss: 1 } } });
    const { config } = servicesUnderTest();
    const answer = await env.SANDBOX.fetch(`${SANDBOX}/square/oauth2/revoke`, {
      method: 'POST',
      headers: { authorization: `Client ${config.platform.square.clientSecret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: config.platform.square.clientId, merchant_id: from.square }),
    });
    expect(await answer.json()).toEqual({ success: true });
    return;
  }
  await control('config', 'PUT', { faults: { shopify: { webhookLoss: 1 } } });
  const answer = await env.SANDBOX.fetch(`${SANDBOX}/shopify/${from.shopify}/admin/apps`, {
    method: 'POST',
    body: 'do=uninstall',
    redirect: 'manual',
  });
  expect(answer.status).toBeLessThan(400);
  await answer.body?.cancel();
}
