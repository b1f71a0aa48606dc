import { pollBulk } from '../../src/platforms/shopify/bulk';
import { readItems, readProducts } from '../../src/platforms/shopify/catalog';
import { addVariants, createProduct } from '../../src/platforms/shopify/create';
import { PRODUCTS_BY_ID } from '../../src/platforms/shopify/documents';
import { readShopifyVariant, setShopifySku } from '../../src/platforms/shopify/edits';
import { listShopifyVariants } from '../../src/platforms/shopify/external';
import { toGid } from '../../src/platforms/shopify/gid';
import { adjust } from '../../src/platforms/shopify/inventory';
import { exchangeShopifyCode, refreshShopifyToken } from '../../src/platforms/shopify/oauth';
import { readShop } from '../../src/platforms/shopify/shop';
import { handleOf, locationOf, START } from './shopify-exchanges';
import type { Exchange, OwnItem, Side } from './side';
import { change, itemAt, known, valueOf, write } from './steps';

/** A number that no object of a new store has. */
const NO_ID = '1';

/** Sends a write of one change, whatever comes of it. */
const send = (side: Side, item: OwnItem, from: number, location = locationOf(side)): Promise<unknown> =>
  adjust(side.shopify, write(change(item, location, 1, from)));

async function refusedChanges(side: Side): Promise<undefined> {
  const { shopify, known: facts } = side;
  const item = itemAt(facts.items, 5);
  await send(side, item, START - 1);
  await send(side, { ...item, stockId: NO_ID }, START);
  await send(side, item, START, NO_ID);
  await adjust(shopify, write(change(item, locationOf(side), 3_000_000_000, START)));
  return undefined;
}

async function refusedKeys(side: Side): Promise<undefined> {
  const { shopify, known: facts } = side;
  const item = itemAt(facts.items, 6);
  const first = write(change(item, locationOf(side), 1, START));
  await adjust(shopify, first);
  await adjust(shopify, { ...first, changes: [change(item, locationOf(side), 2, START + 1)] });
  await adjust(shopify, { ...first, key: '' });
  return undefined;
}

async function refusedEdits(side: Side): Promise<undefined> {
  const { shopify, known: facts } = side;
  const productId = known(facts.productId, 'the product');
  const locationId = locationOf(side);
  const variant = { options: [{ option: 'Size', value: '0' }], sku: '', price: '1.00', barcode: '', tracked: true, quantity: null };
  const options = [{ name: 'Size', values: ['0'] }];
  const again = { title: 'Contract again', handle: handleOf(side), options, variants: [variant], status: 'DRAFT' as const };
  await createProduct(shopify, again, locationId);
  await addVariants(shopify, { productId, variants: [variant], locationId });
  await addVariants(shopify, { productId: NO_ID, variants: [variant], locationId });
  await setShopifySku(shopify, { productId, variantId: NO_ID, sku: 'contract-none', barcode: null });
  return undefined;
}

async function unknownIds(side: Side): Promise<undefined> {
  const { shopify } = side;
  const locationId = locationOf(side);
  valueOf(await readProducts(shopify, [NO_ID], locationId), 'an unknown product');
  valueOf(await readItems(shopify, [NO_ID], locationId), 'an unknown item');
  valueOf(await readShopifyVariant(shopify, NO_ID), 'an unknown variant');
  valueOf(await pollBulk(shopify, NO_ID), 'an unknown bulk operation');
  return undefined;
}

async function strangeCursor(side: Side): Promise<undefined> {
  await listShopifyVariants(side.shopify, { cursor: 'not-a-cursor', limit: 1 });
  return undefined;
}

async function badToken(side: Side): Promise<undefined> {
  const answer = await readShop(side.shopifyWith(`shpat_${'0'.repeat(32)}`));
  if (answer.ok) throw new Error('a made-up token was accepted');
  return undefined;
}

async function badGrants(side: Side): Promise<undefined> {
  const { http, target } = side;
  const call = { http, config: target.config.shopify, shop: target.shop, now: Date.now() };
  await exchangeShopifyCode(call, '0'.repeat(32));
  await refreshShopifyToken(call, `shprt_${'0'.repeat(32)}`);
  await refreshShopifyToken({ ...call, config: { ...call.config, clientSecret: 'wrong' } }, `shprt_${'0'.repeat(32)}`);
  return undefined;
}

async function refresh(side: Side): Promise<undefined> {
  const { http, target } = side;
  const call = { http, config: target.config.shopify, shop: target.shop, now: Date.now() };
  const renewed = await refreshShopifyToken(call, target.shopifyRefreshToken ?? '');
  if (!renewed.ok) throw new Error(`the refresh token was not accepted: ${renewed.error.detail}`);
  return undefined;
}

/** More ids and variants than one query may cost. */
const TOO_MANY = 250;

async function tooExpensive(side: Side): Promise<undefined> {
  const ids = Array.from({ length: TOO_MANY }, (_, index) => toGid('Product', String(index + 1)));
  await side.shopify.run(PRODUCTS_BY_ID, { ids, first: TOO_MANY, locationId: toGid('Location', locationOf(side)) });
  return undefined;
}

/** Reads at a time, and how many times, until Shopify throttles them. */
const READS = 10;
const ROUNDS = 6;

async function throttled(side: Side): Promise<string> {
  const { shopify, known: facts, recorder } = side;
  const id = toGid('Product', known(facts.productId, 'the product'));
  const variables = { ids: Array.from({ length: 10 }, () => id), first: 20, locationId: toGid('Location', locationOf(side)) };
  const mark = recorder.calls.length;
  recorder.wantsThrottling = true;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await Promise.all(Array.from({ length: READS }, () => shopify.run(PRODUCTS_BY_ID, variables)));
      const index = answers.findIndex(({ kind }) => kind === 'throttled');
      const made = recorder.calls.slice(mark);
      recorder.calls.length = mark;
      if (index === -1) continue;
      recorder.calls.push(...made.filter(({ body }) => JSON.stringify(body).includes('"errors"')).slice(0, 1));
      return 'yes';
    }
    return 'not within 60 reads';
  } finally {
    recorder.wantsThrottling = false;
  }
}

/** What Shopify answers to what it refuses. */
export const SHOPIFY_REFUSALS: readonly Exchange[] = [
  { name: 'Shopify: refused changes of stock', data: 'own', run: refusedChanges },
  { name: 'Shopify: refused keys', data: 'own', run: refusedKeys },
  { name: 'Shopify: refused edits', data: 'own', run: refusedEdits },
  { name: 'Shopify: unknown ids', data: 'own', run: unknownIds },
  { name: 'Shopify: a strange cursor', data: 'own', run: strangeCursor },
  { name: 'Shopify: a bad token', data: 'own', run: badToken },
  { name: 'Shopify: bad grants', data: 'own', needs: 'shopify-client', run: badGrants },
  { name: 'Shopify: a refresh', data: 'own', needs: 'shopify-refresh', run: refresh },
  { name: 'Shopify: too expensive', data: 'own', run: tooExpensive },
  { name: 'Shopify: throttled', data: 'own', question: 'Does Shopify throttle reads that empty the bucket?', run: throttled },
];
