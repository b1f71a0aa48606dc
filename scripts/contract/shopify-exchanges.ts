import { fromUnits } from '../../src/domain/quantity';
import { describeFailure } from '../../src/platforms/failure';
import { readAccessScopes } from '../../src/platforms/shopify/access-scopes';
import { cancelSubscription, createSubscription, readSubscriptions } from '../../src/platforms/shopify/billing';
import { countShopifyVariants, pollBulk, startBulk } from '../../src/platforms/shopify/bulk';
import { readBulkFile } from '../../src/platforms/shopify/bulk-file';
import { readItems, readProducts } from '../../src/platforms/shopify/catalog';
import { addVariants, createProduct, findByHandle, readOptions, type NewShopifyVariant } from '../../src/platforms/shopify/create';
import { findShopifySkus, readShopifyVariant, setShopifySku, setShopifyTracking } from '../../src/platforms/shopify/edits';
import { listShopifyVariants, readExternalShopifyVariant, readShopifyProduct } from '../../src/platforms/shopify/external';
import { adjust, levels, levelsSince } from '../../src/platforms/shopify/inventory';
import { readShopifyLocations } from '../../src/platforms/shopify/locations';
import { readOrderNames } from '../../src/platforms/shopify/order-names';
import { countShopifyOrders } from '../../src/platforms/shopify/orders';
import { readQuantities } from '../../src/platforms/shopify/quantities';
import { readShop } from '../../src/platforms/shopify/shop';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  repairWebhooks,
  updateWebhook,
  WANTED_WEBHOOKS,
} from '../../src/platforms/shopify/webhooks';
import type { Exchange, Side } from './side';
import { change, itemAt, known, outcomeOf, until, valueOf, write } from './steps';

/** Units that every variant starts with. */
export const START = 10;
/** Variants that the product is created with: one more than the product reads at first, so that it has a second page. */
const VARIANTS = 21;
const OPTION = 'Size';
const PRICE = '12.50';

/** The handle of the product that a run creates. */
export const handleOf = ({ run }: Side): string => `shelfbridge-contract-${run}`;
const skuOf = ({ run }: Side, index: number): string => `contract-${run}-${index}`;
/** Never reached: the webhooks are removed before anything happens that would be sent. */
const webhookUri = ({ run }: Side): string => `https://shelfbridge-contract-${run}.example/webhooks/shopify`;

const variantAt = (side: Side, index: number): NewShopifyVariant => ({
  options: [{ option: OPTION, value: String(index) }],
  sku: skuOf(side, index),
  price: PRICE,
  barcode: '',
  tracked: true,
  quantity: fromUnits(START),
});

/** Returns the location at which everything is stocked. */
export const locationOf = ({ known: { shopifyLocation } }: Side): string => known(shopifyLocation, "the shop's location");

async function readStore(side: Side): Promise<undefined> {
  const { shopify, known: facts } = side;
  facts.currency = valueOf(await readShop(shopify), 'the shop').currency;
  valueOf(await readAccessScopes(shopify), 'the scopes');
  valueOf(await countShopifyVariants(shopify), 'the number of variants');
  valueOf(await countShopifyOrders(shopify, Date.now() - 30 * 86_400_000), 'the number of orders');
  valueOf(await readOrderNames(shopify, { from: Date.now() - 30 * 86_400_000, to: Date.now() }), 'the numbers of orders');
  const location = valueOf(await readShopifyLocations(shopify), 'the locations').find(({ active }) => active);
  facts.shopifyLocation = known(location?.id, 'an active location of the shop');
  return undefined;
}

async function webhooks(side: Side): Promise<string> {
  const { shopify } = side;
  const uri = webhookUri(side);
  side.ledger.add({ kind: 'shopify webhooks', uri });
  const { created } = valueOf(await repairWebhooks(shopify, uri), 'the subscriptions');
  if (created.length !== WANTED_WEBHOOKS.length) throw new Error(`only ${created.length} subscriptions were created`);
  const [first] = WANTED_WEBHOOKS;
  const again = await createWebhook(shopify, known(first, 'a topic'), uri);
  const listed = valueOf(await listWebhooks(shopify), 'the list of subscriptions').filter((one) => one.uri === uri);
  const one = known(
    listed.find(({ topic }) => topic === 'PRODUCTS_UPDATE'),
    'the subscription to products/update',
  );
  valueOf(await updateWebhook(shopify, one.id, `${uri}/other`, ['id']), 'the change of a subscription');
  for (const { id } of listed) valueOf(await deleteWebhook(shopify, id), 'the end of a subscription');
  return again.ok ? 'refused in the words that the product recognizes' : describeFailure(again.error);
}

async function createOwnProduct(side: Side): Promise<undefined> {
  const { shopify, known: facts } = side;
  const handle = handleOf(side);
  const locationId = locationOf(side);
  side.ledger.add({ kind: 'shopify product', handle });
  const indexes = Array.from({ length: VARIANTS }, (_, index) => index);
  const product = {
    title: `Contract ${side.run}`,
    handle,
    options: [{ name: OPTION, values: indexes.map(String) }],
    variants: indexes.map((index) => variantAt(side, index)),
    status: 'DRAFT' as const,
  };
  valueOf(await createProduct(shopify, product, locationId), 'the product');
  const productId = known(valueOf(await findByHandle(shopify, handle), 'the product by its handle').found ?? undefined, 'the product');
  facts.productId = productId;
  valueOf(await readOptions(shopify, productId), 'its options');
  valueOf(await addVariants(shopify, { productId, variants: [variantAt(side, VARIANTS)], locationId }), 'another variant');
  const { variants } = valueOf(await readProducts(shopify, [productId], locationId), 'the product');
  facts.items = variants.map(({ id, stockId, sku }) => ({ id, stockId, sku }));
  if (variants.length !== VARIANTS + 1) throw new Error(`the product has ${variants.length} variants instead of ${VARIANTS + 1}`);
  return undefined;
}

async function readOwnItems(side: Side): Promise<undefined> {
  const { shopify, known: facts } = side;
  const [first, second] = [itemAt(facts.items, 0), itemAt(facts.items, 1)];
  const ids = [first.stockId, second.stockId];
  const locationId = locationOf(side);
  valueOf(await readItems(shopify, ids, locationId), 'items');
  const read = await levels(shopify, ids, locationId);
  if (read.kind !== 'levels' || read.levels.length !== ids.length) throw new Error('levels cannot be read');
  if (valueOf(await readQuantities(shopify, ids, locationId), 'quantities').size !== ids.length) throw new Error('a quantity is missing');
  valueOf(await readShopifyProduct(shopify, known(facts.productId, 'the product')), 'the product');
  valueOf(await readExternalShopifyVariant(shopify, first.id), 'the variant');
  await until(
    side,
    'a SKU in the search',
    async () => valueOf(await findShopifySkus(shopify, [first.sku]), 'the search'),
    (holders) => holders.length === 1,
  );
  return undefined;
}

async function editOwnVariant(side: Side): Promise<undefined> {
  const { shopify, known: facts } = side;
  const { id, sku } = itemAt(facts.items, 2);
  const variant = known(valueOf(await readShopifyVariant(shopify, id), 'a variant') ?? undefined, 'a variant');
  const sent = { productId: variant.productId, variantId: id, sku: `${sku}-changed`, barcode: '96385074' };
  valueOf(await setShopifySku(shopify, sent), 'another SKU');
  valueOf(await setShopifyTracking(shopify, variant.stockId, true), 'tracking');
  return undefined;
}

async function adjustOwn(side: Side): Promise<undefined> {
  const { shopify, known: facts } = side;
  const changes = [3, 4].map((index) => change(itemAt(facts.items, index), locationOf(side), index, START));
  for (const request of [write(...changes.slice(0, 1)), write(...changes.slice(1))]) {
    const answer = await adjust(shopify, request);
    if (answer.kind !== 'applied') throw new Error(`a change was not applied: ${outcomeOf(answer)}`);
  }
  const both = [3, 4].map((index) => change(itemAt(facts.items, index), locationOf(side), -1, START + index));
  const answer = await adjust(shopify, write(...both));
  if (answer.kind !== 'applied') throw new Error(`two changes at once were not applied: ${outcomeOf(answer)}`);
  return undefined;
}

async function readChanged(side: Side): Promise<undefined> {
  const { shopify } = side;
  valueOf(await levelsSince(shopify, { locationId: locationOf(side), since: Date.now() - 3_600_000, cursor: null }), 'changed levels');
  valueOf(await listShopifyVariants(shopify, { cursor: '', limit: 10 }), 'a page of variants');
  return undefined;
}

async function readInBulk(side: Side): Promise<undefined> {
  const { shopify, http } = side;
  const operation = valueOf(await startBulk(shopify, locationOf(side)), 'a bulk operation');
  const state = await until(
    side,
    'the end of a bulk operation',
    async () => valueOf(await pollBulk(shopify, operation), 'the bulk operation'),
    ({ kind }) => kind !== 'running',
  );
  if (state.kind !== 'done' || state.url === null) throw new Error(`a bulk operation ended as ${state.kind} without a file`);
  for await (const part of readBulkFile(http, { url: state.url, shopOrigin: shopify.origin, fromByte: 0 }))
    if (part.kind === 'failed') throw new Error(`the bulk file: ${describeFailure(part.failure)}`);
  return undefined;
}

async function charge(side: Side): Promise<undefined> {
  const { shopify, known: facts } = side;
  const price = { amount: '1.00', currency: known(facts.currency, "the shop's currency"), trialDays: 1, test: true };
  const offer = { name: `Contract ${side.run}`, ...price, returnUrl: `https://shelfbridge-contract-${side.run}.example/` };
  const { id } = valueOf(await createSubscription(shopify, offer), 'a test charge');
  side.ledger.add({ kind: 'shopify charge', id });
  valueOf(await readSubscriptions(shopify), 'the charges');
  valueOf(await cancelSubscription(shopify, id), 'the end of a charge');
  return undefined;
}

/** What the product asks Shopify for, answered as it should be. In this order: later ones use what earlier ones created. */
export const SHOPIFY_EXCHANGES: readonly Exchange[] = [
  { name: 'Shopify: the store', data: 'store', isBase: true, run: readStore },
  {
    name: 'Shopify: webhook subscriptions',
    data: 'own',
    question: 'What does Shopify answer when a subscription already exists?',
    run: webhooks,
  },
  { name: 'Shopify: a new product', data: 'own', isBase: true, run: createOwnProduct },
  { name: 'Shopify: items and levels', data: 'own', run: readOwnItems },
  { name: 'Shopify: edits', data: 'own', run: editOwnVariant },
  { name: 'Shopify: changes of stock', data: 'own', run: adjustOwn },
  { name: 'Shopify: lists', data: 'store', run: readChanged },
  { name: 'Shopify: bulk read', data: 'store', run: readInBulk },
  { name: 'Shopify: a charge', data: 'own', needs: 'billing', run: charge },
];
