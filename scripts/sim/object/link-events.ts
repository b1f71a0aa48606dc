import type { VariantPair } from '../../../src/domain/catalog/merge-plan';
import type { Merchant, MerchantEvent } from './merchant';
import { addProduct, itemsOf, sameSku, type Item, type Platform } from './outside';
import { stockKey } from './truth';

/** How long a link may take to end or to begin, in ms: the sync settles what is in flight, and a platform may be down. */
const LOOK_EVERY_MS = 2_000;
const LOOKS = 600;

/** Longer than a link holds whose SKUs differ, in ms. */
const AFTER_GRACE_MS = 16 * 60_000;

/** Two variants, one of each platform. */
type Pair = Readonly<Record<Platform, Item>>;

const idsOf = ({ shopify, square }: Pair): VariantPair => ({ shopify: shopify.variant, square: square.variant });
const itemsIn = ({ shopify, square }: Pair): readonly Item[] => [shopify, square];

/** Returns a variant in play with the other platform's of the same SKU; null when there is none. */
async function pickPair(merchant: Merchant): Promise<Pair | null> {
  const shopify = await merchant.pick('shopify');
  if (shopify === null) return null;
  const square = await merchant.outside((world) => itemsOf(world, 'square').find(({ sku }) => sameSku(sku, shopify.sku)) ?? null);
  return square === null ? null : { shopify, square };
}

/** Records what the merchant asks for in the app: it may end links of these variants, and begin others. */
async function asks(merchant: Merchant, what: string, items: readonly Item[]): Promise<void> {
  await merchant.outside((world) => {
    merchant.edited(
      world,
      what,
      items,
      items.map(({ sku }) => sku),
    );
    for (const one of items) merchant.truth.asked.add(stockKey(one.platform, one.stock));
  });
}

async function keepSeparate(merchant: Merchant, pair: Pair, separate: boolean): Promise<void> {
  await asks(merchant, `kept separate: ${separate}`, itemsIn(pair));
  await merchant.call('keepSeparate', [idsOf(pair)], separate, 'merchant');
}

/** Returns the stock ID that a Shopify variant is linked with; '' for none, null when it is gone. */
async function partnerOf(merchant: Merchant, { variant }: Item): Promise<string | null> {
  const found = await merchant.call('variantDetail', 'shopify', variant);
  return found.ok ? (found.value.variant.square?.id ?? '') : null;
}

async function awaitPartner(merchant: Merchant, item: Item, meets: (partner: string) => boolean): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) {
    const partner = await partnerOf(merchant, item);
    if (partner === null) return false;
    if (meets(partner)) return true;
    await merchant.sleep(LOOK_EVERY_MS);
  }
  return false;
}

/** Links two variants by hand, as often as it takes; returns whether they are linked. */
async function link(merchant: Merchant, pair: Pair): Promise<boolean> {
  await asks(merchant, 'linked by hand', itemsIn(pair));
  for (let look = 0; look < LOOKS; look += 1) {
    const saved = await merchant.call('saveLinks', [idsOf(pair)], 'merchant');
    if (saved.ok && saved.value.outcomes.every(({ problem }) => problem === '')) return true;
    // What was deleted meanwhile, or has another partner by now, stays so.
    if (saved.ok && !saved.value.outcomes.some(({ problem }) => problem.includes('is linked with'))) return false;
    await merchant.sleep(LOOK_EVERY_MS);
  }
  return false;
}

/** Returns whether anything else has been edited since that may end a link of these variants. */
function isUndisturbed({ truth }: Merchant, pair: Pair, since: number): boolean {
  const keys = itemsIn(pair).map((one) => stockKey(one.platform, one.stock));
  return (
    truth.resets.length === 0 &&
    !truth.edits.some(({ at, stocks }) => at > since && (stocks === null || stocks.some((one) => keys.includes(one))))
  );
}

/** Keeps a linked pair separate, and no longer, or links it by hand after a while. */
async function separate(merchant: Merchant): Promise<void> {
  const pair = await pickPair(merchant);
  if (pair === null) return;
  await keepSeparate(merchant, pair, true);
  await merchant.pause(500, 120_000);
  if (merchant.random.chance(0.5)) await keepSeparate(merchant, pair, false);
  else await link(merchant, pair);
}

/** Makes a link permanent, and gives one side another SKU: the link must stay. */
async function pin(merchant: Merchant): Promise<void> {
  const pair = await pickPair(merchant);
  if (pair === null || (await partnerOf(merchant, pair.shopify)) !== pair.square.stock || !(await link(merchant, pair))) return;
  const since = merchant.now;
  const item = pair[merchant.side()];
  const sku = merchant.freshSku();
  await merchant.outside((world) => {
    merchant.say(`outside: ${item.platform} ${item.stock} (${item.sku}), linked by hand, becomes ${sku}`);
    merchant.giveSku(world, item, sku);
  });
  await merchant.sleep(AFTER_GRACE_MS);
  const partner = await partnerOf(merchant, pair.shopify);
  if (isUndisturbed(merchant, pair, since) && partner !== pair.square.stock)
    throw new Error(
      `a link by hand ended after a SKU was changed: ${pair.shopify.stock} is linked with ${partner === '' ? 'nothing' : String(partner)}`,
    );
}

/** Links a variant by hand with a new one of the other platform, whose SKU is another, instead of its partner. */
async function stranger(merchant: Merchant): Promise<void> {
  const pair = await pickPair(merchant);
  if (pair === null) return;
  const platform = merchant.side();
  const sku = merchant.freshSku();
  const made = await merchant.outside((world) => {
    merchant.say(`outside: ${platform} gets ${sku}`);
    addProduct(world, platform, sku, merchant.random.between(0, 60));
    return itemsOf(world, platform).findLast((one) => one.sku === sku) ?? null;
  });
  if (made === null) return;
  const mixed: Pair = { ...pair, [platform]: made };
  await keepSeparate(merchant, pair, true);
  await asks(merchant, 'linked by hand', itemsIn(mixed));
  if (!(await awaitPartner(merchant, pair.shopify, (partner) => partner !== pair.square.stock))) return;
  if (await link(merchant, mixed)) merchant.inPlay.add(stockKey(platform, made.stock));
}

/** Links two pairs crosswise. */
async function cross(merchant: Merchant): Promise<void> {
  const [one, two] = [await pickPair(merchant), await pickPair(merchant)];
  if (one === null || two === null || one.shopify.stock === two.shopify.stock || one.square.stock === two.square.stock) return;
  for (const pair of [one, two]) await keepSeparate(merchant, pair, true);
  for (const pair of [one, two]) if (!(await awaitPartner(merchant, pair.shopify, (partner) => partner !== pair.square.stock))) return;
  await link(merchant, { shopify: one.shopify, square: two.square });
  await link(merchant, { shopify: two.shopify, square: one.square });
}

/** Excludes the product of a linked variant for a while: its links end, and begin again by their SKUs. */
async function exclude(merchant: Merchant): Promise<void> {
  const platform = merchant.side();
  const item = await merchant.pick(platform);
  if (item === null) return;
  const wanted = { exclusion: { kind: 'product', source: platform, value: item.product }, name: item.title } as const;
  for (const on of [true, false]) {
    const items = await merchant.outside((world) => itemsOf(world, platform).filter(({ product }) => product === item.product));
    await asks(merchant, `excluded: ${on}`, items);
    if (!(await merchant.insist('saveExclusion', wanted, on, 'merchant'))) throw new Error('an exclusion could not be saved');
    await merchant.pause(500, 120_000);
  }
}

/** The merchant's events that make and end links by hand, by their names for `--only`. */
export const LINK_EVENTS = {
  'link-separate': separate,
  'link-pin': pin,
  'link-stranger': stranger,
  'link-cross': cross,
  exclude,
} satisfies Record<string, MerchantEvent>;
