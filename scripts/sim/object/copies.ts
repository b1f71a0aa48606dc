import type { Copy } from '../../../src/durable/api/edits-api';
import { otherPlatform, sameSku, type Item, type Platform } from './outside';
import type { Final } from './rest';
import { COPIED } from './template';
import { stockKey, type Truth } from './truth';

/** Why a copy may fail although nobody edited its product: a platform that answered nothing for long. The product's own words. */
const UNANSWERED = /did not answer for too long|could not be reached for too long/u;

/**
 * Judges what became of the copies that the app accepted: each is listed, has ended, and says why it failed. Where nobody edited its
 * product and no access ended, it was made exactly once, with the title and price of its source, and is linked to it; or a
 * platform did not answer.
 */
export function judgeCopyRequests(found: { problems: string[] }, truth: Truth, final: Final): void {
  for (const platform of ['shopify', 'square'] as const) {
    for (const item of final.items.filter((one) => one.platform === platform && truth.copyRequests.has(stockKey(platform, one.stock)))) {
      const copy = final.copies.find(({ source, body }) => source === platform && stocksOf(body).includes(item.stock));
      const problem = copy === undefined ? 'is not listed' : (endProblem(copy) ?? resultProblem(truth, final, { copy, item }));
      if (problem !== null) found.problems.push(`the copy of ${platform} ${item.sku} ${problem}`);
    }
  }
}

const stocksOf = ({ items, requestedVariants = [] }: Copy['body']): readonly string[] =>
  [...items, ...requestedVariants].map(({ stockId }) => stockId);

function endProblem({ state, body }: Copy): string | null {
  if (state !== 'done' && state !== 'failed') return `has not ended: ${state}, ${body.problem}`;
  return state === 'failed' && body.problem === '' ? 'failed, and does not say why' : null;
}

function resultProblem(truth: Truth, final: Final, { copy, item }: { readonly copy: Copy; readonly item: Item }): string | null {
  const target = otherPlatform(item.platform);
  const made = final.items.filter(({ platform, sku }) => platform === target && sameSku(sku, COPIED[item.platform].sku));
  if (isDisturbed(truth, [item, ...made])) return null;
  if (copy.state === 'failed') return UNANSWERED.test(copy.body.problem) ? null : `failed: ${copy.body.problem}`;
  const [one, ...more] = made;
  if (one === undefined || more.length > 0) return `was made ${made.length} times`;
  if (one.title !== item.title || one.price !== item.price) return `is ${describe(one)}, its source ${describe(item)}`;
  const isLinked = truth.links.some((link) => link.to === Infinity && link[item.platform] === item.stock && link[target] === one.stock);
  return isLinked ? null : 'is not linked';
}

/** Returns whether anything but the copy itself may have decided what became of it. */
function isDisturbed(truth: Truth, items: readonly { readonly platform: Platform; readonly stock: string }[]): boolean {
  if (truth.resets.length > 0 || truth.disconnections.length > 0) return true;
  const keys = new Set(items.map(({ platform, stock }) => stockKey(platform, stock)));
  if ([...keys].some((key) => truth.archived.has(key))) return true;
  return truth.edits.some(({ stocks }) => stocks === null || stocks.some((stock) => keys.has(stock)));
}

const describe = ({ title, price }: Item): string => `"${title}" at ${price ?? 'no price'}`;
