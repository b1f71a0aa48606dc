import { env, SELF } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import type { Source } from '../../src/domain/source';
import { shopifyWebhook, squareWebhook } from '../worker/support/sign';
import { bothAt, change, expectStock, expectWrites, forgetCalls, history, skuOf, useWorld, webhooksQuiet } from './account-harness';

const merchant = useWorld(3);
const SKU = skuOf(1);
const TYPES = { shopify: 'inventory_levels/update', square: 'inventory.count.updated' } as const;

/** The body of the last webhook from a platform that stated a quantity. */
async function lastBody(source: Source): Promise<string> {
  const page = await merchant.stub().receipts({ since: 0, limit: 50, cursor: '' });
  const found = page.ok ? page.value.receipts.find(({ type }) => type === TYPES[source]) : undefined;
  if (found === undefined) throw new Error(`no ${TYPES[source]} was received`);
  return found.payload;
}

/** The same body with another quantity, in units, and another time. */
function stating(body: string, units: number, at: number): string {
  const changed = body
    .replace(/"(updated_at|calculated_at)":"[^"]+"/gu, `"$1":"${new Date(at).toISOString()}"`)
    .replace(/"available":\d+/u, `"available":${units}`)
    .replace(/"quantity":"\d+"/gu, `"quantity":"${units}"`);
  expect(changed).toMatch(new RegExp(`"(?:available":|quantity":")${units}\\b`, 'u'));
  return changed;
}

/** Sends a webhook with a valid signature, as somebody who recorded it could. */
async function send(source: Source, body: string): Promise<void> {
  const secrets = { ...env } as unknown as Readonly<Record<string, string>>;
  const url = `${secrets['WEBHOOK_ORIGIN'] ?? ''}/webhooks/${source}`;
  const request =
    source === 'shopify'
      ? await shopifyWebhook(TYPES.shopify, 'demo.myshopify.com', body, { secret: secrets['SHOPIFY_CLIENT_SECRET'] ?? '' })
      : await squareWebhook(body, { key: secrets['SQUARE_WEBHOOK_KEY'] ?? '', url });
  const answer = await SELF.fetch(url, request);
  expect(answer.status).toBe(200);
  await answer.text();
}

describe('a signed webhook that is sent again', () => {
  it.each(['shopify', 'square'] as const)('from %s a thousand times changes nothing after the first', async (source) => {
    await change(source, SKU, -1);
    await bothAt(SKU, 99);
    await webhooksQuiet();
    const body = await lastBody(source);
    await change(source, SKU, -1);
    await bothAt(SKU, 98);
    await webhooksQuiet();
    const before = await history(merchant);
    await forgetCalls();
    for (let sent = 0; sent < 1_000; sent += 50) await Promise.all(Array.from({ length: 50 }, () => send(source, body)));
    await webhooksQuiet();
    await expectStock(SKU, 98, 98);
    await expectWrites(0, 0);
    expect(await history(merchant)).toEqual(before);
  });

  it.each(['shopify', 'square'] as const)('from %s with the stock of a day ago changes nothing', async (source) => {
    await change(source, SKU, -1);
    await bothAt(SKU, 99);
    await webhooksQuiet();
    const body = await lastBody(source);
    const before = await history(merchant);
    await forgetCalls();
    await send(source, stating(body, 7, Date.now() - 86_400_000));
    await webhooksQuiet();
    await expectStock(SKU, 99, 99);
    await expectWrites(0, 0);
    expect(await history(merchant)).toEqual(before);
    // The same body with a newer time does count: nothing but its age made it harmless.
    await send(source, stating(body, 98, Date.now() + 1_000));
    await expect.poll(async () => (await history(merchant)).length).toBeGreaterThan(before.length);
  });
});
