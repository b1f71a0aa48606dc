import { describe, expect, it, vi } from 'vitest';

import { answerInstead, bothAt, control, expectWrites, kill, ring, skuOf, useAlarms, useWorld } from './account-harness';

const SKU = skuOf(1);
const QUANTITIES = /ItemQuantities/u;
const merchant = useWorld();
useAlarms();

/** Returns what stands in Square's own log: the states that stock was moved to, the oldest first. */
async function movedTo(): Promise<string[]> {
  const headers = { authorization: 'Bearer EAAA_sandbox', 'content-type': 'application/json', 'square-version': '2026-09-16' };
  const address = 'http://localhost:8789/square/v2/inventory/changes/batch-retrieve';
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ types: ['ADJUSTMENT'] }) });
  const { changes = [] } = await answer.json<{ changes?: { adjustment: { to_state: string; quantity: string } }[] }>();
  return changes.map(({ adjustment: { to_state: state, quantity } }) => `${quantity} ${state}`);
}

/** Holds back readings of quantities until the returned function is called; they are never answered then. */
function silence(): { readonly asked: () => number; readonly end: () => void } {
  const real = globalThis.fetch;
  let asked = 0;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!QUANTITIES.test(typeof init?.body === 'string' ? init.body : '')) return real(input, init);
    asked += 1;
    return new Promise(() => undefined);
  });
  const end = (): void => {
    spy.mockRestore();
  };
  return { asked: () => asked, end };
}

const counted = (): Promise<unknown> => control('POST', 'change', { platform: 'shopify', sku: SKU, delta: -15, cause: 'adjust' });

describe('a large decrease at Shopify', () => {
  it('stands in Square’s log as waste when it was counted, and as sold when it was ordered', async () => {
    await counted();
    await bothAt(SKU, 85);
    await control('POST', 'change', { platform: 'shopify', sku: SKU, delta: -12, cause: 'order' });
    await bothAt(SKU, 73);
    expect(await movedTo()).toEqual(['15 WASTE', '12 SOLD']);
  });

  it('is sold when Shopify does not tell within two seconds', async () => {
    const { asked, end } = silence();
    const before = Date.now();
    await counted();
    await bothAt(SKU, 85);
    expect(Date.now() - before).toBeGreaterThanOrEqual(2_000);
    expect(asked()).toBeGreaterThan(0);
    end();
    expect(await movedTo()).toEqual(['15 SOLD']);
  });

  it('is read again, and written once, when the object dies between the reading and the write', async () => {
    const { asked, end } = silence();
    await counted();
    await expect.poll(asked, { timeout: 180_000, interval: 20 }).toBe(1);
    await kill(merchant);
    end();
    await ring(merchant);
    await bothAt(SKU, 85);
    await expectWrites(0, 1);
    expect(await movedTo()).toEqual(['15 WASTE']);
  });

  it('is sold when the answer has another shape', async () => {
    const restore = answerInstead(/graphql/u, (body: { data?: { nodes?: unknown } }) =>
      body.data?.nodes === undefined ? body : { ...body, data: { nodes: [null] } },
    );
    await counted();
    await bothAt(SKU, 85);
    restore();
    expect(await movedTo()).toEqual(['15 SOLD']);
  });
});
