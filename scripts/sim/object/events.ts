import { ACCOUNT_EVENTS } from './account-events';
import { bulkChange } from './bulk-events';
import { LINK_EVENTS } from './link-events';
import type { Merchant, MerchantEvent } from './merchant';
import {
  addProduct,
  changeStock,
  deleteProduct,
  itemsOf,
  otherPlatform,
  sameSku,
  setStatus,
  setTracked,
  type Item,
  type Platform,
} from './outside';
import { sellPacks } from './pack-events';
import { STEPS, stockKey, type Arrival } from './truth';

async function rename(merchant: Merchant, item: Item, sku: string): Promise<void> {
  await merchant.outside((world) => {
    merchant.edited(world, `${item.platform} SKU ${item.sku} becomes ${sku}`, [item], [item.sku, sku]);
    merchant.giveSku(world, item, sku);
  });
}

/** Returns the variant of the other side that has this SKU now; null when there is none. */
async function counterpart(merchant: Merchant, item: Item): Promise<Item | null> {
  return merchant.outside((world) => itemsOf(world, otherPlatform(item.platform)).find(({ sku }) => sameSku(sku, item.sku)) ?? null);
}

async function skuOneSide(merchant: Merchant): Promise<void> {
  const item = await merchant.pick(merchant.side());
  if (item !== null) await rename(merchant, item, merchant.freshSku());
}

async function skuBothSides(merchant: Merchant): Promise<void> {
  const item = await merchant.pick(merchant.side());
  if (item === null) return;
  const other = await counterpart(merchant, item);
  const sku = merchant.freshSku();
  await rename(merchant, item, sku);
  await merchant.pause(1_000, 60_000);
  if (other !== null) await rename(merchant, other, sku);
}

async function skuByApp(merchant: Merchant): Promise<void> {
  const item = await merchant.pick('shopify');
  const other = item === null ? null : await counterpart(merchant, item);
  if (item === null || other === null) return;
  const sku = merchant.freshSku();
  const [shopify, square] = [merchant.random.chance(0.8), merchant.random.chance(0.8)];
  await merchant.outside((world) => {
    merchant.edited(world, `the app changes the SKU ${item.sku} to ${sku}`, [item, other], [item.sku, sku]);
    for (const one of [item, other]) merchant.truth.asked.add(stockKey(one.platform, one.stock));
  });
  await merchant.call('saveSku', {
    sku,
    shopifyVariantId: shopify || !square ? item.variant : '',
    squareVariationId: square ? other.variant : '',
    by: 'merchant',
  });
}

async function skuSwap(merchant: Merchant): Promise<void> {
  const platform = merchant.side();
  const [one, two] = [await merchant.pick(platform), await merchant.pick(platform)];
  if (one === null || two === null || one.stock === two.stock) return;
  // A platform's admin can save both at once, or one after the other.
  const atOnce = merchant.random.chance(0.5);
  await rename(merchant, one, atOnce ? two.sku : merchant.freshSku());
  if (!atOnce) await merchant.pause(500, 20_000);
  await rename(merchant, two, one.sku);
  if (atOnce) return;
  await merchant.pause(500, 20_000);
  await rename(merchant, one, two.sku);
}

async function skuDuplicate(merchant: Merchant): Promise<void> {
  const platform = merchant.side();
  const item = await merchant.pick(platform);
  if (item === null) return;
  const duplicate = await merchant.outside((world) => {
    merchant.edited(world, `${platform}: a second product with the SKU ${item.sku}`, [item], [item.sku]);
    addProduct(world, platform, item.sku, merchant.random.between(0, 10));
    return itemsOf(world, platform).findLast(({ sku }) => sku === item.sku) ?? null;
  });
  await merchant.pause(1_000, 120_000);
  if (duplicate === null || duplicate.stock === item.stock) return;
  if (merchant.random.chance(0.5)) await rename(merchant, duplicate, merchant.freshSku());
  else await remove(merchant, duplicate);
}

async function remove(merchant: Merchant, item: Item): Promise<Item[]> {
  return merchant.outside((world) => {
    const gone = itemsOf(world, item.platform).filter(({ product }) => product === item.product);
    merchant.edited(
      world,
      `${item.platform}: ${item.title} is deleted`,
      gone,
      gone.map(({ sku }) => sku),
    );
    for (const one of gone) merchant.truth.deleted.set(stockKey(one.platform, one.stock), merchant.now);
    return deleteProduct(world, item);
  });
}

async function deleteAndRemake(merchant: Merchant): Promise<void> {
  const item = await merchant.pick(merchant.side());
  if (item === null) return;
  const gone = await remove(merchant, item);
  await merchant.pause(1_000, 60_000);
  for (const one of gone) {
    await merchant.outside((world) => {
      addProduct(world, one.platform, one.sku, merchant.random.between(0, 50));
      const made = itemsOf(world, one.platform).findLast(({ sku }) => sku === one.sku);
      if (made === undefined) return;
      merchant.edited(world, `${one.platform}: ${one.sku} is made again`, [made], [one.sku]);
      merchant.inPlay.add(stockKey(made.platform, made.stock));
    });
  }
}

/** Archives a product or makes it a draft, for good or for a while. It is no edit: whatever is linked stays so. */
async function archive(merchant: Merchant): Promise<void> {
  const item = await merchant.pick(merchant.side());
  if (item === null) return;
  const status = merchant.random.chance(0.5) ? 'archived' : 'draft';
  await merchant.outside((world) => {
    merchant.say(`outside: ${item.platform} ${item.product} becomes ${status}`);
    merchant.truth.archived.add(stockKey(item.platform, item.stock));
    setStatus(world, item, status);
  });
  await merchant.pause(1_000, 60_000);
  if (merchant.random.chance(0.5)) await merchant.outside((world) => setStatus(world, item, 'active'));
}

/** Changes the case of a SKU, or its outer white space. It is no edit either. */
async function respell(merchant: Merchant): Promise<void> {
  const item = await merchant.pick(merchant.side());
  if (item === null) return;
  const { sku } = item;
  const other = sku === sku.toLowerCase() ? sku.toUpperCase() : sku.toLowerCase();
  const respelled = merchant.random.chance(0.7) ? other : ` ${sku}\t`;
  await merchant.outside((world) => {
    merchant.say(`outside: ${item.platform} ${item.stock} (${sku}) is spelled ${JSON.stringify(respelled)}`);
    merchant.giveSku(world, item, respelled);
  });
}

async function tracking(merchant: Merchant): Promise<void> {
  const item = await merchant.pick(merchant.side());
  if (item === null) return;
  for (const tracked of [false, true]) {
    await merchant.outside((world) => {
      merchant.edited(world, `${item.platform} ${item.stock} tracked: ${tracked}`, [item], [item.sku]);
      if (!tracked) merchant.truth.untracked.push({ stock: stockKey(item.platform, item.stock), at: merchant.now });
      setTracked(world, item, tracked);
    });
    await merchant.pause(1_000, 120_000);
  }
}

/** Creates a product on both platforms, one after the other, and sells it on both as soon as both have a number. */
async function arrive(merchant: Merchant): Promise<void> {
  const sku = merchant.freshSku();
  const first = merchant.side();
  const quantity = merchant.random.between(20, 60);
  const made: Partial<Record<Platform, Item>> = {};
  const never = { shopify: Infinity, square: Infinity };
  const arrival: Arrival = { shopify: '', square: '', quantity: quantity * STEPS, numberedAt: { ...never }, reportedAt: { ...never } };
  merchant.truth.arrivals.push(arrival);
  for (const platform of [first, otherPlatform(first)]) {
    await merchant.outside((world) => {
      merchant.say(`outside: ${platform} gets ${quantity} of ${sku}`);
      addProduct(world, platform, sku, quantity);
      const item = itemsOf(world, platform).findLast((one) => one.sku === sku);
      if (item === undefined) return;
      made[platform] = item;
      arrival[platform] = item.stock;
      arrival.numberedAt[platform] = merchant.now;
    });
    await merchant.pause(0, platform === first ? 30_000 : 1_500);
  }
  const { shopify, square } = made;
  if (shopify === undefined || square === undefined) return;
  for (let count = merchant.random.between(2, 6); count > 0; count -= 1) {
    const item = merchant.random.chance(0.5) ? shopify : square;
    const units = -merchant.random.between(1, 3);
    await merchant.outside((world) => {
      if (!changeStock(world, item, units)) return;
      merchant.truth.changes.push({ platform: item.platform, stock: item.stock, delta: units * STEPS, at: merchant.now, reportedAt: null });
      merchant.say(`outside: ${item.platform} ${item.stock} (${sku}) ${units}`);
    });
    await merchant.pause(200, 4_000);
  }
}

/** Every event besides sales, by its name for `--only`. */
export const EVENTS = {
  'sku-one-side': skuOneSide,
  'sku-both-sides': skuBothSides,
  'sku-app': skuByApp,
  'sku-swap': skuSwap,
  'sku-duplicate': skuDuplicate,
  'sku-respelled': respell,
  archive,
  delete: deleteAndRemake,
  tracking,
  arrive,
  ...ACCOUNT_EVENTS,
  'bulk-change': bulkChange,
  ...LINK_EVENTS,
  packs: sellPacks,
} satisfies Record<string, MerchantEvent>;

/** The name of an event. */
export type EventName = keyof typeof EVENTS;
