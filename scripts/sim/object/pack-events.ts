import { STEPS_PER_UNIT } from '../../../src/domain/quantity';
import { LARGEST_PACK, type PackSizes } from '../../../src/domain/sync/pack-size';
import type { Merchant } from './merchant';
import { addProduct, changeStock, itemsOf, otherPlatform, type Item, type Platform } from './outside';
import type { Final } from './rest';
import { stockKey, type PackedPair, type Truth } from './truth';

/** How often the merchant tries to link a pack with its pieces, and looks whether the link has begun, in ms. */
const AGAIN_MS = 2_000;
const MOST_TRIES = 600;
/** How many of these histories have few pieces in a pack, so that packs are opened and filled up all the time. */
const SMALL = 0.8;

function drawPacks({ random }: Merchant, side: Platform): PackSizes {
  const size = random.chance(SMALL) ? random.between(2, 12) : random.between(13, LARGEST_PACK);
  return side === 'shopify' ? { shopify: size, square: 1 } : { shopify: 1, square: size };
}

/** Creates a product on both platforms, links a pack on one with its pieces on the other, and sells both. */
export async function sellPacks(merchant: Merchant): Promise<void> {
  const { random, truth } = merchant;
  const sku = merchant.freshSku();
  const began = { shopify: random.between(0, 200), square: random.between(0, 200) };
  const packs = drawPacks(merchant, merchant.side());
  const made = await merchant.outside((world) => {
    const items: Partial<Record<Platform, Item>> = {};
    for (const platform of ['shopify', 'square'] as const) {
      // Another SKU on each side, so that nothing links them before the merchant does.
      addProduct(world, platform, `${sku}-${platform}`, began[platform]);
      const item = itemsOf(world, platform).findLast((one) => one.sku === `${sku}-${platform}`);
      if (item !== undefined) items[platform] = item;
    }
    const { shopify, square } = items;
    if (shopify === undefined || square === undefined) return null;
    const pair: PackedPair = {
      shopify: shopify.stock,
      square: square.stock,
      sku: shopify.sku,
      packs,
      began,
      changed: { shopify: 0, square: 0 },
      hasBegun: false,
    };
    truth.packed.push(pair);
    return { items: { shopify, square }, pair };
  });
  if (made === null || !(await linkPacks(merchant, made.items, packs))) return;
  made.pair.hasBegun = true;
  for (let count = random.between(4, 16); count > 0; count -= 1) {
    await sellOne(merchant, made.items[merchant.side()], made.pair);
    await merchant.pause(100, random.chance(0.7) ? 3_000 : 60_000);
  }
}

async function sellOne(merchant: Merchant, item: Item, { changed, packs }: PackedPair): Promise<void> {
  const { random } = merchant;
  const most = packs[item.platform] === 1 ? 2 * Math.min(packs[otherPlatform(item.platform)], 12) : 2;
  const units = random.chance(0.7) ? -random.between(1, most) : random.between(1, most);
  await merchant.outside((world) => {
    if (!changeStock(world, item, units)) return;
    changed[item.platform] += units;
    merchant.say(`outside: ${item.platform} ${item.stock} ${units}, a pack holds ${JSON.stringify(packs)}`);
  });
}

/** Links both by hand, and waits until the link has read both numbers; returns whether it has. */
async function linkPacks(merchant: Merchant, { shopify, square }: Readonly<Record<Platform, Item>>, packs: PackSizes): Promise<boolean> {
  let isLinked = false;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (isLinked) {
      const found = await merchant.call('variantDetail', 'shopify', shopify.variant);
      if (!found.ok) return false;
      const { variant } = found.value;
      const isKnown = variant.shopifyQuantity !== null && variant.squareQuantity !== null;
      if (variant.square?.id === square.variant && isKnown && !variant.checked.underWay) return true;
    } else {
      const saved = await merchant.call('saveLinks', [{ shopify: shopify.variant, square: square.variant, packs }], 'merchant');
      isLinked = saved.ok && saved.value.outcomes[0]?.problem === '';
    }
    await merchant.sleep(AGAIN_MS);
  }
  return false;
}

/** Returns what is wrong with pairs of packs and pieces at the end, and how many could not be judged. */
export function judgePacks(truth: Truth, final: Final): { readonly problems: readonly string[]; readonly unjudged: number } {
  const problems: string[] = [];
  let unjudged = 0;
  for (const pair of truth.packed) {
    if (!isJudged(truth, final, pair)) {
      unjudged += 1;
      continue;
    }
    const { packs, began, changed, sku } = pair;
    const side: Platform = packs.shopify > 1 ? 'shopify' : 'square';
    const pieces = otherPlatform(side);
    const size = packs[side];
    const sold = began[pieces] + changed[pieces];
    const expected = {
      [pieces]: sold + size * changed[side],
      [side]: began[side] + changed[side] + Math.floor(sold / size) - Math.floor(began[pieces] / size),
    };
    for (const platform of [side, pieces]) {
      const level = (final.levels.get(stockKey(platform, pair[platform])) ?? 0) / STEPS_PER_UNIT;
      if (level !== expected[platform])
        problems.push(`packs of ${size} at ${side}: ${platform} has ${level} of ${sku}, expected ${String(expected[platform])}`);
    }
  }
  return { problems, unjudged };
}

/** Whatever may keep a change on its side leaves nothing to judge: a reset, the end of the link, what the merchant has dropped, a lapse. */
function isJudged(truth: Truth, final: Final, { hasBegun, shopify, square, sku }: PackedPair): boolean {
  if (!hasBegun || truth.resets.length > 0) return false;
  const links = truth.links.filter((link) => link.shopify === shopify || link.square === square);
  if (links.length !== 1 || links[0]?.to !== Infinity) return false;
  return !final.lines.some(
    ({ sku: named, fact }) =>
      named === sku &&
      (fact['fate'] === 'dropped' || (fact['kind'] === 'change' && !['sent', 'owed', 'held'].includes(String(fact['fate'])))),
  );
}
