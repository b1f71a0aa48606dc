import type { Final } from './rest';
import { stockKey, type Truth } from './truth';

/** Judges the oversells that are still listed at rest: a number of a linked variant is below zero, unless a held change counts. */
export function judgeOversells(found: { problems: string[] }, truth: Truth, final: Final): void {
  if (final.state['held'] !== 0) return;
  for (const name of final.oversold) {
    const link = truth.links.find(({ shopify, square, to }) => `${shopify} ${square}` === name && to === Infinity);
    if (link === undefined) continue;
    const [shopify = 0, square = 0] = [
      final.levels.get(stockKey('shopify', link.shopify)),
      final.levels.get(stockKey('square', link.square)),
    ];
    if (shopify >= 0 && square >= 0)
      found.problems.push(`${link.sku} is listed as oversold, but Shopify has ${shopify / 1e5} and Square ${square / 1e5}`);
  }
}
