import { describe, expect, it } from 'vitest';

import { bothAt, change, setFaults, skuOf, useWorld } from './account-harness';

const merchant = useWorld(3);

/** Returns the quantities that the received level webhooks state, oldest first. */
async function stated(type: string): Promise<readonly number[]> {
  const page = await merchant.stub().receipts({ since: 0, limit: 500, cursor: '' });
  if (!page.ok) throw new Error(page.error.message);
  return page.value.receipts
    .filter((receipt) => receipt.type === type)
    .map(({ payload }) => Number(/"(?:available|quantity)":"?(\d+)/u.exec(payload)?.[1]));
}

describe('webhooks whose bodies are built when they are delivered', () => {
  it.each([
    ['shopify', 'inventory_levels/update'],
    ['square', 'inventory.count.updated'],
  ] as const)('from %s state the quantity at delivery, and pass each change on once', async (source, type) => {
    // All are held back for at least 300 ms: both sales happen before the first is delivered.
    await setFaults(source, { webhookReorder: 1, webhookLateAssembly: 1 });
    await change(source, skuOf(1), -2);
    await change(source, skuOf(1), -3);
    await expect.poll(async () => (await stated(type)).length).toBe(2);
    expect(await stated(type)).toEqual([95, 95]);
    await bothAt(skuOf(1), 95);
  });

  it('state the quantity at the time of the change, unless switched on', async () => {
    await setFaults('square', { webhookReorder: 1 });
    await change('square', skuOf(1), -2);
    await change('square', skuOf(1), -3);
    await expect.poll(async () => (await stated('inventory.count.updated')).length).toBe(2);
    expect((await stated('inventory.count.updated')).toSorted((a, b) => a - b)).toEqual([95, 98]);
    await bothAt(skuOf(1), 95);
  });
});
