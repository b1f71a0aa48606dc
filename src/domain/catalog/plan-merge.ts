import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import { isLinked, type Joined, type KnownRow } from './joined';
import { isBlankSku } from './match';
import type { SideVariant } from './side-variant';

/** What was read, and the rows that it may touch. */
export interface MergeInput {
  /** Every row that holds a side of `fresh` or `gone`, or another holder of one of their SKUs; others may be left out. */
  readonly rows: readonly KnownRow[];
  /** Sides as just read; at most one of each variant counts, the last. */
  readonly fresh: readonly SideVariant[];
  /** Whether the platform no longer has this side, as a complete read or a deletion says. */
  readonly isGone: (source: Source, stockId: string) => boolean;
  /** Whether this SKU is held once on each side, over the whole catalogue, after the merge. */
  readonly linkable: (sku: string) => boolean;
}

/** Why a cell ends, in the ledger's words. */
export type CloseReason = 'sku-changed' | 'sku-duplicated' | 'removed' | 'untracked';

/** A row to be written over. Quantities of a row that keeps its cell are the engine's: they stay as they are stored. */
export interface RowUpdate extends Joined {
  readonly key: number;
  readonly before: KnownRow;
}

/** A level of a row with a cell: the engine judges it, the merge does not write it. */
export interface LevelChange {
  readonly key: number;
  readonly side: Source;
  readonly quantity: Quantity;
  readonly at: Instant;
}

/** The least that must be written so that the rows say what the platforms say. Empty lists when nothing changed. */
export interface MergePlan {
  readonly removes: readonly number[];
  readonly updates: readonly RowUpdate[];
  readonly inserts: readonly Joined[];
  /** Cells that end, to be closed before anything is written. */
  readonly closes: readonly { readonly key: number; readonly why: CloseReason }[];
  /** Rows whose cell begins anew from the quantities written; inserted rows have theirs from the start. */
  readonly baselines: readonly number[];
  readonly levels: readonly LevelChange[];
}

type Sides = Readonly<Record<Source, ReadonlyMap<string, { readonly side: SideVariant; readonly row: KnownRow | null }>>>;

interface Target extends Joined {
  readonly row: KnownRow | null;
}

type MutablePlan = { -readonly [K in keyof MergePlan]: MergePlan[K] extends readonly (infer T)[] ? T[] : never };

/**
 * Plans a merge. What is linked afterwards depends on the SKUs alone: the same reads in any order end in the same links.
 * Planning again after the plan was carried out gives an empty plan.
 */
export function planMerge(input: MergeInput): MergePlan {
  const plan: MutablePlan = { removes: [], updates: [], inserts: [], closes: [], baselines: [], levels: [] };
  const sides = overlay(input);
  const targets = groupSides(sides, input);
  const claimed = new Set(targets.map((target) => target.row?.key));
  for (const row of input.rows) {
    if (claimed.has(row.key)) continue;
    plan.removes.push(row.key);
    if (isLinked(row)) plan.closes.push({ key: row.key, why: closeReason(row, sides) });
  }
  for (const { row, shopify, square } of targets) {
    if (row === null) plan.inserts.push({ shopify, square });
    else planRow(plan, row, { shopify, square }, sides);
  }
  return plan;
}

function planRow(plan: MutablePlan, row: KnownRow, next: Joined, sides: Sides): void {
  const { key } = row;
  const had = isLinked(row);
  if (had && isLinked(next) && samePair(row, next) && !unstocks(row, next)) {
    plan.levels.push(...newLevels(row, next));
    const target = { shopify: withLevelOf(next.shopify, row.shopify), square: withLevelOf(next.square, row.square) };
    if (!sameJoined(row, target)) plan.updates.push({ key, before: row, ...target });
    return;
  }
  if (had) plan.closes.push({ key, why: closeReason(row, sides) });
  if (!sameJoined(row, next)) plan.updates.push({ key, before: row, ...next });
  if (isLinked(next)) plan.baselines.push(key);
}

/** Every side of the set as it is now: fresh where it was read, gone where it is gone, each with the row that holds it. */
function overlay({ rows, fresh, isGone }: MergeInput): Sides {
  const sides: Record<Source, Map<string, { side: SideVariant; row: KnownRow | null }>> = { shopify: new Map(), square: new Map() };
  for (const row of rows) {
    for (const side of [row.shopify, row.square]) {
      if (side !== null && !isGone(side.source, side.stockId)) sides[side.source].set(side.stockId, { side, row });
    }
  }
  for (const side of fresh) {
    const known = sides[side.source].get(side.stockId);
    sides[side.source].set(side.stockId, { side: settled(known?.side ?? null, side), row: known?.row ?? null });
  }
  return sides;
}

/** The sides in the groups that belong together, and the row that each group takes: its Shopify side's if there is one. */
function groupSides(sides: Sides, { fresh, linkable }: MergeInput): Target[] {
  const holders = { shopify: holdersBySku(sides, 'shopify', fresh), square: holdersBySku(sides, 'square', fresh) };
  const claimed = new Set<number>();
  for (const { row } of sides.shopify.values()) if (row !== null) claimed.add(row.key);
  const take = (row: KnownRow | null): KnownRow | null => {
    if (row === null || claimed.has(row.key)) return null;
    claimed.add(row.key);
    return row;
  };
  const targets: Target[] = [];
  const partnered = new Set<string>();
  for (const [stockId, { side, row }] of sides.shopify) {
    const links = linkable(side.sku) && holders.shopify.get(side.sku) === stockId;
    const partner = links ? sides.square.get(holders.square.get(side.sku) ?? '') : undefined;
    if (partner !== undefined) partnered.add(partner.side.stockId);
    targets.push({ row: row ?? take(partner?.row ?? null), shopify: side, square: partner?.side ?? null });
  }
  for (const [stockId, { side, row }] of sides.square) {
    if (!partnered.has(stockId)) targets.push({ row: take(row), shopify: null, square: side });
  }
  return targets;
}

/** Who of the set holds each SKU of one side. A side that was just read stands before one whose stored SKU may be old. */
function holdersBySku(sides: Sides, source: Source, fresh: readonly SideVariant[]): Map<string, string> {
  const holders = new Map<string, string>();
  for (const [stockId, { side }] of sides[source]) if (!isBlankSku(side.sku)) holders.set(side.sku, stockId);
  for (const { source: from, stockId } of fresh) {
    const side = from === source ? sides[source].get(stockId)?.side : undefined;
    if (side !== undefined && !isBlankSku(side.sku)) holders.set(side.sku, stockId);
  }
  return holders;
}

function samePair(row: Joined, next: Joined): boolean {
  return row.shopify?.stockId === next.shopify?.stockId && row.square?.stockId === next.square?.stockId;
}

/** A side whose number we know is no longer offered at the paired location: its number ends, and the cell with it. */
function unstocks(row: Joined, next: Joined): boolean {
  const ends = (before: SideVariant | null, after: SideVariant | null): boolean =>
    before !== null && before.level !== null && after !== null && after.level === null;
  return ends(row.shopify, next.shopify) || ends(row.square, next.square);
}

function closeReason(row: KnownRow, sides: Sides): CloseReason {
  let why: CloseReason = 'sku-duplicated';
  for (const before of [row.shopify, row.square]) {
    if (before === null) continue;
    const now = sides[before.source].get(before.stockId)?.side;
    if (now === undefined) return 'removed';
    if (now.sku !== before.sku) why = 'sku-changed';
    else if (now.tracked !== before.tracked || now.level === null) why = why === 'sku-changed' ? why : 'untracked';
  }
  return why;
}

/** The side with the newest level that is known: one without a fresh number keeps the old one while it is offered there. */
function settled(before: SideVariant | null, next: SideVariant): SideVariant {
  if (!next.stocked) return next.level === null ? next : { ...next, level: null };
  const known = before?.level ?? null;
  if (known === null) return next;
  return next.level === null || next.level.at < known.at ? { ...next, level: known } : next;
}

function withLevelOf(next: SideVariant | null, row: SideVariant | null): SideVariant | null {
  return next === null || row === null ? next : { ...next, level: row.level };
}

/** Levels that say something new: another value, or the same value at a later time, which keeps old news out afterwards. */
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

/** Whether two joined variants would be stored alike. */
function sameJoined(a: Joined, b: Joined): boolean {
  return sameSide(a.shopify, b.shopify) && sameSide(a.square, b.square);
}

function sameSide(a: SideVariant | null, b: SideVariant | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.level?.quantity !== b.level?.quantity || a.level?.at !== b.level?.at) return false;
  return STORED_FIELDS.every((field) => a[field] === b[field]);
}

const STORED_FIELDS = ['stockId', 'id', 'productId', 'productName', 'name', 'sku', 'barcode', 'price', 'tracked'] as const;
