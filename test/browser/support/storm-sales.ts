import type { Addresses } from './sign-in';
import { changeVariant, type Platform, type Variant } from './storm-catalog';
import { seeded } from './storm-steps';

/** A sale that was made, with the times before and after the request to the platform (ms since 1970). */
export interface MadeSale {
  readonly platform: Platform;
  readonly variant: Variant;
  readonly delta: number;
  readonly from: number;
  readonly until: number;
}

/** Sales of one or two units of each of these variants, on both sides. */
export interface SalesPlan {
  readonly seed: number;
  /** For each variant. */
  readonly sales: number;
  /** Time over which the sales of a variant are spread (ms). */
  readonly duringMs: number;
}

/** Waits this long (ms), or not at all if the time has passed. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

async function sellOne(app: Addresses, variant: Variant, { seed, sales, duringMs }: SalesPlan, made: MadeSale[]) {
  const random = seeded(seed);
  const started = Date.now();
  for (let n = 0; n < sales; n += 1) {
    await pause(started + ((n + random()) / sales) * duringMs - Date.now());
    const platform = random() < 0.5 ? 'shopify' : 'square';
    const delta = random() < 0.7 ? -1 : -2;
    const from = Date.now();
    await changeVariant(app, platform, variant, { delta });
    made.push({ platform, variant, delta, from, until: Date.now() });
  }
}

/** Makes the sales of all variants in parallel; the sales of one variant follow each other, at times derived from the seed. */
export async function sellVariants(app: Addresses, variants: readonly Variant[], plan: SalesPlan): Promise<readonly MadeSale[]> {
  const made: MadeSale[] = [];
  await Promise.all(variants.map((variant, index) => sellOne(app, variant, { ...plan, seed: plan.seed * 1_000 + index }, made)));
  return made;
}
