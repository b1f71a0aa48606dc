import { otherPlatform, type Platform } from './outside';
import type { Final } from './rest';
import { stockKey, type Edit, type LinkInterval, type OutsideChange, type Truth } from './truth';

/** How much the app must have moved a stock id: a certain sum, and amounts each of which may or may not be in it. Steps. */
export interface Expectation {
  readonly certain: number;
  readonly ambiguous: readonly number[];
}

/** Changes made so long before a reset may not have been sent when it came, ms; and so long after it ended, not read. */
const BEFORE_RESET_MS = 300_000;
const AFTER_RESET_MS = 60_000;

/** A report must have been taken in so long before a link ended to have been pending then, ms. */
const TAKEN_IN_MS = 2_000;

/** What must become of one change at a stock id of the other side. */
type Weight = 'certain' | 'ambiguous' | 'none';

/**
 * What the app owes to a stock id: the changes of its partners while they were linked. A change between an edit on a platform
 * and the moment at which the account's links followed it may count either way, and so may one that a reset has caught.
 */
export function expectedOwn(truth: Truth, final: Final, one: { readonly platform: Platform; readonly stock: string }): Expectation {
  let certain = 0;
  const ambiguous: number[] = [];
  const links = truth.links.filter((link) => link[one.platform] === one.stock);
  const partner = otherPlatform(one.platform);
  for (const change of truth.changes) {
    if (change.platform !== partner) continue;
    const weights = links.filter((link) => link[partner] === change.stock).map((link) => weightOf(truth, change, link));
    if (weights.includes('certain')) certain += change.delta;
    else if (weights.includes('ambiguous')) ambiguous.push(change.delta);
  }
  return { certain: certain - droppedFor(final, links, partner), ambiguous };
}

function weightOf(truth: Truth, change: OutsideChange, link: LinkInterval): Weight {
  const { at } = change;
  const begins = link.from === 0 ? 0 : firstEdit(truth, link, lastEndBefore(truth, link), link.from);
  if (at < begins || at > link.to) return 'none';
  if (at <= link.from && link.from > 0) return 'ambiguous';
  if (link.to !== Infinity && !isTakenIn(truth, change, link)) return 'ambiguous';
  const caught = truth.resets.some(({ from, to }) => at >= from - BEFORE_RESET_MS && at <= to + AFTER_RESET_MS);
  return caught ? 'ambiguous' : 'certain';
}

/** Whether the account knew of the change, and the link was in order, before it ended. */
function isTakenIn(truth: Truth, { at, reportedAt }: OutsideChange, link: LinkInterval): boolean {
  if (at >= firstEdit(truth, link, link.from, link.to)) return false;
  return reportedAt !== null && reportedAt <= link.to - TAKEN_IN_MS;
}

/** When the first edit that concerns a link was made between two times; the later one when there was none. */
function firstEdit(truth: Truth, link: LinkInterval, after: number, until: number): number {
  const concerns = ({ stocks }: Edit): boolean =>
    stocks === null || stocks.includes(stockKey('shopify', link.shopify)) || stocks.includes(stockKey('square', link.square));
  const edits = [...truth.edits.filter(concerns), ...truth.resets.map(({ from }) => ({ at: from }))];
  return Math.min(until, ...edits.map(({ at }) => at).filter((at) => at > after));
}

/** When a link of one of the two ended before this one began. */
function lastEndBefore(truth: Truth, link: LinkInterval): number {
  const ends = truth.links.filter(
    (one) => one !== link && one.to <= link.from && (one.shopify === link.shopify || one.square === link.square),
  );
  // An edit may lie long before the end of the link that it ended: the link's own beginning bounds it.
  return Math.max(0, ...ends.map(({ from }) => from));
}

/** Held amounts that the merchant dropped, as the history says. */
function droppedFor(final: Final, links: readonly LinkInterval[], changed: Platform): number {
  let dropped = 0;
  for (const { fact, sku, at } of final.lines) {
    if (fact['kind'] !== 'held' || fact['fate'] !== 'dropped' || fact['side'] !== changed) continue;
    const amount = fact['amount'];
    if (typeof amount === 'number' && links.some((link) => link.skus.has(sku) && link.from <= at && at <= link.to)) dropped += amount;
  }
  return dropped;
}
