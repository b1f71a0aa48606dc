import type { Merchant } from './merchant';
import type { Platform, Variant } from './storm-catalog';
import { historyOf, readLinkLine, type LinkLine } from './storm-history';
import type { MadeSale } from './storm-sales';

/** Two linked variants that exchange their SKUs on one platform, and what was done from outside. */
export interface SwapEdit {
  readonly variants: readonly [Variant, Variant];
  readonly platform: Platform;
  /** Before the first SKU was changed (ms since 1970). */
  readonly editedAt: number;
  /** Units of an item at the start, by its platform id. */
  readonly start: (id: string) => number;
  /** Earlier lines are not about this edit (ms since 1970). */
  readonly since?: number;
  readonly sales: readonly MadeSale[];
}

/** What history shows about the swap. */
interface Swap extends SwapEdit {
  /** Lines that end the old links, in the order of `variants`. */
  readonly unlinked: readonly [LinkLine, LinkLine];
  /** Lines that start the new links: the first variant's Shopify side with the second's Square side, and the reverse. */
  readonly linked: readonly [LinkLine, LinkLine];
}

/** One side of one variant: its total, and its sales before the SKU change, while links changed, and after. */
interface Item {
  /** Positions of its old and of its new link. */
  readonly old: 0 | 1;
  readonly next: 0 | 1;
  /** Change of its units from the end of the old link to the start of the new one. */
  readonly shown: number;
  /** What was still to be sent to it when the old link ended: it may have arrived before or after the new link started. */
  readonly pending: number;
  /** The total that has come from its partners. */
  readonly received: number;
  readonly before: number;
  readonly between: readonly number[];
  readonly after: number;
}

/** Sales of one side made while links changed that went to the old and to the new partner; the rest shows only in the lines. */
interface Split {
  readonly toOld: number;
  readonly toNew: number;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const SIDES = ['shopify', 'square'] as const;

const otherOf = (index: 0 | 1): 0 | 1 => (index === 0 ? 1 : 0);

function itemOf({ variants, editedAt, start, sales, unlinked, linked }: Swap, units: number, old: 0 | 1, platform: Platform): Item {
  const next = platform === 'shopify' ? old : otherOf(old);
  const own = sales.filter((sale) => sale.platform === platform && sale.variant === variants[old]);
  const isBefore = (sale: MadeSale) => sale.until < editedAt;
  const isAfter = (sale: MadeSale) => sale.from > linked[next].at;
  const amounts = (which: (sale: MadeSale) => boolean) => own.filter(which).map(({ delta }) => delta);
  return {
    old,
    next,
    shown: linked[next].units[platform] - unlinked[old].units[platform],
    pending: unlinked[old].pending[platform],
    received: units - start(variants[old][platform]) - sum(amounts(() => true)),
    before: sum(amounts(isBefore)),
    between: amounts((sale) => !isBefore(sale) && !isAfter(sale)),
    after: sum(amounts(isAfter)),
  };
}

/**
 * All ways to split a side's sales made while links changed, in order: to the old partner, only in the lines, to the new partner. The
 * lines' numbers must show those in the middle; they may show some of those that go to the new partner, made just before its line.
 */
function splitsOf({ between, shown, pending }: Item) {
  const found = new Map<string, Split>();
  for (let first = 0; first <= between.length; first += 1) {
    for (let second = first; second <= between.length; second += 1) {
      const inLines = sum(between.slice(first, second));
      if (inLines !== shown && inLines !== shown - pending) continue;
      for (let third = first; third <= second; third += 1) {
        const split = { toOld: sum(between.slice(0, first)), toNew: sum(between.slice(third)) };
        found.set(JSON.stringify(split), split);
      }
    }
  }
  return [...found.values()];
}

/** All ways to choose one of each list. */
function choices<T>(lists: readonly (readonly T[])[]) {
  return lists.reduce<T[][]>((all, list) => all.flatMap((chosen) => list.map((one) => [...chosen, one])), [[]]);
}

/**
 * The lines of a swap. `none` when no link has ended, so the old ones hold; `partly` when a line is missing or there are too many.
 * Lines have the SKU that the row's Shopify side has by then.
 */
async function readSwap(merchant: Merchant, edit: SwapEdit): Promise<Swap | 'none' | 'partly'> {
  const { variants, platform, since = 0 } = edit;
  const [one, other] = variants;
  const lines = (await Promise.all(variants.map(({ sku }) => historyOf(merchant, sku)))).flat();
  const names = platform === 'shopify' ? [other.sku, one.sku] : [one.sku, other.sku];
  const found = (kind: 'Linked' | 'No longer linked', index: 0 | 1) =>
    lines.flatMap((row) => readLinkLine(row, kind) ?? []).filter((line) => line.sku === names[index] && line.at >= since);
  const all = [found('No longer linked', 0), found('No longer linked', 1), found('Linked', 0), found('Linked', 1)];
  if (all.every((each) => each.length === 0)) return 'none';
  const [endOne, endOther, startOne, startOther] = all.map(([line]) => line);
  if (all.some((each) => each.length > 1) || !endOne || !endOther || !startOne || !startOther) return 'partly';
  return { ...edit, unlinked: [endOne, endOther], linked: [startOne, startOther] };
}

/** What is wrong with two variants that exchange their SKUs, in words. Where the links have not changed, both old ones must be exact. */
export async function problemsOfSwap(merchant: Merchant, edit: SwapEdit, units: ReadonlyMap<string, number>): Promise<string[]> {
  const swap = await readSwap(merchant, edit);
  if (swap === 'partly') return ['history lacks a line of the swap, or has one twice'];
  if (swap !== 'none') return swapProblems(swap, units);
  return edit.variants.flatMap((variant) => {
    const sold = sum(edit.sales.filter((sale) => sale.variant === variant).map(({ delta }) => delta));
    const [sides, expected] = [SIDES.map((side) => units.get(variant[side])), SIDES.map((side) => edit.start(variant[side]) + sold)];
    const right = sides.every((side, index) => side === expected[index]);
    return right ? [] : [`${variant.sku} keeps its link: ${sides.join(' and ')}, expected ${expected.join(' and ')}`];
  });
}

/**
 * What does not add up after a swap, in words; empty when every sale arrived once. A sale before the change belongs to the old partner, one after the
 * line of the new link to the new partner. A sale in between may belong to either, or show only as a difference between the numbers of the lines.
 */
function swapProblems(swap: Swap, units: ReadonlyMap<string, number>) {
  const { variants, start, unlinked } = swap;
  const ends = unlinked.map((line, index) =>
    SIDES.map((side) => line.units[side] + line.pending[side] - start(variants[index === 0 ? 0 : 1][side])),
  );
  const unequal = ends.flatMap((sides, index) =>
    sides[0] === sides[1] ? [] : [`the old link of ${variants[index]?.sku} ended with changes of ${sides.join(' and ')}`],
  );
  if (unequal.length > 0) return unequal;
  const items = ([0, 1] as const).flatMap((old) =>
    SIDES.map((side) => itemOf(swap, units.get(variants[old][side]) ?? Number.NaN, old, side)),
  );
  const explains = (splits: readonly Split[]) => {
    const sent = items.map((item, index) => ({
      ...item,
      toOld: item.before + (splits[index]?.toOld ?? 0),
      toNew: item.after + (splits[index]?.toNew ?? 0),
    }));
    const oldPairs = ends.every(([total], index) => total === sum(sent.filter(({ old }) => old === index).map(({ toOld }) => toOld)));
    return (
      oldPairs &&
      sent.every((item) => {
        const fromOld = sent.filter((other) => other !== item && other.old === item.old).map(({ toOld }) => toOld);
        const fromNew = sent.filter((other) => other !== item && other.next === item.next).map(({ toNew }) => toNew);
        return item.received === sum(fromOld) + sum(fromNew);
      })
    );
  };
  if (choices(items.map(splitsOf)).some(explains)) return [];
  return [`no attribution of the sales explains changes of ${JSON.stringify(ends)} in the old links and ${JSON.stringify(items)}`];
}
