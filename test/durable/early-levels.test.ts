import { describe, expect, it } from 'vitest';

import { allowNoise } from '../support/fail-on-noise';
import { pause } from '../support/pause';
import {
  bothAt,
  change,
  history,
  kill,
  ring,
  setFaults,
  webhooksQuiet,
  useAlarms,
  useWorld,
  expectStock,
  expectWrites,
} from './account-harness';
import { addAtShopify, addAtSquare, countAtSquare, holdCatalogReads } from './arrivals';

const SKU = 'ARRIVED';

const merchant = useWorld();
useAlarms();

async function linked(): Promise<boolean> {
  await ring(merchant);
  const page = await merchant.stub().inventory({ view: 'all', query: SKU, limit: 10, page: 0, sort: { column: 'sku', descending: false } });
  return page.ok && page.value.variants.some(({ shopify, square }) => shopify !== null && square !== null);
}

const untilLinked = (): Promise<void> => expect.poll(linked, { timeout: 180_000, interval: 200 }).toBe(true);

describe('a product that is added on both platforms', () => {
  it('passes on sales made before it has been read on either platform', async () => {
    const release = holdCatalogReads();
    await addAtShopify(merchant, SKU, 20);
    await countAtSquare(merchant, await addAtSquare(SKU), 20);
    await webhooksQuiet();
    await change('square', SKU, -1);
    await change('shopify', SKU, -2);
    await webhooksQuiet();
    release();
    await untilLinked();
    await bothAt(SKU, 17);
    const lines = (await history(merchant)).filter(({ sku, fact }) => sku === SKU && fact['kind'] === 'change');
    expect(lines).toMatchObject([{ fact: { fate: 'sent' } }, { fact: { fate: 'sent' } }]);
  });

  it('passes on sales made while only one side is known', async () => {
    const release = holdCatalogReads(['square']);
    await addAtShopify(merchant, SKU, 20);
    await expect.poll(async () => (await merchant.stub().inventoryCounts()).onlyShopify, { timeout: 180_000, interval: 100 }).toBe(1);
    await countAtSquare(merchant, await addAtSquare(SKU), 20);
    await webhooksQuiet();
    await change('shopify', SKU, -2);
    await change('shopify', SKU, -1);
    await change('square', SKU, -4);
    await webhooksQuiet();
    release();
    await untilLinked();
    await bothAt(SKU, 13);
  });

  it('keeps those sales when the object is killed', async () => {
    // A webhook that the kill meets is stored, and delivered later.
    allowNoise(/"event":"webhook\.object-unreachable".*killed/u);
    const release = holdCatalogReads();
    await addAtShopify(merchant, SKU, 20);
    await countAtSquare(merchant, await addAtSquare(SKU), 20);
    await webhooksQuiet();
    await change('square', SKU, -3);
    await webhooksQuiet();
    await kill(merchant);
    release();
    await untilLinked();
    await bothAt(SKU, 17);
  });

  it('does not pass on the changes that led to its first quantity', async () => {
    const release = holdCatalogReads();
    await addAtShopify(merchant, SKU, 0);
    await change('shopify', SKU, 30);
    await webhooksQuiet();
    // Square states times to the millisecond, Shopify to the second.
    await pause(1_100);
    await countAtSquare(merchant, await addAtSquare(SKU), 12);
    await webhooksQuiet();
    release();
    await untilLinked();
    await ring(merchant);
    await expectStock(SKU, 30, 12);
    await expectWrites(0, 0);
  });

  it('holds changes over the maximum', async () => {
    await merchant.stub().saveSettings({ applyMaxQuantity: true, maxQuantityUpdate: 5, setBarcode: false, autoSync: true });
    const release = holdCatalogReads();
    await addAtShopify(merchant, SKU, 20);
    await countAtSquare(merchant, await addAtSquare(SKU), 20);
    await webhooksQuiet();
    await change('square', SKU, -9);
    await webhooksQuiet();
    release();
    await untilLinked();
    await expect.poll(async () => (await merchant.state()).held).toBe(1);
    await expectStock(SKU, 20, 11);
  });

  it('counts a sale whose webhook is lost once the level is read', async () => {
    const release = holdCatalogReads(['square']);
    await addAtShopify(merchant, SKU, 20);
    await countAtSquare(merchant, await addAtSquare(SKU), 20);
    await webhooksQuiet();
    await expect.poll(async () => (await merchant.stub().inventoryCounts()).onlyShopify, { timeout: 180_000, interval: 100 }).toBe(1);
    // The sale needs a second of its own: Shopify's timestamps are no finer.
    await pause(1_100);
    await setFaults('shopify', { webhookLoss: 1 });
    await change('shopify', SKU, -2);
    await setFaults('shopify', { webhookLoss: 0 });
    release();
    await untilLinked();
    await bothAt(SKU, 18);
  });
});
