import type { Platform, Variant } from './storm-catalog';

/** The size and kind of a chaos test. The same plan results in the same steps in the same order. */
export interface StormPlan {
  readonly seed: number;
  /** Total outside changes of stock, spread over both sides. */
  readonly changes: number;
  /** How often every process of the app is killed during the test. */
  readonly kills: number;
  readonly variants: number;
  /** How many of the variants, the first ones, are also recounted; their SKUs stay. */
  readonly recounted: number;
  /** Steps per second. */
  readonly rate: number;
  /** SKU changes, one kind after the other, each for its own variants. */
  readonly renames: number;
  /** How many of the variants, the last ones, are poisoned on each platform for `POISON_MS`; their SKUs stay. */
  readonly poisoned: number;
  /** Probability (0..1) that a stock write is refused as a whole. */
  readonly refused: number;
  /** Whether access ends and shops close now and then; the merchant comes back each time. */
  readonly ends: boolean;
}

/**
 * `one-then-other`: the SKU changes on one platform and within 20 s on the other. `in-app`: in the app, on both at once. `duplicate`: a
 * second variant has the same SKU on one platform for some seconds. `swap`: two variants exchange SKUs on one platform, permanently.
 */
export type RenameKind = 'one-then-other' | 'in-app' | 'duplicate' | 'swap';

/** One action from outside the app, or by the merchant in it. */
export type Step =
  | { readonly kind: 'change'; readonly platform: Platform; readonly variant: Variant; readonly amount: Amount }
  | { readonly kind: 'rename'; readonly platform: Platform; readonly variant: Variant; readonly sku: string }
  | { readonly kind: 'rename-in-app'; readonly variant: Variant; readonly sku: string };

type Amount = { readonly delta: number } | { readonly set: number };

/** The steps in order, and what was planned for variants besides changes of stock. */
export interface StormSteps {
  readonly steps: readonly Step[];
  /** By the SKU at the start. */
  readonly planted: ReadonlyMap<string, RenameKind | 'poisoned'>;
  /** Pairs of variants that exchange their SKUs on one platform. */
  readonly swapped: readonly { readonly platform: Platform; readonly variants: readonly [Variant, Variant] }[];
}

const KINDS: readonly RenameKind[] = ['one-then-other', 'in-app', 'duplicate', 'swap'];

/** Longest time between the two halves of a `one-then-other`, and of a duplicate or swap (s). */
const LONGEST_GAP_S = { 'one-then-other': 20, duplicate: 5, swap: 2 };

/** A step with its position in the chaos test: the number of changes before it, which may be fractional. */
type Placed = readonly [at: number, step: Step];

/** A stream of numbers from 0 to 1 that is reproducible by its seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function changeOf(variants: readonly Variant[], plan: StormPlan, random: () => number): Step {
  const index = Math.floor(random() * variants.length);
  const variant = variants[index];
  if (variant === undefined) throw new Error('a storm needs variants');
  const at = { kind: 'change', platform: random() < 0.5 ? 'shopify' : 'square', variant } as const;
  if (index < plan.recounted && random() < 0.25) return { ...at, amount: { set: 60 + Math.floor(random() * 80) } };
  return { ...at, amount: { delta: random() < 0.75 ? -1 - Math.floor(random() * 3) : 1 + Math.floor(random() * 6) } };
}

/** The steps of one SKU change; `other` is the second variant that a duplicate or a swap involves. */
function renameSteps(kind: RenameKind, variant: Variant, other: Variant, plan: StormPlan, random: () => number): Placed[] {
  const first = random() < 0.5 ? 'shopify' : 'square';
  const second = first === 'shopify' ? 'square' : 'shopify';
  // Not right at the start or the end: stock changes before, in between and after it.
  const at = plan.changes * (0.1 + 0.7 * random());
  const later = (longestS: number) => at + random() * longestS * plan.rate;
  const rename = (platform: Platform, which: Variant, sku: string): Step => ({ kind: 'rename', platform, variant: which, sku });
  switch (kind) {
    case 'one-then-other': {
      const sku = `NEW-${variant.sku}`;
      return [
        [at, rename(first, variant, sku)],
        [later(LONGEST_GAP_S[kind]), rename(second, variant, sku)],
      ];
    }
    case 'in-app':
      return [[at, { kind: 'rename-in-app', variant, sku: `APP-${variant.sku}` }]];
    case 'duplicate':
      return [
        [at, rename(first, other, variant.sku)],
        [later(LONGEST_GAP_S[kind]), rename(first, other, other.sku)],
      ];
    case 'swap':
      return [
        [at, rename(first, variant, other.sku)],
        [later(LONGEST_GAP_S[kind]), rename(first, other, variant.sku)],
      ];
  }
}

/** Plans everything that happens in a chaos test, from its seed. */
export function planSteps(variants: readonly Variant[], plan: StormPlan): StormSteps {
  const random = seeded(plan.seed);
  const placed: Placed[] = Array.from({ length: plan.changes }, (_, index) => [index, changeOf(variants, plan, random)]);
  const planted = new Map<string, RenameKind | 'poisoned'>(poisonedOf(variants, plan).map(({ sku }) => [sku, 'poisoned']));
  const swapped: { platform: Platform; variants: [Variant, Variant] }[] = [];
  const free = variants.slice(plan.recounted, variants.length - plan.poisoned);
  for (let n = 0; n < plan.renames; n += 1) {
    const [variant, other] = free.splice(0, 2);
    if (variant === undefined || other === undefined) throw new Error(`${plan.renames} renames need more variants`);
    const kind = KINDS[n % KINDS.length] ?? 'in-app';
    const steps = renameSteps(kind, variant, other, plan, random);
    placed.push(...steps);
    planted.set(variant.sku, kind);
    if (kind === 'duplicate' || kind === 'swap') planted.set(other.sku, kind);
    const [, first] = steps[0] ?? [];
    if (kind === 'swap' && first?.kind === 'rename') swapped.push({ platform: first.platform, variants: [variant, other] });
  }
  const steps = placed.toSorted(([a], [b]) => a - b).map(([, step]) => step);
  return { steps, planted, swapped };
}

/** The variants that are poisoned for a while: the last ones. */
export function poisonedOf(variants: readonly Variant[], plan: StormPlan): readonly Variant[] {
  return plan.poisoned === 0 ? [] : variants.slice(-plan.poisoned);
}
