import { otherPlatform, type Platform } from './outside';
import type { Final } from './rest';
import { stockKey, TICK_MS, type Arrival, type Edit, type LinkInterval, type OutsideChange, type Truth } from './truth';

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

/** How long a report may wait behind a write that nobody answers, ms: two quarantines. Then it is accounted. */
const UNANSWERED_MS = 240_000;

/** How long what is buffered may wait for an answer, ms: then it is accounted and stored. */
const BUFFERED_MS = 60_000;

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
    const weights = links.filter((link) => link[partner] === change.stock).map((link) => weightOf(truth, final, change, link));
    if (weights.includes('certain')) certain += change.delta;
    else if (weights.includes('ambiguous')) ambiguous.push(change.delta);
  }
  ambiguous.push(...lateOf(final, links, partner));
  return { certain: certain - droppedFor(truth, final, links, partner), ambiguous };
}

/** Writes to the partner that nobody had answered when an epoch ended: one that arrives afterwards counts as a change from outside. */
function lateOf(final: Final, links: readonly LinkInterval[], partner: Platform): number[] {
  return final.lines.flatMap(({ fact, sku }) => {
    const uncertain = fact['kind'] === 'dropped' && fact['side'] === partner ? fact['uncertain'] : 0;
    return typeof uncertain === 'number' && uncertain !== 0 && links.some(({ skus }) => skus.has(sku)) ? [uncertain] : [];
  });
}

function weightOf(truth: Truth, final: Final, change: OutsideChange, link: LinkInterval): Weight {
  const { at } = change;
  const startedAt = startOf(final, link);
  const arrival = arrivalOf(truth, link);
  const begins = link.from === 0 || arrival !== null ? 0 : firstEdit(truth, link, lastEndBefore(truth, link), link.from);
  if (at < begins || at > link.to) return 'none';
  if (at <= startedAt && link.from > 0 && (arrival === null || !isRemembered(arrival, change, link))) return 'ambiguous';
  if (link.to !== Infinity && !isTakenIn(truth, change, link)) return 'ambiguous';
  // The account may have been out of reach for long: what it had not heard of when the reset came is caught as well.
  const heardAt = Math.max(at, change.reportedAt ?? Infinity);
  const caught = truth.resets.some(
    ({ from, to }) => heardAt >= from - BEFORE_RESET_MS - downBetween(truth, at, from) && at <= to + AFTER_RESET_MS,
  );
  return caught ? 'ambiguous' : 'certain';
}

/** How long the account could not be reached between two times, ms: nothing was sent, and what was unanswered stayed so. */
function downBetween(truth: Truth, from: number, to: number): number {
  return truth.kills.reduce((total, { at, backAt }) => total + Math.max(0, Math.min(to, backAt) - Math.max(from, at)), 0);
}

/** The arrival of the two variants of a link, where it is the first of both; null otherwise. */
function arrivalOf(truth: Truth, link: LinkInterval): Arrival | null {
  const others = truth.links.some(
    (one) => one !== link && one.from <= link.from && (one.shopify === link.shopify || one.square === link.square),
  );
  return others ? null : (truth.arrivals.find(({ shopify, square }) => shopify === link.shopify && square === link.square) ?? null);
}

/**
 * Whether a change made before its variant's link had started must count all the same: both platforms had stated their first number
 * by then, and the account had heard of these. Without them it cannot tell a sale from how the product was set up, nor where both
 * have the same time of the platform and may have been heard of in any order.
 */
function isRemembered({ numberedAt, reportedAt }: Arrival, { platform, at }: OutsideChange, link: LinkInterval): boolean {
  const heard = (['shopify', 'square'] as const).every((one) => reportedAt[one] <= link.from);
  const tick = (time: number): number => Math.floor(time / TICK_MS[platform]);
  return heard && at >= Math.max(numberedAt.shopify, numberedAt.square) && tick(at) > tick(numberedAt[platform]);
}

/**
 * When a link had the numbers that it starts from: a new link reads them, and its history line says that it did. A change made
 * until then is in these numbers, or follows them.
 */
function startOf(final: Final, link: LinkInterval): number {
  if (link.from === 0) return 0;
  const line = final.lines.find(({ fact, sku, at }) => fact['kind'] === 'linked' && link.skus.has(sku) && link.from <= at && at <= link.to);
  return line?.at ?? link.from;
}

/** Whether the account knew of the change, and the link was in order, before it ended. */
function isTakenIn(truth: Truth, change: OutsideChange, link: LinkInterval): boolean {
  const { at, reportedAt } = change;
  if (neededRead(truth, link, change)) return false;
  if (at >= firstEdit(truth, link, link.from, link.to)) return false;
  return reportedAt !== null && reportedAt <= link.to - TAKEN_IN_MS;
}

/**
 * Whether the change could only be learned by reading a level that was deleted meanwhile, or that stopped to be tracked: its
 * report had the platform time of another change, it waited behind an unanswered write, or what was buffered died with the
 * instance. Such a link ends at once, and what is found afterwards counts as changed while it was unlinked.
 */
function neededRead(truth: Truth, link: LinkInterval, { platform, stock, at, reportedAt }: OutsideChange): boolean {
  if (reportedAt === null || !(truth.deleted.has(stockKey(platform, stock)) || truth.endedUntracked(link))) return false;
  const tick = (time: number): number => Math.floor(time / TICK_MS[platform]);
  const ties = truth.moves.filter((move) => move.platform === platform && move.stock === stock && tick(move.at) === tick(at));
  // A write to what is deleted is refused, and waits like one that nobody answered.
  const deletedAt = truth.deleted.get(stockKey(platform, stock)) ?? Infinity;
  const behindWrite = truth.writes.some(
    (write) =>
      (write.troubled || write.at >= deletedAt) &&
      write.at <= reportedAt &&
      write.at >= reportedAt - UNANSWERED_MS &&
      write.body.includes(stock),
  );
  return ties.length > 1 || behindWrite || truth.kills.some((kill) => kill.at >= reportedAt && kill.at <= reportedAt + BUFFERED_MS);
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

/** Held amounts of a side's changes that the merchant dropped, as the history says, in steps. What is held outlives its link: it stays with the stock id. */
export function droppedFor(truth: Truth, final: Final, links: readonly LinkInterval[], changed: Platform): number {
  let dropped = 0;
  const holder = otherPlatform(changed);
  const had = (link: LinkInterval, sku: string): boolean =>
    link.skus.has(sku) || truth.skusGiven.get(stockKey(holder, link[holder]))?.has(sku) === true;
  const open = (link: LinkInterval, sku: string, at: number): boolean => link.skus.has(sku) && link.from <= at && at <= link.to;
  const last = (link: LinkInterval, sku: string, at: number): boolean =>
    had(link, sku) && link.from <= at && !truth.links.some((other) => open(other, sku, at));
  for (const { fact, sku, at } of final.lines) {
    if (fact['kind'] !== 'held' || fact['fate'] !== 'dropped' || fact['side'] !== changed) continue;
    const amount = fact['amount'];
    if (typeof amount === 'number' && links.some((link) => open(link, sku, at) || last(link, sku, at))) dropped += amount;
  }
  return dropped;
}
