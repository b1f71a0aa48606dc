import type { HistoryFact } from '../history/fact';
import { SOURCES, type Source } from '../source';
import type { PackSizes } from '../sync/pack-size';
import { isLinked, type Joined, type KnownRow, type SkuDifference } from './joined';
import type { SkuHolder } from './match';
import type { CloseReason, EndReason, LevelChange, LinkStart, MergePlan, VariantPair } from './merge-plan';
import { mergeSides, type MergeReads, type MergeSide, type MergeSides } from './merge-sides';
import { sameLabels } from './product-labels';
import type { SideVariant } from './side-variant';
import { differenceOf, hasToEnd, type Grace } from './sku-difference';

/** What decides about links besides SKUs. */
export interface LinkRules {
  readonly grace: Grace;
  /** Whether the merchant keeps two variants separate: they are never linked by their SKUs, and a link between them ends. */
  readonly isSeparate: (pair: VariantPair) => boolean;
  /** Returns the pack sizes of two variants; null where both count the same units. */
  readonly packsOf: (pair: VariantPair) => PackSizes | null;
  /**
   * Whether one of the two is sold in packs with another partner. Its SKU does not say how many units the present one holds: only a person links them.
   */
  readonly hasOtherPack: (pair: VariantPair) => boolean;
}

/** What was read, and what is known about the whole catalog. */
export interface MergeInput extends MergeReads, LinkRules {
  /** `SkuIndex.matchKey` over the whole catalog, after the merge; null where that is unknown. */
  readonly matchKey: (holder: SkuHolder) => string | null;
  /** `SkuIndex.holds` over the whole catalog, after the merge; false where that is unknown. */
  readonly isHeld: (holder: SkuHolder) => boolean;
  /** Variants to link by hand, as Square's stock ID by Shopify's. A link that exists stays, whatever its SKUs; a side with another partner is left alone. */
  readonly manual?: ReadonlyMap<string, string>;
  /** Whether a link that has to end may end now; called once for each. One that may not stays as it is and is listed as `due`. */
  readonly mayEnd: (key: number, why: EndReason) => boolean;
}

interface Target extends Joined {
  readonly row: KnownRow | null;
  readonly skusDiffer: SkuDifference | null;
  readonly isManual: boolean;
  readonly packs?: PackSizes;
}

type MutablePlan = { -readonly [K in keyof MergePlan]: MergePlan[K] extends readonly (infer T)[] ? T[] : never };

/**
 * Plans a merge. Sides that share a row stay in it, whatever happens to their SKUs, until the link has to end and may;
 * sides without a partner are linked by their SKUs. Planning again after carrying out the plan gives an empty plan.
 */
export function planMerge(input: MergeInput): MergePlan {
  const plan: MutablePlan = { removes: [], updates: [], inserts: [], closes: [], moves: [], baselines: [], levels: [], lines: [], due: [] };
  const sides = mergeSides(input);
  const held = holdPairs(plan, sides, input);
  const targets = [...held.values(), ...groupFree(sides, held, input)];
  const claimed = new Set(targets.map((target) => target.row?.key));
  for (const row of input.rows) {
    if (claimed.has(row.key)) continue;
    plan.removes.push(row.key);
    if (isLinked(row)) plan.closes.push({ key: row.key, why: splitReason(row, sides, input) });
  }
  for (const target of targets) {
    if (target.row === null) plan.inserts.push({ ...joinedOf(target), link: insertedLink(target, sides) });
    else planRow(plan, target.row, target, { sides, input });
  }
  plan.moves.push(...movedRows(targets, sides));
  return plan;
}

/** Returns the rows that keep both their sides, by key. */
function holdPairs(plan: MutablePlan, sides: MergeSides, { rows, mayEnd, manual, ...input }: MergeInput): Map<number, Target> {
  const held = new Map<number, Target>();
  for (const row of rows) {
    const shopify = sideNow(sides, row.shopify)?.side;
    const square = sideNow(sides, row.square)?.side;
    if (shopify === undefined || square === undefined) continue;
    const isManual = row.isManual || manual?.get(shopify.stockId) === square.stockId;
    const difference = isManual ? null : differenceOf(row, { shopify, square }, input.grace.now);
    const why = endReason(difference, { shopify, square }, input);
    if (why !== null) {
      if (mayEnd(row.key, why)) continue;
      plan.due.push(row.key);
    }
    held.set(row.key, { row, shopify, square, skusDiffer: difference, isManual, ...packsOf({ shopify, square }, input) });
  }
  return held;
}

/** Returns a pair's pack sizes as a row has them. */
function packsOf({ shopify, square }: Joined, rules: Pick<LinkRules, 'packsOf'>): Pick<KnownRow, 'packs'> {
  const packs = shopify === null || square === null ? null : rules.packsOf({ shopify: shopify.id, square: square.id });
  return packs === null ? {} : { packs };
}

function joinedOf({ shopify, square, packs }: Target): Joined & Pick<KnownRow, 'packs'> {
  return { shopify, square, ...(packs !== undefined && { packs }) };
}

function endReason(
  difference: SkuDifference | null,
  pair: Readonly<Record<Source, SideVariant>>,
  { grace, isHeld, isSeparate }: Pick<MergeInput, 'grace' | 'isHeld' | 'isSeparate'>,
): EndReason | null {
  if (pair.shopify.isExcluded === true || pair.square.isExcluded === true) return 'excluded';
  if (isSeparate({ shopify: pair.shopify.id, square: pair.square.id })) return 'separated';
  return difference !== null && hasToEnd(difference, pair, grace, isHeld) ? 'sku-changed' : null;
}

/** Groups the remaining sides into matching pairs or single sides, each with its row: the Shopify side's row if it has one. */
function groupFree(sides: MergeSides, held: ReadonlyMap<number, Target>, input: MergeInput): Target[] {
  const { fresh, matchKey, isSeparate, hasOtherPack, manual } = input;
  const free = (source: Source): MergeSide[] => [...sides[source].values()].filter(({ row }) => row === null || !held.has(row.key));
  const partners = new Map(free('square').map((found) => [found.side.stockId, found]));
  const holders = { shopify: holdersByKey(sides, 'shopify', fresh, matchKey), square: holdersByKey(sides, 'square', fresh, matchKey) };
  const bySku = (side: SideVariant): MergeSide | undefined => {
    const key = matchKey(side);
    if (key === null || holders.shopify.get(key) !== side.stockId) return undefined;
    const partner = partners.get(holders.square.get(key) ?? '');
    if (partner === undefined) return undefined;
    const pair = { shopify: side.id, square: partner.side.id };
    return isSeparate(pair) || hasOtherPack(pair) ? undefined : partner;
  };
  const claimed = new Set([...sides.shopify.values()].map(({ row }) => row?.key));
  const takeRow = (row: KnownRow | null): KnownRow | null => {
    if (row === null || claimed.has(row.key)) return null;
    claimed.add(row.key);
    return row;
  };
  const targets = free('shopify').map((found): Target => {
    const byHand = partners.get(manual?.get(found.side.stockId) ?? '');
    const partner = byHand ?? bySku(found.side);
    if (partner !== undefined) partners.delete(partner.side.stockId);
    const row = found.row ?? takeRow(partner?.row ?? null);
    const joined = { shopify: found.side, square: partner?.side ?? null };
    return { row, ...joined, skusDiffer: null, isManual: byHand !== undefined, ...packsOf(joined, input) };
  });
  for (const { side, row } of partners.values())
    targets.push({ row: takeRow(row), shopify: null, square: side, skusDiffer: null, isManual: false });
  return targets;
}

/**
 * Returns which variant of one side has each match key. A side that was just read takes precedence over one whose
 * stored SKU may be old.
 */
function holdersByKey(
  sides: MergeSides,
  source: Source,
  fresh: readonly SideVariant[],
  matchKey: MergeInput['matchKey'],
): Map<string, string> {
  const holders = new Map<string, string>();
  const note = (side: SideVariant | undefined): void => {
    const key = side === undefined ? null : matchKey(side);
    if (side !== undefined && key !== null) holders.set(key, side.stockId);
  };
  for (const { side } of sides[source].values()) note(side);
  for (const { source: from, stockId } of fresh) if (from === source) note(sides[source].get(stockId)?.side);
  return holders;
}

function planRow(plan: MutablePlan, row: KnownRow, next: Target, { sides, input }: { sides: MergeSides; input: MergeInput }): void {
  const { key } = row;
  const had = isLinked(row);
  const has = isLinked(next);
  const stays = samePair(row, next);
  // The sync owns the numbers of a row that keeps both its sides, linked or not: it records what changed.
  if (had === has && isJoined(row) && stays && !unstocks(row, next)) {
    plan.levels.push(...newLevels(row, next));
    const target = { ...next, shopify: withLevelOf(next.shopify, row.shopify), square: withLevelOf(next.square, row.square) };
    planUpdate(plan, row, target);
    if (has && row.skusDiffer === null && next.skusDiffer !== null && !plan.due.includes(key))
      plan.lines.push({ key, fact: differsFact(next, input.grace) });
    return;
  }
  if (had) plan.closes.push({ key, why: stays ? 'untracked' : splitReason(row, sides, input) });
  planUpdate(plan, row, next);
  if (has) plan.baselines.push({ key, ...linkStart(next, sides) });
}

function planUpdate(plan: MutablePlan, before: KnownRow, target: Target): void {
  const { skusDiffer, isManual } = target;
  const update = { key: before.key, before, ...joinedOf(target), skusDiffer, isManual };
  if (!sameRow(before, update)) plan.updates.push(update);
}

function differsFact({ shopify, square }: Joined, { now, ms }: Grace): HistoryFact {
  return { kind: 'skus-differ', shopify: shopify?.sku ?? '', square: square?.sku ?? '', until: now + ms, holdMs: ms };
}

/** Returns why a row does not keep both its sides. */
function splitReason({ shopify, square }: KnownRow, sides: MergeSides, { isSeparate }: Pick<MergeInput, 'isSeparate'>): CloseReason {
  const now = [shopify, square].map((side) => sideNow(sides, side)?.side);
  if ([shopify, square].some((side, at) => side !== null && now[at] === undefined)) return 'removed';
  if (now.some((side) => side?.isExcluded === true)) return 'excluded';
  return shopify !== null && square !== null && isSeparate({ shopify: shopify.id, square: square.id }) ? 'separated' : 'sku-changed';
}

/** Returns rows without a link (so that nothing is closed) that lose a side: another row takes it, or it is gone. */
function movedRows(targets: readonly Target[], sides: MergeSides): Set<number> {
  const moved = new Set<number>();
  for (const target of targets) {
    for (const source of SOURCES) {
      const { row } = target;
      if (row !== null && !isLinked(row) && row[source] !== null && row[source].stockId !== target[source]?.stockId) moved.add(row.key);
      const from = sideNow(sides, target[source])?.row ?? null;
      if (from !== null && from.key !== row?.key && !isLinked(from)) moved.add(from.key);
    }
  }
  return moved;
}

function insertedLink(target: Target, sides: MergeSides): LinkStart | null {
  if (!isLinked(target)) return null;
  const start = linkStart(target, sides);
  return start.newSides.length === SOURCES.length ? null : { ...start, isFirst: false };
}

function linkStart(joined: Joined, sides: MergeSides): LinkStart {
  const before = SOURCES.map((source) => {
    const now = sideNow(sides, joined[source]);
    return { source, now, known: now?.row?.[source] ?? null };
  });
  const newSides = before.flatMap(({ source, known }) => (known === null ? [source] : []));
  return {
    unread: before.flatMap(({ source, now }) => (now?.read === false ? [source] : [])),
    newSides,
    // Nothing that keeps variants apart has changed on the other side: its SKU, or whether it is tracked.
    isFirst: newSides.length > 0 && before.every(({ now, known }) => known === null || sameIdentity(known, now?.side)),
  };
}

function sameIdentity(known: SideVariant, side: SideVariant | undefined): boolean {
  return known.sku === side?.sku && known.tracked === side.tracked;
}

function sideNow(sides: MergeSides, side: SideVariant | null): MergeSide | undefined {
  return side === null ? undefined : sides[side.source].get(side.stockId);
}

function isJoined({ shopify, square }: Joined): boolean {
  return shopify !== null && square !== null;
}

function samePair(row: Joined, next: Joined): boolean {
  return row.shopify?.stockId === next.shopify?.stockId && row.square?.stockId === next.square?.stockId;
}

/** Returns whether a side with a known number is no longer offered at the paired location: this ends its number and the link. */
function unstocks(row: Joined, next: Joined): boolean {
  const ends = (before: SideVariant | null, after: SideVariant | null): boolean =>
    before !== null && before.level !== null && after !== null && after.level === null;
  return ends(row.shopify, next.shopify) || ends(row.square, next.square);
}

function withLevelOf(next: SideVariant | null, row: SideVariant | null): SideVariant | null {
  return next === null || row === null ? next : { ...next, level: row.level };
}

/** Returns levels with new information: another value, or the same value at a later time, which rejects older reports later. */
function newLevels(row: KnownRow, next: Joined): LevelChange[] {
  const levels: LevelChange[] = [];
  for (const side of [next.shopify, next.square]) {
    if (side === null || side.level === null) continue;
    const { quantity, at } = side.level;
    const known = row[side.source]?.level ?? null;
    if (known === null || known.at !== at || known.quantity !== quantity) levels.push({ key: row.key, side: side.source, quantity, at });
  }
  return levels;
}

/** Returns whether two rows would be stored identically. */
function sameRow(a: KnownRow, b: KnownRow): boolean {
  if (a.skusDiffer?.since !== b.skusDiffer?.since || a.skusDiffer?.before !== b.skusDiffer?.before || a.isManual !== b.isManual)
    return false;
  if (a.packs?.shopify !== b.packs?.shopify || a.packs?.square !== b.packs?.square) return false;
  return sameSide(a.shopify, b.shopify) && sameSide(a.square, b.square);
}

function sameSide(a: SideVariant | null, b: SideVariant | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.level?.quantity !== b.level?.quantity || a.level?.at !== b.level?.at) return false;
  if ((a.isExcluded === true) !== (b.isExcluded === true)) return false;
  return STORED_FIELDS.every((field) => a[field] === b[field]) && sameLabels(a.labels, b.labels);
}

const STORED_FIELDS = ['stockId', 'id', 'productId', 'productName', 'productStatus', 'name', 'sku', 'barcode', 'price', 'tracked'] as const;
