import type { Final } from './rest';
import { stockKey, type LinkInterval, type Truth } from './truth';

const keysOf = ({ shopify, square }: LinkInterval): readonly [string, string] => [stockKey('shopify', shopify), stockKey('square', square)];

/** How far the time of a line may be from the end of the turn that wrote it, in ms: a turn may wait for an answer. */
const SAME_TURN_MS = 5_000;

/**
 * Judges the ends of links. A link ends only after a SKU became another one, tracking was turned off, or a side was deleted: never because a
 * product was archived or drafted, or its SKU respelled. Each end has its line in the history. Whatever waits for a link afterward is listed,
 * unless the merchant asked for it in the app; and nothing else is listed.
 */
export function judgeUnlinks(found: { problems: string[] }, truth: Truth, final: Final): void {
  // A disconnection ends all links and starts them again.
  if (truth.resets.length > 0) return;
  for (const link of truth.links) {
    const keys = keysOf(link);
    if (link.to === Infinity) continue;
    const isExplained = truth.edits.some(
      ({ at, stocks }) => at <= link.to && (stocks === null || stocks.some((stock) => keys.includes(stock))),
    );
    if (!isExplained) found.problems.push(`${link.sku}: its link ended, although nothing was edited`);
  }
  judgeLines(found, truth, final);
  const expected = new Set<string>();
  for (const key of final.waiting) {
    const last = truth.links.findLast((link) => keysOf(link).includes(key));
    if (last === undefined || last.to === Infinity) continue;
    const name = `${last.shopify} ${last.square}`;
    expected.add(name);
    const isAsked = keysOf(last).some((one) => truth.asked.has(one));
    if (!isAsked && !final.unlinked.has(name)) found.problems.push(`${last.sku}: ${key} no longer syncs, and nothing says so`);
  }
  for (const name of final.unlinked) if (!expected.has(name)) found.problems.push(`${name} is listed as unlinked, but nothing waits`);
}

function judgeLines(found: { problems: string[] }, { links }: Truth, { lines }: Final): void {
  const free = lines.filter(({ fact }) => fact['kind'] === 'unlinked');
  for (const { sku, to } of links.filter((link) => link.to !== Infinity).toSorted((a, b) => a.to - b.to)) {
    const place = free.findIndex(({ at }) => Math.abs(at - to) <= SAME_TURN_MS);
    if (place < 0) found.problems.push(`${sku}: its link ended at ${to}, and no line says so`);
    else free.splice(place, 1);
  }
}
