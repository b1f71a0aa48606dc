import type { Platform, Variant } from './storm-catalog';
import { readLinkLine, type HistoryRow, type LinkLine } from './storm-history';
import { MADE_AGAIN_UNITS, skuAtEnd, type PlannedAct } from './storm-links';
import type { LinksLog, LoggedSale } from './storm-links-log';
import type { Listed } from './storm-verdict';

/** What the verdict about links that ended and were made again is based on. */
interface Relinks {
  readonly plan: readonly PlannedAct[];
  readonly log: Pick<LinksLog, 'salesOf' | 'actedAt' | 'told'>;
  /** The whole history since the first act, oldest first. */
  readonly rows: readonly HistoryRow[];
  /** Units of each item now, by its platform id. */
  readonly units: ReadonlyMap<string, number>;
  /** What is linked now, by either platform id. */
  readonly pairs: ReadonlyMap<string, Listed>;
  /** Units of each variant at the start, on each side. */
  readonly start: number;
  /** How long SKUs may differ before a link ends, ms. */
  readonly graceMs: number;
}

/** What is wrong with variants, in words. */
interface Problem {
  readonly skus: readonly string[];
  readonly text: string;
}

/** The line that ended a link, and what its side has had by then. */
interface End {
  readonly line: LinkLine;
  /** The side's number at the end, with everything that was still to be sent to it. */
  readonly units: number;
}

/** One side of a pair that was linked again. */
interface Side {
  readonly platform: Platform;
  readonly id: string;
  /** The end of its link before; null for an item that was made since. */
  readonly end: End | null;
  /** Its units where the new link started, and now. */
  readonly began: number;
  readonly units: number;
  /**
   * What was still to be sent to it from the old link when the new one started. The line's number does not have it yet, and it arrives later
   * (SYN-9): that changes the difference that the line states.
   */
  readonly late: number;
  readonly sales: readonly LoggedSale[];
}

/** A pair that was linked again: the line of its latest link, and both sides. */
interface Pair extends Readonly<Record<Platform, Side>> {
  readonly sku: string;
  readonly line: LinkLine;
}

const SIDES = ['shopify', 'square'] as const;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const numbers = (side: Readonly<Record<Platform, number>>): string => `Shopify ${side.shopify}, Square ${side.square}`;

/** A link line, with the whole message. */
type ToldLine = LinkLine & { readonly message: string };

/** The latest link line of a kind for each SKU. */
function latest(rows: readonly HistoryRow[], kind: 'Linked' | 'No longer linked'): Map<string, ToldLine> {
  const lines = rows.flatMap((row) => {
    const line = readLinkLine(row, kind);
    return line === null ? [] : [{ ...line, message: row.message }];
  });
  return new Map(lines.map((line) => [line.sku.trim(), line]));
}

/** Links that do not wait for what is in flight: the line does not state that, and it arrives or comes back later. */
const endsAtOnce = ({ message }: ToldLine): boolean => /removed on one side|tracking was turned off/u.test(message);

/** A side's number where its new link starts, without what changed on it between the links: what it came to after the old link. */
function unitsBefore(again: ToldLine, platform: Platform): number {
  const list = /Changed while not linked: (?<list>[^.]*)\./u.exec(again.message)?.groups?.['list'] ?? '';
  return again.units[platform] - Number(new RegExp(`${platform} ([+-]\\d+)`, 'iu').exec(list)?.[1] ?? 0);
}

/**
 * Where a side was when its link ended; `again` is the line of its new link. Both sides have had the same by then; where less is stated on one,
 * the rest was in flight. Where both had a write in flight, neither number is the last one: that shows in the new link's line.
 */
function endOf(line: ToldLine, platform: Platform, again: ToldLine): End {
  const own = line.units[platform] + line.pending[platform];
  if (!endsAtOnce(line)) return { line, units: own };
  const stated = SIDES.map((side) => line.units[side] + line.pending[side]);
  return { line, units: Math.min(...stated, unitsBefore(again, platform)) };
}

/** Integers from one number to another. */
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/**
 * What may have been still to be sent to a side when its new link started, the likeliest first: all of what was when the old one ended, or
 * less. The line of the new link tells: it states the number, and by how much that has changed since the end, less what was still to be sent.
 * Only of a link that ended at once it may tell less, as a write was in flight.
 */
function lateAmounts(end: ToldLine | null, platform: Platform, line: ToldLine): number[] {
  if (end === null) return [0];
  const pending = end.pending[platform];
  const possible = range(Math.min(0, pending), Math.max(0, pending));
  const told = end.units[platform] + pending - unitsBefore(line, platform);
  if (!possible.includes(told)) return possible;
  return endsAtOnce(end) ? [told, ...possible.filter((amount) => amount !== told)] : [told];
}

/** The SKUs of the lines that end the first link of each item, by its platform id. */
function endSkus(plan: readonly PlannedAct[]) {
  return new Map(
    plan.flatMap((planned) =>
      planned.product.flatMap((variant, index) => SIDES.map((side) => [variant[side], skuAtEnd(planned, index)] as const)),
    ),
  );
}

/** Every pair that was linked since the first act, by its SKU; null where nothing has the SKU on both sides now. */
function pairsOf({ plan, log, rows, units, pairs }: Relinks): Map<string, Pair | null> {
  const ends = latest(rows, 'No longer linked');
  const skus = endSkus(plan);
  const now = new Map(
    [...pairs.values()].filter((one) => one.shopify_id !== '' && one.square_id !== '').map((one) => [one.sku.trim(), one]),
  );
  return new Map(
    [...latest(rows, 'Linked')].map(([sku, line]) => {
      const ids = now.get(sku);
      if (ids === undefined) return [sku, null];
      const ended = (platform: Platform) => ends.get(skus.get(ids[`${platform}_id`]) ?? '') ?? null;
      const side = (platform: Platform, late: number): Side => {
        const [id, end] = [ids[`${platform}_id`], ended(platform)];
        return {
          platform,
          id,
          end: end === null ? null : endOf(end, platform, line),
          began: line.units[platform],
          units: units.get(id) ?? Number.NaN,
          late,
          sales: log.salesOf([id]),
        };
      };
      const [onShopify, onSquare] = SIDES.map((platform) => lateAmounts(ended(platform), platform, line));
      const possible = (onShopify ?? []).flatMap((shopify) =>
        (onSquare ?? []).map((square): Pair => ({ sku, line, shopify: side('shopify', shopify), square: side('square', square) })),
      );
      return [sku, possible.find((pair) => passedOn(pair) !== null) ?? possible[0] ?? null];
    }),
  );
}

/**
 * How many sales a pair has passed on since it was linked again: the change of both sides from the line's numbers, without what arrived late
 * from the old links. Null when the sides disagree: then units went astray.
 */
function passedOn(pair: Pair): number | null {
  const [shopify, square] = SIDES.map((platform) => pair[platform].began + pair[platform].late - pair[platform].units);
  return shopify !== undefined && shopify === square ? shopify : null;
}

function differenceProblem(sku: string, pair: Pair | null): Problem[] {
  if (pair === null) return [{ skus: [sku], text: `${sku}: was linked again, and is no pair now` }];
  if (passedOn(pair) !== null) return [];
  const { shopify, square, line } = pair;
  const late =
    shopify.late === 0 && square.late === 0 ? '' : ` (${numbers({ shopify: shopify.late, square: square.late })} still to be sent)`;
  const now = { shopify: shopify.units, square: square.units };
  return [{ skus: [sku], text: `${sku}: linked again with ${numbers(line.units)}${late}, and now ${numbers(now)}` }];
}

/** How many of these sales are certainly, and how many may be, in a time (ms since 1970). */
const certainly = (sales: readonly LoggedSale[], from: number, until: number): number =>
  sales.filter((sale) => sale.from > from && sale.until < until).length;
const perhaps = (sales: readonly LoggedSale[], from: number, until: number): number =>
  sales.filter((sale) => sale.until >= from && sale.from <= until).length;

const isWithin = (count: number, least: number, most: number): boolean => count >= least && count <= most;

/** What is wrong with the link that a variant had at first: both sides have the same sales, and all that were made until it had to end. */
function oldLinkProblems(
  variant: Variant,
  { shopify, square }: Readonly<Record<Platform, End>>,
  relinks: Relinks,
  heldUntil: number,
): string[] {
  const { log, start } = relinks;
  const [onShopify, onSquare] = [start - shopify.units, start - square.units];
  const problems = onShopify === onSquare ? [] : [`the old link of ${variant.sku} ended after ${onShopify} and ${onSquare} sales`];
  const sales = log.salesOf([variant.shopify, variant.square]);
  const [least, most] = [certainly(sales, 0, heldUntil), perhaps(sales, 0, square.line.at)];
  if (!isWithin(onSquare, least, most))
    problems.push(`the old link of ${variant.sku} passed on ${onSquare} sales, not ${least} to ${most}`);
  return problems;
}

/** What is sold between two links of a side shows only in the numbers of the lines. */
const soldBetween = ({ end, began, late }: Side): number => (end === null ? 0 : end.units - began - late);

/** What is wrong with a new link, and with the time between the links. */
function newLinkProblems(pair: Pair, heldUntil: number): string[] {
  const { sku, line, shopify, square } = pair;
  const problems: string[] = [];
  for (const side of [shopify, square]) {
    const [between, most] = [soldBetween(side), perhaps(side.sales, heldUntil, line.at)];
    if (!isWithin(between, 0, most)) problems.push(`${side.id} changed by ${-between} between its links, not by up to ${most} sales`);
  }
  const sales = [...shopify.sales, ...square.sales];
  const count = passedOn(pair) ?? Number.NaN;
  const [least, most] = [certainly(sales, line.at, Infinity), perhaps(sales, heldUntil, Infinity)];
  if (!isWithin(count, least, most)) problems.push(`the new link of ${sku} passed on ${count} sales, not ${least} to ${most}`);
  return problems;
}

/** Until when the links of a product certainly held (ms since 1970); 0 where the app may have read nothing of it by then. */
function heldUntil({ act, product }: PlannedAct, { log, graceMs }: Relinks): number {
  if (act.last !== undefined) return log.actedAt(product) + graceMs;
  return act.name === 'exchanged SKUs' ? log.actedAt(product) : 0;
}

/**
 * The units of a product whose sides all are in pairs again: the start and all sales on both sides, but those between two links on one side
 * alone.
 */
function productProblems(planned: PlannedAct, pairs: ReadonlyMap<string, Pair | null>, relinks: Relinks): Problem[] {
  const { act, product } = planned;
  const skus = product.map(({ sku }) => sku);
  const found = skus.flatMap((sku) => pairs.get(sku) ?? []);
  const sides = found.flatMap((pair) => [pair.shopify, pair.square]);
  const ends = new Map(sides.flatMap(({ id, end }) => (end === null ? [] : [[id, end] as const])));
  if (ends.size < 2 * product.length) return [{ skus, text: `${skus.join(', ')}: history lacks a line of a link` }];
  const held = heldUntil(planned, relinks);
  const sold = sum(sides.map(({ sales }) => sales.length));
  const between = sum(sides.map(soldBetween));
  const [units, expected] = [sum(sides.map((side) => side.units)), sides.length * relinks.start - 2 * sold + between];
  const problems = [
    ...product.flatMap((variant) => {
      const [shopify, square] = [ends.get(variant.shopify), ends.get(variant.square)];
      return shopify === undefined || square === undefined ? [] : oldLinkProblems(variant, { shopify, square }, relinks, held);
    }),
    ...found.flatMap((pair) => newLinkProblems(pair, held)),
    ...(units === expected ? [] : [`${units} units, expected ${expected}: ${sold} sales, ${between} of them between links`]),
  ];
  return problems.map((problem) => ({ skus, text: `${act.name} ${skus.join(', ')}: ${problem}` }));
}

/** A variant made again starts with its units, and its partner has lost what was sold on either side, whenever that was. */
function madeAgainProblems({ sku }: Variant, pairs: ReadonlyMap<string, Pair | null>, { start }: Relinks): Problem[] {
  const pair = pairs.get(sku) ?? null;
  if (pair === null) return [{ skus: [sku], text: `${sku}: made again, and never linked again` }];
  const { shopify, square, line } = pair;
  const sold = [...shopify.sales, ...square.sales].length;
  const passed = passedOn(pair) ?? Number.NaN;
  const least = shopify.sales.length + certainly(square.sales, line.at, Infinity);
  const problems = [
    ...(shopify.began === MADE_AGAIN_UNITS ? [] : [`made again with ${MADE_AGAIN_UNITS}, and linked with ${shopify.began}`]),
    ...(square.units === start - sold ? [] : [`Square has ${square.units} after ${sold} sales`]),
    ...(isWithin(passed, least, sold) ? [] : [`the new link passed on ${passed} sales, not ${least} to ${sold}`]),
  ];
  return problems.map((problem) => ({ skus: [sku], text: `${sku}: ${problem}` }));
}

/**
 * What is wrong with pairs that were linked again. Each keeps the difference that its `Linked` line states, but for what the old links still
 * had to send, whatever is sold afterward; and no sale vanishes while links end and start.
 */
export function relinkProblems(relinks: Relinks): readonly Problem[] {
  const pairs = pairsOf(relinks);
  const unreadable = relinks.rows.filter((row) => row.message.startsWith('Linked') && readLinkLine(row, 'Linked') === null);
  return [
    ...unreadable.map(({ sku, message }) => ({ skus: [sku.trim()], text: `${sku}: ${message}` })),
    ...[...pairs].flatMap(([sku, pair]) => differenceProblem(sku, pair)),
    ...relinks.plan.flatMap((planned) => {
      if (!isLinkedAgain(planned)) return [];
      if (planned.act.name !== 'deleted and made again') return productProblems(planned, pairs, relinks);
      return planned.product.flatMap((variant) => madeAgainProblems(variant, pairs, relinks));
    }),
  ];
}

/** Whether an act ends links whose sides are linked again later. */
export const isLinkedAgain = ({ act }: PlannedAct): boolean => act.outcome === 'other-partner' || act.outcome === 'linked-again';

/** Problems with everything that happened to their products, ordered by time: the history's lines, the test's acts and sales. */
export function toldProblems(problems: readonly Problem[], { plan, log, rows }: Pick<Relinks, 'plan' | 'log' | 'rows'>): string {
  return problems
    .map((problem) => {
      const products = plan.filter(({ product }) => product.some(({ sku }) => problem.skus.includes(sku)));
      const skus = new Set([...problem.skus, ...products.flatMap(({ product }) => product.map(({ sku }) => sku))]);
      const lines = rows
        .filter(({ sku }) =>
          skus.has(
            sku
              .trim()
              .replace(/^(?:NEW|ONE|BACK)-/u, '')
              .toUpperCase(),
          ),
        )
        .map(({ date, originator, sku, message }) => ({ at: Date.parse(date), text: `${originator} ${sku}: ${message}` }));
      const all = [...lines, ...log.told(skus)].toSorted((a, b) => a.at - b.at);
      return [problem.text, ...all.map(({ at, text: what }) => `  ${new Date(at).toISOString()} ${what}`)].join('\n');
    })
    .join('\n');
}
