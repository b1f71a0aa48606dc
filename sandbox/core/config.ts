import { isRecord, MAX_DELAY_MS, mergeFaults, NO_FAULTS, numberIn, refuse, type Faults, type Merged } from './fault-switches';
import { mergeRivals, NO_RIVALS, type Rivals } from './rival-switches';

/** Shopify's plans, which set the size of the rate limit bucket; a `development` store can only approve test charges. */
export type ShopifyPlan = 'standard' | 'advanced' | 'plus' | 'enterprise' | 'development';

/** Everything that `/control/config` shows and accepts. */
export interface SandboxConfig {
  /** Consent and billing pages redirect immediately. */
  readonly autoApprove: boolean;
  /** The seller that Square's consent page uses under `autoApprove`; '' for the first that has not granted access yet. */
  readonly squareSeller: string;
  /** Both platforms also grant read access to orders, whatever the app requests, as an app of a single shop may have it. */
  readonly grantOrders: boolean;
  /** How many times as fast as real time the sandbox's clock runs. */
  readonly clockSpeed: number;
  /** Shopify reports times in steps of this many ms. */
  readonly shopifyTimePrecisionMs: number;
  readonly shopifyPlan: ShopifyPlan;
  readonly faults: { readonly shopify: Faults; readonly square: Faults };
  /** Other apps that write the demo pair's stock. */
  readonly rivals: Rivals;
}

/** The initial config of a sandbox. */
export const DEFAULT_CONFIG: SandboxConfig = {
  autoApprove: false,
  squareSeller: '',
  grantOrders: false,
  clockSpeed: 1,
  shopifyTimePrecisionMs: 1000,
  shopifyPlan: 'standard',
  faults: { shopify: NO_FAULTS, square: NO_FAULTS },
  rivals: NO_RIVALS,
};

const PLANS: readonly ShopifyPlan[] = ['standard', 'advanced', 'plus', 'enterprise', 'development'];

const TOP_LEVEL: ReadonlySet<string> = new Set(Object.keys(DEFAULT_CONFIG));

const MAX_CLOCK_SPEED = 1_000_000;

function mergeAllFaults(current: SandboxConfig['faults'], patch: unknown): Merged<SandboxConfig['faults']> {
  if (!isRecord(patch)) return refuse('faults must be an object');
  let faults = current;
  for (const [platform, value] of Object.entries(patch)) {
    if (platform !== 'shopify' && platform !== 'square') return refuse(`unknown platform faults.${platform}; known: shopify, square`);
    const merged = mergeFaults(platform, faults[platform], value);
    if (!merged.ok) return merged;
    faults = { ...faults, [platform]: merged.value };
  }
  return { ok: true, value: faults };
}

function mergeSeller(seller: unknown): Merged<Partial<SandboxConfig>> {
  return typeof seller === 'string' ? { ok: true, value: { squareSeller: seller } } : refuse('squareSeller must be a merchant id or null');
}

function setTo<N extends keyof SandboxConfig>(name: N, merged: Merged<SandboxConfig[N]>): Merged<Partial<SandboxConfig>> {
  return merged.ok ? { ok: true, value: { [name]: merged.value } } : merged;
}

/** Returns the new value of one top-level setting, or why it is refused. */
function mergeOne(current: SandboxConfig, name: string, value: unknown): Merged<Partial<SandboxConfig>> {
  switch (name) {
    case 'autoApprove':
    case 'grantOrders':
      return typeof value === 'boolean' ? { ok: true, value: { [name]: value } } : refuse(`${name} must be true or false`);
    case 'squareSeller':
      return mergeSeller(value ?? '');
    case 'clockSpeed': {
      const speed = numberIn(name, value, 0.001, MAX_CLOCK_SPEED);
      return speed.ok ? { ok: true, value: { clockSpeed: speed.value } } : speed;
    }
    case 'shopifyTimePrecisionMs': {
      const step = numberIn(name, value, 1, MAX_DELAY_MS);
      if (!step.ok) return step;
      return Number.isInteger(step.value)
        ? { ok: true, value: { shopifyTimePrecisionMs: step.value } }
        : refuse(`${name} must be a whole number`);
    }
    case 'shopifyPlan': {
      const plan = PLANS.find((known) => known === value);
      return plan === undefined ? refuse(`shopifyPlan must be one of ${PLANS.join(', ')}`) : { ok: true, value: { shopifyPlan: plan } };
    }
    case 'faults':
      return setTo('faults', mergeAllFaults(current.faults, value));
    case 'rivals':
      return setTo('rivals', mergeRivals(current.rivals, value));
    default:
      return refuse(`unknown setting ${name}; known: ${[...TOP_LEVEL].join(', ')}`);
  }
}

/** Returns the config with a patch merged in; anything unknown or out of range refuses the whole patch, with the reason. */
export function mergeConfig(current: SandboxConfig, patch: unknown): Merged<SandboxConfig> {
  if (!isRecord(patch)) return refuse('the body must be a JSON object');
  let next = current;
  for (const [name, value] of Object.entries(patch)) {
    const merged = mergeOne(next, name, value);
    if (!merged.ok) return merged;
    next = { ...next, ...merged.value };
  }
  return { ok: true, value: next };
}
