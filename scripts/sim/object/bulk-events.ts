import { isOfQuantities } from '../../../src/domain/sync/bulk-change';
import type { LevelStep } from '../../../src/durable/api/manual-stock-api';
import type { Merchant } from './merchant';
import { itemsOf, type Platform } from './outside';
import type { Final } from './rest';
import { STEPS, stockKey, type LinkInterval, type Truth } from './truth';

/** The most variants of one bulk change, and by how much each is changed at most, in whole units. */
const MOST_ROWS = 3;
const MOST_UNITS = 8;
/** How long a number that is set outright may take until it is applied, in ms. */
const APPLIED_MS = 180_000;
/** How many rows of a bulk change are read. */
const PAGE = { offset: 0, limit: 100 };

/** Gives a few variants other numbers at once, and most times takes it back after a while; everything goes on selling. */
export async function bulkChange(merchant: Merchant): Promise<void> {
  const { random } = merchant;
  const from = merchant.now;
  const steps = await stepsFor(merchant);
  if (steps.length === 0) return;
  await merchant.call('level', steps, { by: 'merchant', kind: 'count', bulkChange: null });
  // The answer may have been lost, and the call made again: what the account has kept is what it did.
  const made = (await merchant.call('bulkChanges')).filter(({ kind }) => isOfQuantities(kind));
  for (const { id, at } of made) if (at >= from) await noteSets(merchant, id, from);
  const [latest] = made;
  if (latest === undefined || random.chance(0.2)) return;
  await merchant.pause(500, 90_000);
  await merchant.call('undoBulkChange', latest.id, 'merchant');
}

async function stepsFor(merchant: Merchant): Promise<readonly LevelStep[]> {
  const { random } = merchant;
  const answer = await merchant.call('inventory', {
    view: 'all',
    query: '',
    limit: 100,
    page: 0,
    sort: { column: 'name', descending: false },
  });
  const skus = await merchant.outside((world) =>
    itemsOf(world, 'shopify').flatMap(({ stock, sku }) => (merchant.inPlay.has(stockKey('shopify', stock)) ? [sku] : [])),
  );
  const known = (answer.ok ? answer.value.variants : []).filter(({ shopify }) => shopify !== null && skus.includes(shopify.sku));
  const drawn = known.filter(() => random.chance(0.7)).slice(0, MOST_ROWS);
  return drawn.flatMap(({ key, shopifyQuantity, squareQuantity }): LevelStep[] => {
    if (shopifyQuantity === null || squareQuantity === null) return [];
    const to = Math.max(0, shopifyQuantity + random.between(-MOST_UNITS, MOST_UNITS) * STEPS);
    return [{ key, shopify: shopifyQuantity, square: squareQuantity, to }];
  });
}

/** Notes the rows of a bulk change that were set outright, because something about them was not certain. */
async function noteSets(merchant: Merchant, id: number, from: number): Promise<void> {
  const page = await merchant.call('bulkChange', id, PAGE);
  if (!page.ok) return;
  for (const row of page.value.rows) {
    if (row.kind !== undefined) continue;
    const { stock, to, amounts, state, problem } = row;
    // A row that was on its way to its number already says so, and has changed nothing.
    if (state !== 'set' || amounts !== null || problem !== '') continue;
    const now = merchant.now;
    merchant.truth.sets.push({ ...stock, quantity: to, from, to: now + APPLIED_MS, calledAt: from, answeredAt: now, accepted: true });
  }
}

/** What bulk changes have added to a stock id, in steps: a certain sum, and amounts each of which may or may not be in it. */
export function bulkAmounts(
  truth: Truth,
  { bulkRows }: Pick<Final, 'bulkRows'>,
  { platform, stock }: { readonly platform: Platform; readonly stock: string },
): { readonly certain: number; readonly ambiguous: readonly number[] } {
  let certain = 0;
  const ambiguous: number[] = [];
  for (const row of bulkRows) {
    if (row.amounts === null || row.stock[platform] !== stock) continue;
    const amount = row.amounts[platform];
    const isUndone = row.state === 'undone';
    const links = truth.links.filter((link) => isPair(link, row.stock));
    const holds = truth.resets.length === 0 && links.every(({ to }) => to === Infinity);
    // Where a link ended or everything started over meanwhile, what was on its way may have been dropped: the change, or what takes it back.
    if (!holds) ambiguous.push(amount, ...(isUndone ? [-amount] : []));
    else if (!isUndone) certain += amount;
  }
  return { certain, ambiguous };
}

const isPair = (link: LinkInterval, stock: Readonly<Record<Platform, string>>): boolean =>
  link.shopify === stock.shopify && link.square === stock.square;
