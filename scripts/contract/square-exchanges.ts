import { fromUnits } from '../../src/domain/quantity';
import { squareNotificationUrl, type PlatformConfig } from '../../src/platforms/config';
import { readCatalogChanges, readCatalogPage } from '../../src/platforms/square/catalog';
import { readChanges } from '../../src/platforms/square/changes';
import { readData, type SquareClient } from '../../src/platforms/square/client';
import { createVariations, type NewVariations } from '../../src/platforms/square/create';
import { findSquareSkus, readItems, readVariation, upsertObject, withSku, withTracking } from '../../src/platforms/square/edits';
import { listSquareVariations, readSquareItem, readSquareVariation } from '../../src/platforms/square/external';
import { adjust, findReference, levels, readCounts } from '../../src/platforms/square/inventory';
import { readSquareLocations } from '../../src/platforms/square/locations';
import { readMerchant } from '../../src/platforms/square/merchant';
import { readTokenStatus } from '../../src/platforms/square/oauth';
import { countSquareOrders } from '../../src/platforms/square/orders';
import { readTeam } from '../../src/platforms/square/team';
import { listSquareSubscriptions, openSquareApplication, repairSquareSubscription } from '../../src/platforms/square/webhooks';
import type { Exchange, Side } from './side';
import { itemAt, known, outcomeOf, until, valueOf, write } from './steps';

/** Units that a variation gets first. */
export const START = 10;
const VARIATIONS = 12;
const DAY_MS = 86_400_000;

const skuOf = ({ run }: Side, index: number): string => `contract-${run}-square-${index}`;

/** Returns the location at which everything is counted. */
export const squareLocationOf = ({ known: { squareLocation } }: Side): string => known(squareLocation, "the seller's location");

async function readSeller(side: Side): Promise<undefined> {
  const { square, http, target, known: facts } = side;
  const merchant = valueOf(await readMerchant(square), 'the seller');
  facts.merchantId = merchant.id;
  facts.squareCurrency = merchant.currency;
  const location = valueOf(await readSquareLocations(square), 'the locations').find(({ active }) => active);
  facts.squareLocation = known(location?.id, 'an active location of the seller');
  valueOf(await readTokenStatus({ http, config: target.config.square }, target.squareToken), 'the token');
  const span = { since: Date.now() - DAY_MS, until: Date.now() };
  valueOf(await countSquareOrders(square, [squareLocationOf(side)], span), 'the orders');
  return undefined;
}

/** Returns Square's own client for the application; throws without its token. */
export function applicationOf({ http, target }: Side, config: PlatformConfig = target.config): SquareClient {
  return known(openSquareApplication(http, config) ?? undefined, "the application's token");
}

async function subscription(side: Side): Promise<undefined> {
  const config = { ...side.target.config, webhookOrigin: `https://shelfbridge-contract-${side.run}.example` };
  const url = squareNotificationUrl(config);
  const application = applicationOf(side);
  side.ledger.add({ kind: 'square subscription', url });
  const made = valueOf(await repairSquareSubscription(application, config, `contract-${side.run}`), 'the subscription');
  if (made.outcome !== 'created' || made.signatureKey === null) throw new Error(`the subscription is ${made.outcome}, without its key`);
  const one = valueOf(await listSquareSubscriptions(application), 'the subscriptions').find((own) => own.notificationUrl === url);
  const { id } = known(one, 'the subscription in the list');
  // Switched off, it has to be repaired.
  readData(await application.put(`/v2/webhooks/subscriptions/${id}`, { subscription: { enabled: false } }), (data) => data);
  const repaired = valueOf(await repairSquareSubscription(application, config, `contract-${side.run}`), 'the repair');
  if (repaired.outcome !== 'repaired') throw new Error(`a subscription that was switched off is ${repaired.outcome}`);
  return undefined;
}

/** Returns a request for new variations; the first is the run's own item. */
export function newVariations(side: Side, itemId: string, indexes: readonly number[]): NewVariations {
  return {
    itemId,
    itemName: `Contract ${side.run}`,
    variations: indexes.map((index) => ({
      name: `Size ${index}`,
      sku: skuOf(side, index),
      price: index % 2 === 0 ? '12.50' : '',
      barcode: '',
      tracked: true,
    })),
    locationId: squareLocationOf(side),
    currency: known(side.known.squareCurrency, "the seller's currency"),
    key: crypto.randomUUID(),
  };
}

async function createOwnItem(side: Side): Promise<undefined> {
  const { square, known: facts, ledger } = side;
  const created = { kind: 'square item' as const, sku: skuOf(side, 0), id: '' };
  ledger.add(created);
  const indexes = Array.from({ length: VARIATIONS - 1 }, (_, index) => index);
  const itemId = valueOf(await createVariations(square, newVariations(side, '', indexes)), 'an item');
  ledger.add({ ...created, id: itemId });
  ledger.remove(created);
  facts.itemId = itemId;
  valueOf(await createVariations(square, newVariations(side, itemId, [VARIATIONS - 1])), 'another variation');
  const variants = valueOf(await readItems(square, [itemId], squareLocationOf(side)), 'the item');
  if (variants.length !== VARIATIONS) throw new Error(`the item has ${variants.length} variations instead of ${VARIATIONS}`);
  facts.variations = variants.map(({ id, stockId, sku }) => ({ id, stockId, sku }));
  return undefined;
}

async function readOwn(side: Side): Promise<undefined> {
  const { square, known: facts } = side;
  const { id, sku } = itemAt(facts.variations, 0);
  valueOf(await readSquareItem(square, known(facts.itemId, 'the item')), 'the item');
  valueOf(await readVariation(square, id), 'a variation');
  await until(
    side,
    'a SKU in the search',
    async () => valueOf(await findSquareSkus(square, [sku]), 'the search'),
    (holders) => holders.length === 1,
  );
  return undefined;
}

async function edit(side: Side): Promise<undefined> {
  const { square, known: facts } = side;
  const { id, sku } = itemAt(facts.variations, 1);
  const variation = async () => known(valueOf(await readVariation(square, id), 'a variation') ?? undefined, 'a variation');
  valueOf(await upsertObject(square, withSku(await variation(), `${sku}-changed`), crypto.randomUUID()), 'another SKU');
  const tracked = withTracking(await variation(), squareLocationOf(side), true);
  valueOf(await upsertObject(square, tracked, crypto.randomUUID()), 'tracking');
  return undefined;
}

async function adjustOwn(side: Side): Promise<undefined> {
  const { square, known: facts, target } = side;
  const location = squareLocationOf(side);
  const [first, second] = [itemAt(facts.variations, 2), itemAt(facts.variations, 3)];
  const by = (stockId: string, units: number) => ({ stockId, locationId: location, delta: fromUnits(units), from: 0 });
  const received = write(by(first.stockId, START), by(second.stockId, START));
  for (const request of [received, write(by(first.stockId, -2)), write({ ...by(second.stockId, -0.5), shrinkage: true })]) {
    const answer = await adjust(square, request);
    if (answer.kind !== 'applied') throw new Error(`a change was not applied: ${outcomeOf(answer)}`);
  }
  const ids = [first.stockId, second.stockId];
  const read = await levels(square, ids, location);
  if (read.kind !== 'levels' || read.levels.length !== 2) throw new Error('counts cannot be read');
  valueOf(await readSquareVariation(square, first.id), 'the variation with its counts');
  await until(
    side,
    'a change in the log',
    async () => valueOf(await findReference(square, received), 'the log of changes'),
    (found) => found === 'found',
  );
  const applicationId = target.config.square.clientId;
  valueOf(await readChanges(square, { stockIds: ids, locationId: location, since: Date.now() - DAY_MS, applicationId }), 'the changes');
  return undefined;
}

async function lists(side: Side): Promise<undefined> {
  const { square } = side;
  const locationId = squareLocationOf(side);
  valueOf(await readCatalogPage(square, { locationId, cursor: null }), 'the catalog');
  const since = new Date(Date.now() - 3_600_000).toISOString();
  valueOf(await readCatalogChanges(square, { locationId, since, cursor: null }), 'the changed objects');
  valueOf(await listSquareVariations(square, { cursor: '', limit: 10 }), 'a page of variations');
  valueOf(await readCounts(square, { locationId, cursor: null, since: Date.now() - 3_600_000, variationIds: null }), 'the counts');
  return undefined;
}

async function readNames({ square }: Side): Promise<undefined> {
  valueOf(await readTeam(square), 'the team members');
  return undefined;
}

/** What the product asks Square for, answered as it should be. In this order: later ones use what earlier ones created. */
export const SQUARE_EXCHANGES: readonly Exchange[] = [
  { name: 'Square: the seller', data: 'store', isBase: true, run: readSeller },
  { name: 'Square: the webhook subscription', data: 'own', needs: 'square-app', run: subscription },
  { name: 'Square: a new item', data: 'own', isBase: true, run: createOwnItem },
  { name: 'Square: items', data: 'own', run: readOwn },
  { name: 'Square: edits', data: 'own', run: edit },
  { name: 'Square: changes of stock', data: 'own', run: adjustOwn },
  { name: 'Square: lists', data: 'store', run: lists },
  { name: 'Square: the team', data: 'store', run: readNames },
];
