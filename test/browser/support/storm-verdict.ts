import type { signIn } from '../../../scripts/merchant.mjs';
import type { Addresses } from './sign-in';
import { unitsBySquaresLog } from './square-log';
import { readUnits, type Variant } from './storm-catalog';
import type { StormPlan, StormSteps } from './storm-steps';

type Merchant = Awaited<ReturnType<typeof signIn>>;

/** A variant whose stock is not what it must be, in words: its units, what was expected, and what was planted for it. */
interface Difference {
  readonly variant: Variant;
  /** What was planned for it besides changes of stock. */
  readonly cause: string;
  readonly text: string;
}

/** What a storm came to, variant by variant. */
export interface Verdict {
  readonly exact: number;
  /** Not exact, and the product says so: held, blocked or indeterminate. */
  readonly reported: readonly string[];
  /** Neither exact nor reported. Each line ends with how the product lists the variant. */
  readonly wrong: readonly string[];
  /** How many variants are wrong, by what was planted for them. */
  readonly wrongByCause: Readonly<Record<string, number>>;
}

/** A variant as the product lists it. */
interface Listed {
  readonly shopify_id: string;
  readonly square_id: string;
  readonly sku: string;
  readonly status: string;
  readonly trouble: string;
  readonly trouble_detail: string;
}

async function listed(merchant: Merchant): Promise<Map<string, Listed>> {
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

/** What each variant must come to: its start of 100 and all outside changes on both sides; for recounted ones what Square's own log says. */
async function expectedUnits(
  app: Addresses,
  variants: readonly Variant[],
  plan: StormPlan,
  { steps }: StormSteps,
): Promise<Map<string, number>> {
  const expected = new Map(variants.map(({ sku }) => [sku, 100]));
  for (const step of steps) {
    if (step.kind !== 'change' || !('delta' in step.amount)) continue;
    expected.set(step.variant.sku, (expected.get(step.variant.sku) ?? 0) + step.amount.delta);
  }
  const logged = await unitsBySquaresLog(app, new Set(variants.slice(0, plan.recounted).map(({ sku }) => sku)));
  return new Map([...expected, ...logged]);
}

/**
 * The variants that are not exact now. Of two variants that exchanged their SKUs on one side, some changes belong to the one link and some to the
 * other, so only their sum must be right, on each side.
 */
export async function differencesNow(
  app: Addresses,
  variants: readonly Variant[],
  plan: StormPlan,
  planned: StormSteps,
): Promise<readonly Difference[]> {
  const units = await readUnits(app);
  const expected = await expectedUnits(app, variants, plan, planned);
  const groups = new Map<Variant, readonly Variant[]>(planned.swapped.flatMap((pair) => pair.map((one) => [one, pair] as const)));
  const sum = (side: 'shopify' | 'square', group: readonly Variant[]): number =>
    group.reduce((total, variant) => total + (units.get(variant[side]) ?? Number.NaN), 0);
  return variants.flatMap((variant) => {
    const group = groups.get(variant) ?? [variant];
    const [shopify, square] = [sum('shopify', group), sum('square', group)];
    const right = group.reduce((total, { sku }) => total + (expected.get(sku) ?? Number.NaN), 0);
    if (shopify === right && square === right) return [];
    const planted = planned.planted.get(variant.sku) ?? 'only what happens to all';
    const of = group.length === 1 ? '' : ` (sum of ${group.map(({ sku }) => sku).join(' and ')})`;
    return [
      {
        variant,
        cause: planted,
        text: `${variant.sku}: Shopify ${shopify}, Square ${square}, expected ${right}${of}; planted: ${planted}`,
      },
    ];
  });
}

/** Judges the differences by what the product itself lists. */
export async function judge(merchant: Merchant, variants: readonly Variant[], differences: readonly Difference[]): Promise<Verdict> {
  const known = await listed(merchant);
  const reported: string[] = [];
  const wrong: string[] = [];
  const wrongByCause: Record<string, number> = {};
  for (const { variant, cause, text } of differences) {
    const sides = [known.get(variant.shopify), known.get(variant.square)];
    const said = [...new Set(sides)].map((one) =>
      one === undefined ? 'not listed' : `${one.sku} ${one.status}${one.trouble === '' ? '' : `, ${one.trouble}: ${one.trouble_detail}`}`,
    );
    const line = `${text}; the product lists: ${said.join(' / ')}`;
    if (sides.some((one) => one !== undefined && one.trouble !== '')) reported.push(line);
    else {
      wrong.push(line);
      wrongByCause[cause] = (wrongByCause[cause] ?? 0) + 1;
    }
  }
  return { exact: variants.length - differences.length, reported, wrong, wrongByCause };
}
