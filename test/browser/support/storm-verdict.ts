import { appendFileSync } from 'node:fs';

import type { Merchant } from './merchant';
import type { Addresses } from './sign-in';
import { unitsBySquaresLog } from './square-log';
import { readUnits, type Variant } from './storm-catalog';
import { historyOf } from './storm-history';
import type { MadeSale } from './storm-sales';
import type { StormPlan, StormSteps } from './storm-steps';
import { problemsOfSwap } from './storm-swap';

/** A variant whose stock is wrong, in words: its units, what was expected, and what was planted for it. */
interface Difference {
  readonly variant: Variant;
  /** What was planned for it besides changes of stock. */
  readonly cause: string;
  /** Whether something was planted that a platform may refuse or leave uncertain: the product may report it instead of being exact. */
  readonly mayBeReported: boolean;
  readonly text: string;
}

/** The result of a chaos test, variant by variant. */
export interface Verdict {
  readonly exact: number;
  /** Not exact because of a planted cause, and reported by the product: held, blocked or indeterminate. */
  readonly reported: readonly string[];
  /** Neither exact nor reported. Each line ends with how the product lists the variant. */
  readonly wrong: readonly string[];
  /** How many variants are wrong, by what was planted for them. */
  readonly wrongByCause: Readonly<Record<string, number>>;
}

/** A variant as the product lists it. */
export interface Listed {
  readonly shopify_id: string;
  readonly square_id: string;
  readonly sku: string;
  readonly status: string;
  readonly trouble: string;
  readonly trouble_detail: string;
  readonly shopify_quantity?: number;
  readonly square_quantity?: number;
}

/** Every variant as the product lists it, by its platform ids. */
export async function listed(merchant: Merchant): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  for (let page = 0; ; page += 1) {
    const { products, has_next_page: more } = (await merchant.rpc('sh.Inventory/GetInventory', {
      view: 'all',
      table: { limit: 1_000, page },
    })) as { products: { variants: Listed[] }[]; has_next_page: boolean };
    for (const one of products.flatMap((product) => product.variants)) {
      for (const id of [one.shopify_id, one.square_id]) if (id !== '') found.set(id, one);
    }
    if (!more) return found;
  }
}

/**
 * The expected units of each item, by its platform id: its start and all outside changes on both sides; for recounted variants the value in
 * Square's own log, and on Shopify that value with the same difference as at the start.
 */
async function expectedUnits(app: Addresses, { variants, plan, planned, start }: Course) {
  const changes = new Map<string, number>();
  for (const step of planned.steps) {
    if (step.kind !== 'change' || !('delta' in step.amount)) continue;
    changes.set(step.variant.sku, (changes.get(step.variant.sku) ?? 0) + step.amount.delta);
  }
  const logged = await unitsBySquaresLog(app, new Set(variants.slice(0, plan.recounted).map(({ sku }) => sku)));
  return new Map(
    variants.flatMap(({ sku, shopify, square }) => {
      const right = logged.get(sku) ?? start(square) + (changes.get(sku) ?? 0);
      return [[square, right] as const, [shopify, right + start(shopify) - start(square)] as const];
    }),
  );
}

/** A running chaos test: what was planned, and what has been done from outside. */
export interface Course {
  readonly merchant: Merchant;
  readonly variants: readonly Variant[];
  readonly plan: StormPlan;
  readonly planned: StormSteps;
  readonly sales: readonly MadeSale[];
  /** Before the first change of a variant's SKU on a platform (ms since 1970). */
  readonly renamedAt: ReadonlyMap<Variant, number>;
  /** Units of an item at the start, by its platform id. */
  readonly start: (id: string) => number;
  /** When it started (ms since 1970). */
  readonly since: number;
}

/** The variants that are not exact now. Variants that exchange their SKUs on one side are judged by the history of their links. */
export async function differencesNow(app: Addresses, course: Course): Promise<readonly Difference[]> {
  const { merchant, variants, plan, planned, sales, renamedAt, start, since } = course;
  const units = await readUnits(app);
  const expected = await expectedUnits(app, course);
  const swaps = await Promise.all(
    planned.swapped.map(async ({ platform, variants: pair }) => {
      const editedAt = Math.min(...pair.map((variant) => renamedAt.get(variant) ?? Infinity));
      const problems = await problemsOfSwap(merchant, { variants: pair, platform, editedAt, start, since, sales }, units);
      return pair.map((variant) => [variant, problems] as const);
    }),
  );
  const problemsOf = new Map(swaps.flat());
  return variants.flatMap((variant) => {
    const [shopify, square] = [units.get(variant.shopify), units.get(variant.square)];
    const [onShopify, onSquare] = [expected.get(variant.shopify), expected.get(variant.square)];
    const right = shopify === onShopify && square === onSquare;
    const problems = problemsOf.get(variant) ?? (right ? [] : [`expected ${String(onShopify)} and ${String(onSquare)}`]);
    if (problems.length === 0) return [];
    const cause = planned.planted.get(variant.sku) ?? 'only what happens to all';
    return [
      {
        variant,
        cause,
        mayBeReported: planned.planted.has(variant.sku) || plan.refused > 0,
        text: `${variant.sku}: Shopify ${String(shopify)}, Square ${String(square)}, ${problems.join('; ')}; planted: ${cause}`,
      },
    ];
  });
}

/** Appends the history of the variants that are not exact to the file `STORM_DUMP`, to find the cause. */
async function dump(merchant: Merchant, differences: readonly Difference[]) {
  const file = process.env['STORM_DUMP'];
  if (file === undefined) return;
  for (const { variant, text } of differences) {
    const lines = (await historyOf(merchant, variant.sku)).map((row) => `  ${row.date} ${row.originator} ${row.sku}: ${row.message}\n`);
    appendFileSync(file, `${text} (${variant.shopify}, ${variant.square})\n${lines.join('')}\n`);
  }
}

/** Judges the differences by what the product itself lists. */
export async function judge(merchant: Merchant, variants: readonly Variant[], differences: readonly Difference[]): Promise<Verdict> {
  await dump(merchant, differences);
  const known = await listed(merchant);
  const reported: string[] = [];
  const wrong: string[] = [];
  const wrongByCause: Record<string, number> = {};
  for (const { variant, cause, mayBeReported, text } of differences) {
    const sides = [known.get(variant.shopify), known.get(variant.square)];
    const said = [...new Set(sides)].map((one) =>
      one === undefined ? 'not listed' : `${one.sku} ${one.status}${one.trouble === '' ? '' : `, ${one.trouble}: ${one.trouble_detail}`}`,
    );
    const line = `${text}; the product lists: ${said.join(' / ')}`;
    if (mayBeReported && sides.some((one) => one !== undefined && one.trouble !== '')) reported.push(line);
    else {
      wrong.push(line);
      wrongByCause[cause] = (wrongByCause[cause] ?? 0) + 1;
    }
  }
  return { exact: variants.length - differences.length, reported, wrong, wrongByCause };
}
