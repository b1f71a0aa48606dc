import { judgeCopyRequests } from './copies';
import { droppedFor, expectedOwn, type Expectation } from './expected';
import { otherPlatform, type Platform } from './outside';
import { judgeOversells } from './oversells';
import { judgePacks } from './pack-events';
import type { Final, HistoryLine } from './rest';
import { stockKey, type MerchantSet, type Truth } from './truth';
import { judgeUnlinks } from './unlinks';

/** What is wrong with a history; empty when it is right. */
export interface Judged {
  readonly problems: readonly string[];
  readonly changes: number;
  /** Writes of stock that reached a platform. */
  readonly writes: number;
  /** Linked levels with a write whose effect is still uncertain at the end. */
  readonly indeterminate: number;
  /** Changes whose outcome was not checked, because either is allowed. */
  readonly ambiguous: number;
}

/** Up to how many ambiguous changes of one stock id are tried in all combinations. */
const MOST_AMBIGUOUS = 16;

/** Judges a history by what actually happened and how it ended. Pure. `calm`: only stock changes happened. */
export function judge(truth: Truth, final: Final, { calm }: { readonly calm: boolean }): Judged {
  const indeterminate = Number(final.state['frozen'] ?? final.state['indeterminate'] ?? 0);
  const found: Judged & { problems: string[]; ambiguous: number } = {
    problems: [],
    changes: truth.changes.length,
    writes: truth.stockWrites,
    indeterminate,
    ambiguous: 0,
  };
  for (const { platform, stock } of stocksOf(truth)) judgeStock(found, truth, final, { platform, stock });
  const packed = judgePacks(truth, final);
  found.problems.push(...packed.problems);
  found.ambiguous += packed.unjudged;
  judgeCopies(found, truth, final);
  judgeCopyRequests(found, truth, final);
  judgeUnlinks(found, truth, final);
  judgeOversells(found, truth, final);
  if (truth.sandboxDefects.length > 0) found.problems.push(`the sandbox itself failed: ${truth.sandboxDefects.join(' | ')}`);
  const alerts = truth.alerts.filter((alert) => !isParkedForDeletions(truth, alert));
  if (alerts.length > 0) found.problems.push(`alerts: ${alerts.join(' | ')}`);
  for (const name of ['owed', 'blocked'] as const) {
    if (Number(final.state[name] ?? 0) !== 0) found.problems.push(`in the end ${String(final.state[name])} levels are ${name}`);
  }
  if (final.openTasks > 0) found.problems.push(`${final.openTasks} tasks never ended`);
  if (truth.sentWhilePaused.length > 0) found.problems.push(`sent although writes were paused: ${truth.sentWhilePaused.join('; ')}`);
  if (final.failures.length > 0) found.problems.push(`the merchant could not: ${final.failures.join('; ')}`);
  const moved = truth.moves.filter(({ by }) => by === 'app').length;
  if (calm && moved > truth.changes.length) found.problems.push(`${moved} moves for ${truth.changes.length} changes on a calm day`);
  return found;
}

/** Returns whether an alert is about a snapshot that is parked because many variants are missing, where that many were deleted. */
function isParkedForDeletions(truth: Truth, alert: string): boolean {
  const said = /snapshot is parked: (?<name>Shopify|Square) no longer lists (?<missing>\d+) of/u.exec(alert)?.groups;
  if (said === undefined) return false;
  const platform = said['name'] === 'Square' ? 'square' : 'shopify';
  return [...truth.deleted.keys()].filter((key) => key.startsWith(`${platform}:`)).length >= Number(said['missing']);
}

interface Stock {
  readonly platform: Platform;
  readonly stock: string;
}

/** Returns every stock id that was ever linked. */
function stocksOf(truth: Truth): Stock[] {
  const all = truth.links.flatMap(({ shopify, square }): Stock[] => [
    { platform: 'shopify', stock: shopify },
    { platform: 'square', stock: square },
  ]);
  return [...new Map(all.map((one) => [stockKey(one.platform, one.stock), one])).values()];
}

function judgeStock(found: { problems: string[]; ambiguous: number }, truth: Truth, final: Final, one: Stock): void {
  const key = stockKey(one.platform, one.stock);
  // A deleted stock id can no longer be written; what the app created is judged with its source.
  if (truth.deleted.has(key) || truth.made.has(key) || truth.packed.some((pair) => pair[one.platform] === one.stock)) return;
  const sets = truth.sets.filter((candidate) => candidate[one.platform] === one.stock);
  if (sets.length > 0) {
    // The set made last counts; of concurrent ones, which cross on the way, any may be the last.
    const last = sets.filter((set) => !sets.some(({ calledAt }) => calledAt > set.answeredAt));
    const judged = last.map((set) => judgeSet(truth, final, { ...one, set })).toSorted((a, b) => a.problems.length - b.problems.length);
    found.problems.push(...(judged[0]?.problems ?? []));
    found.ambiguous += judged[0]?.ambiguous ?? 0;
    return;
  }
  const expected = expectedOwn(truth, final, one);
  const own = sum(
    truth.moves.filter((move) => move.by === 'app' && move.stock === one.stock && move.platform === one.platform).map(({ delta }) => delta),
  );
  found.ambiguous += expected.ambiguous.length;
  if (fits(own, expected)) return;
  found.problems.push(
    `${key}: the app moved ${own / 1e5}, expected ${expected.certain / 1e5}${listed(expected.ambiguous)} (${skuOf(truth, one)})`,
  );
}

/** Judges a set: from the merchant's number on, both sides' changes add to it. */
function judgeSet(truth: Truth, final: Final, one: Stock & { readonly set: MerchantSet }): Pick<Judged, 'problems' | 'ambiguous'> {
  const problems: string[] = [];
  const { set } = one;
  const key = stockKey(one.platform, one.stock);
  // A second event in the same history may have unlinked the pair: then nothing is certain.
  const together = truth.links.some(
    ({ shopify, square, from, to }) => shopify === set.shopify && square === set.square && from <= set.from && to === Infinity,
  );
  if (!set.accepted || !together || truth.resets.some(({ to }) => to > set.from - 300_000)) return { problems, ambiguous: 0 };
  // A change shortly before the set may be missing from the numbers that it was based on: then it adds to the set.
  const theirs = truth.changes.filter(
    ({ platform, stock, at }) =>
      at >= set.from - truth.readLagMs && (platform === 'shopify' ? stock === set.shopify : stock === set.square),
  );
  const until = Math.max(set.to, appliedAt(truth, final, set));
  const bulk = final.bulkRows.flatMap(({ stock, amounts }) =>
    stock[one.platform] === one.stock && amounts !== null ? [amounts[one.platform]] : [],
  );
  const expected = {
    certain: set.quantity + sum(theirs.filter(({ at }) => at > until).map(({ delta }) => delta)),
    // A bulk change may be older than the number that was set, or newer.
    ambiguous: [...theirs.filter(({ at }) => at <= until).map(({ delta }) => delta), ...bulk.flatMap((amount) => [amount, -amount])],
  };
  const dropped = final.lines.some(({ fact }) => fact['kind'] === 'held' && fact['fate'] === 'dropped');
  if (dropped) return { problems, ambiguous: 0 };
  const levelOf = (platform: Platform): number =>
    (final.levels.get(stockKey(platform, set[platform])) ?? 0) + inReview(truth, final, set, platform);
  const level = levelOf(one.platform);
  const theOther = otherPlatform(one.platform);
  const other = levelOf(theOther);
  // The webhook of a deletion may be lost: then the link lasts, and the other side has no number any more.
  if (level !== other && !truth.deleted.has(stockKey(theOther, set[theOther])))
    problems.push(`${key}: ${level / 1e5} after a set to ${set.quantity / 1e5}, the other side has ${other / 1e5}`);
  if (!fits(level, expected)) {
    problems.push(`${key}: ${level / 1e5} after a set, expected ${expected.certain / 1e5}${listed(expected.ambiguous)}`);
  }
  return { problems, ambiguous: expected.ambiguous.length };
}

/**
 * Returns the part of a set that waits for the merchant on a side, because a write pause delayed it and it is large. In steps. Nothing waits once it is
 * sent, or the number is set again: a merchant who got no answer tries again. The line of what was held and is sent names the side whose change
 * it was, not the one that it is sent to.
 */
function inReview(truth: Truth, final: Final, set: MerchantSet, platform: Platform): number {
  const isOver = ({ fact }: HistoryLine): boolean =>
    fact['kind'] === 'set' || (fact['kind'] === 'held' && fact['fate'] === 'sent' && fact['side'] === otherPlatform(platform));
  return linesOf(truth, final, set)
    .filter((line) => isOver(line) || (line.fact['kind'] === 'review' && line.fact['side'] === platform))
    .reduce((total, { fact }) => (fact['kind'] === 'review' ? total + Number(fact['amount']) : 0), 0);
}

/**
 * Returns when the account applied a set, by its own history line, in ms: later than usual where the account was unreachable for minutes.
 */
function appliedAt(truth: Truth, final: Final, set: MerchantSet): number {
  return linesOf(truth, final, set).findLast(({ fact }) => fact['kind'] === 'set' && fact['to'] === set.quantity)?.at ?? 0;
}

/** Returns the history lines of a set's variant from the set on. */
function linesOf(truth: Truth, final: Final, { shopify, square, from }: MerchantSet): readonly HistoryLine[] {
  const link = truth.links.find((one) => one.shopify === shopify && one.square === square && one.to === Infinity);
  return final.lines.filter(({ sku, at }) => at >= from && link?.skus.has(sku) === true);
}

/**
 * Judges copies: a copied product starts with its source's number, and both stay equal except for what the merchant dropped. A copy whose
 * link ended meanwhile (deleted, no longer tracked, another SKU) has started from what was read then, and so has one whose product or
 * source was not tracked for a while before the link.
 */
function judgeCopies(found: { problems: string[] }, truth: Truth, final: Final): void {
  if (truth.resets.length > 0 || truth.sets.length > 0 || final.bulkRows.length > 0) return;
  for (const link of truth.links) {
    const [shopify, square] = [stockKey('shopify', link.shopify), stockKey('square', link.square)];
    if (truth.made.get(shopify) !== square && truth.made.get(square) !== shopify) continue;
    if (truth.unlinkedCopies.has(shopify) || truth.unlinkedCopies.has(square)) continue;
    // The webhook of a deletion may be lost: then the link lasts until the next snapshot.
    if (truth.deleted.has(shopify) || truth.deleted.has(square)) continue;
    const always = truth.links.filter((one) => one.shopify === link.shopify || one.square === link.square);
    if (link.to !== Infinity || always.length > 1) continue;
    if (truth.startedUntracked(link)) continue;
    // A product that is copied with nothing in stock has no count at Square.
    const [a = 0, b = 0] = [final.levels.get(shopify), final.levels.get(square)];
    const dropped = { shopify: droppedFor(truth, final, [link], 'shopify'), square: droppedFor(truth, final, [link], 'square') };
    const expected = {
      certain: dropped.shopify.certain - dropped.square.certain,
      ambiguous: [...dropped.shopify.ambiguous, ...dropped.square.ambiguous.map((amount) => -amount)],
    };
    if (!fits(a - b, expected))
      found.problems.push(`copy ${link.sku}: Shopify has ${a / 1e5}, Square ${b / 1e5}, ${expected.certain / 1e5} of it were dropped`);
  }
}

/** Returns whether a sum is the certain part plus some of the ambiguous ones. */
function fits(value: number, { certain, ambiguous }: Expectation): boolean {
  const rest = value - certain;
  if (rest === 0) return true;
  if (ambiguous.length > MOST_AMBIGUOUS) return true;
  let sums = new Set([0]);
  for (const delta of ambiguous) sums = new Set([...sums, ...[...sums].map((one) => one + delta)]);
  return sums.has(rest);
}

const listed = (ambiguous: readonly number[]): string =>
  ambiguous.length === 0 ? '' : ` and any of ${ambiguous.map((delta) => delta / 1e5).join(', ')}`;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const skuOf = (truth: Truth, one: Stock): string => truth.links.find((link) => link[one.platform] === one.stock)?.sku ?? '';
