import { STEPS_PER_UNIT } from '../../../src/domain/quantity';
import { bulkAmounts } from './bulk-events';
import { otherPlatform, type Platform } from './outside';
import type { Final } from './rest';
import { stockKey, TICK_MS, type Arrival, type Edit, type LinkInterval, type OutsideChange, type Truth } from './truth';

/** How much the app must have moved a stock id: a certain sum, and amounts each of which may or may not be in it. In steps. */
export interface Expectation {
  readonly certain: number;
  readonly ambiguous: readonly number[];
}

/**
 * Changes made this long before a reset may not have been sent when it came, and those made this long after it ended may not have been
 * read, in ms.
 */
const BEFORE_RESET_MS = 300_000;
const AFTER_RESET_MS = 60_000;

/** A report must have been taken in this long before a link ended to have been pending then, in ms. */
const TAKEN_IN_MS = 2_000;

/** How long a report may wait behind an unanswered write, in ms: two quarantines. Then it is accounted. */
const UNANSWERED_MS = 240_000;

/** How long the response to a write that nothing delays may take, in ms: an instance that is killed within it never gets it. */
const ANSWERED_MS = 1_000;

/** How long buffered reports may wait for a response, in ms. Then they are accounted and stored. */
const BUFFERED_MS = 60_000;

/** How one change counts at a stock id of the other side. */
type Weight = 'certain' | 'ambiguous' | 'none';

/**
 * Returns what the app owes to a stock id: the changes of its partners while they were linked. A change between an edit on a platform and
 * the moment at which the account's links followed it may count or not, and so may a change that a reset has affected.
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
  ambiguous.push(...unitsOf(truth, one, ambiguous), ...lateOf(final, links, partner));
  const dropped = droppedFor(truth, final, links, partner);
  ambiguous.push(...dropped.ambiguous.map((amount) => -amount));
  const bulk = bulkAmounts(truth, final, one);
  return { certain: certain - dropped.certain + bulk.certain, ambiguous: [...ambiguous, ...bulk.ambiguous] };
}

/**
 * Returns the single units that the app has written to a stock id and that may be parts of ambiguous changes: a test by silence writes units,
 * and a reset may come before the rest of a change.
 */
function unitsOf(
  truth: Truth,
  { platform, stock }: { readonly platform: Platform; readonly stock: string },
  ambiguous: readonly number[],
): number[] {
  const larger = (delta: number): boolean => Math.abs(delta) === STEPS_PER_UNIT && ambiguous.some((amount) => amount / delta > 1);
  const units = truth.moves.filter((move) => move.by === 'app' && move.platform === platform && move.stock === stock && larger(move.delta));
  return units.map(({ delta }) => delta);
}

/** Returns the unanswered writes to the partner at the end of an epoch: one that arrives afterward counts as an outside change. */
function lateOf(final: Final, links: readonly LinkInterval[], partner: Platform): number[] {
  return final.lines.flatMap(({ fact, sku }) => {
    const uncertain = fact['kind'] === 'dropped' && fact['side'] === partner ? fact['uncertain'] : 0;
    return typeof uncertain === 'number' && uncertain !== 0 && links.some(({ skus }) => skus.has(sku)) ? [uncertain] : [];
  });
}

function weightOf(truth: Truth, final: Final, change: OutsideChange, link: LinkInterval): Weight {
  const { at } = change;
  // What no webhook had reported before its variant was deleted can no longer be read.
  const deletedAt = truth.deleted.get(stockKey(change.platform, change.stock));
  if (deletedAt !== undefined && (change.reportedAt ?? Infinity) >= deletedAt) return 'ambiguous';
  // The first sale of a variant that nobody has counted gives it its first number, and so do all until the account hears of one.
  const ofStock = truth.changes.filter(({ platform, stock }) => platform === change.platform && stock === change.stock);
  const numberedAt = Math.min(...ofStock.map(({ reportedAt }) => reportedAt ?? Infinity));
  if (at <= numberedAt && truth.unlinkedCopies.has(stockKey(change.platform, change.stock))) return 'ambiguous';
  const startedAt = startOf(final, link);
  const arrival = arrivalOf(truth, link);
  const begins = link.from === 0 || arrival !== null ? 0 : causeOf(truth, link);
  if (at < begins || at > link.to) return 'none';
  if (at <= startedAt && link.from > 0 && (arrival === null || !isRemembered(arrival, change, link))) return 'ambiguous';
  if (link.to !== Infinity && !isTakenIn(truth, change, link)) return 'ambiguous';
  // The account may have been unreachable for long: a change it had not taken in when the reset came is affected as well, and so is one
  // made before it could read the numbers to start from.
  const heardAt = Math.max(at, change.reportedAt ?? Infinity);
  const caught = truth.resets.some(
    ({ from, to }) =>
      heardAt >= from - BEFORE_RESET_MS - awayBetween(truth, at, from) && at <= to + AFTER_RESET_MS + awayBetween(truth, to, at),
  );
  return caught ? 'ambiguous' : 'certain';
}

/**
 * Returns how long between two times the account was unreachable or a platform refused its token, in ms: nothing was sent, unanswered writes
 * stayed unanswered, and no number could be read to start from.
 */
function awayBetween(truth: Truth, from: number, to: number): number {
  const times = [...truth.kills.map(({ at, backAt }) => ({ from: at, to: backAt })), ...truth.disconnections];
  return times.reduce((total, time) => total + Math.max(0, Math.min(to, time.to) - Math.max(from, time.from)), 0);
}

/** Returns the arrival of the two variants of a link, when it is the first link of both; null otherwise. */
function arrivalOf(truth: Truth, link: LinkInterval): Arrival | null {
  const others = truth.links.some(
    (one) => one !== link && one.from <= link.from && (one.shopify === link.shopify || one.square === link.square),
  );
  return others ? null : (truth.arrivals.find(({ shopify, square }) => shopify === link.shopify && square === link.square) ?? null);
}

/**
 * Returns whether a change made before its variant's link had started must count anyway: both platforms had stated their first number by
 * then, and the account had received both. Without them it cannot tell a sale from the product's setup. Neither can it when the change and
 * the first number have the same platform time and may have arrived in any order.
 */
function isRemembered({ numberedAt, reportedAt }: Arrival, { platform, at }: OutsideChange, link: LinkInterval): boolean {
  const heard = (['shopify', 'square'] as const).every((one) => reportedAt[one] <= link.from);
  const tick = (time: number): number => Math.floor(time / TICK_MS[platform]);
  return heard && at >= Math.max(numberedAt.shopify, numberedAt.square) && tick(at) > tick(numberedAt[platform]);
}

/**
 * Returns when a link had the numbers that it starts from: a new link reads them, and its history line records the read. A change made
 * before then is in these numbers, or follows them.
 */
function startOf(final: Final, link: LinkInterval): number {
  if (link.from === 0) return 0;
  const line = final.lines.find(({ fact, sku, at }) => fact['kind'] === 'linked' && link.skus.has(sku) && link.from <= at && at <= link.to);
  return line?.at ?? link.from;
}

/** Returns whether the account knew of the change, with the link unaffected by edits, before the link ended. */
function isTakenIn(truth: Truth, change: OutsideChange, link: LinkInterval): boolean {
  const { at, reportedAt } = change;
  if (neededRead(truth, link, change)) return false;
  if (at >= firstEdit(truth, link, link.from, link.to)) return false;
  return reportedAt !== null && reportedAt <= link.to - TAKEN_IN_MS;
}

/**
 * Returns whether the change could only be learned by reading a level that was deleted meanwhile, or that is no longer tracked: its report
 * had the platform time of another change, it waited behind an unanswered write, or what was buffered was lost with the instance. Such a
 * link ends immediately, and what is found afterward counts as changed while it was unlinked.
 */
function neededRead(truth: Truth, link: LinkInterval, { platform, stock, at, reportedAt }: OutsideChange): boolean {
  if (reportedAt === null || !(truth.deleted.has(stockKey(platform, stock)) || truth.endedUntracked(link))) return false;
  const tick = (time: number): number => Math.floor(time / TICK_MS[platform]);
  const ties = truth.moves.filter((move) => move.platform === platform && move.stock === stock && tick(move.at) === tick(at));
  // A write to a deleted item is refused, and so is one with a revoked token: both wait like an unanswered one.
  const deletedAt = truth.deleted.get(stockKey(platform, stock)) ?? Infinity;
  const refused = (sent: number): boolean =>
    sent >= deletedAt || truth.disconnections.some((one) => one.platform === platform && one.from <= sent && sent <= one.to);
  const behindWrite = truth.writes.some(
    (write) =>
      (write.troubled || refused(write.at) || truth.kills.some((kill) => kill.at >= write.at && kill.at <= write.at + ANSWERED_MS)) &&
      write.at <= reportedAt &&
      write.at >= reportedAt - UNANSWERED_MS &&
      write.body.includes(stock),
  );
  return ties.length > 1 || behindWrite || truth.kills.some((kill) => kill.at >= reportedAt && kill.at <= reportedAt + BUFFERED_MS);
}

/** Returns when the first edit that concerns a link was made between two times; the later time when there was none. */
function firstEdit(truth: Truth, link: LinkInterval, after: number, until: number): number {
  return Math.min(until, ...editsOf(truth, link).filter((at) => at > after));
}

/**
 * Returns when the edit was made that led to a link. It may be older than the link before: that one came from a read which the edit had
 * already overtaken.
 */
function causeOf(truth: Truth, link: LinkInterval): number {
  const after = lastEndBefore(truth, link);
  const first = firstEdit(truth, link, after, link.from);
  return first < link.from ? first : Math.max(0, ...editsOf(truth, link).filter((at) => at <= after));
}

/** Returns the times of the edits that concern a link. */
function editsOf(truth: Truth, link: LinkInterval): number[] {
  const concerns = ({ stocks }: Edit): boolean =>
    stocks === null || stocks.includes(stockKey('shopify', link.shopify)) || stocks.includes(stockKey('square', link.square));
  return [...truth.edits.filter(concerns), ...truth.resets.map(({ from }) => ({ at: from }))].map(({ at }) => at);
}

/** Returns when a link of one of the two ended before this one started. */
function lastEndBefore(truth: Truth, link: LinkInterval): number {
  const ends = truth.links.filter(
    (one) => one !== link && one.to <= link.from && (one.shopify === link.shopify || one.square === link.square),
  );
  // An edit may be long before the end of the link that it ended: the link's own start limits it.
  return Math.max(0, ...ends.map(({ from }) => from));
}

/**
 * Returns the held amounts of a side's changes that the merchant dropped according to the history, in steps. A held amount outlives its
 * link: it stays with the stock id. The history names only the SKU, so the amount of a SKU that was given to another variant meanwhile may
 * be that variant's.
 */
export function droppedFor(truth: Truth, final: Final, links: readonly LinkInterval[], changed: Platform): Expectation {
  let certain = 0;
  const ambiguous: number[] = [];
  const holder = otherPlatform(changed);
  const given = new Set([...truth.skusGiven.values()].flatMap((skus) => [...skus]));
  const had = (link: LinkInterval, sku: string): boolean =>
    link.skus.has(sku) || truth.skusGiven.get(stockKey(holder, link[holder]))?.has(sku) === true;
  const open = (link: LinkInterval, sku: string, at: number): boolean => link.skus.has(sku) && link.from <= at && at <= link.to;
  const last = (link: LinkInterval, sku: string, at: number): boolean =>
    had(link, sku) && link.from <= at && !truth.links.some((other) => open(other, sku, at));
  for (const { fact, sku, at } of final.lines) {
    if (fact['kind'] !== 'held' || fact['fate'] !== 'dropped' || fact['side'] !== changed) continue;
    const amount = fact['amount'];
    if (typeof amount !== 'number') continue;
    const all = truth.links.filter((link) => had(link, sku));
    // A variant that was linked by hand with one of this SKU has lines of it, and so has its partner from before.
    const holders = new Set(all.filter((link) => link.skus.has(sku)).map((link) => link[holder]));
    const isShared = (given.has(sku) && all.length > 1) || holders.size > 1;
    if (isShared && links.some((link) => had(link, sku))) ambiguous.push(amount);
    else if (!isShared && links.some((link) => open(link, sku, at) || last(link, sku, at))) certain += amount;
  }
  return { certain, ambiguous };
}
