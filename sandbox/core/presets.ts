import type { SandboxConfig } from './config';
import { NO_FAULTS, refuse, type Faults, type Merged } from './fault-switches';

/** Ready-made sets of faults, named like their buttons on the Shop floor page. */
export type Preset = 'calm' | 'stormy' | 'real';

const PRESETS: readonly Preset[] = ['calm', 'stormy', 'real'];

/** A network far worse than any real one. */
const STORMY: Partial<Faults> = {
  webhookLoss: 0.15,
  webhookDuplicate: 0.2,
  webhookReorder: 0.2,
  webhookLateAssembly: 0.2,
  webhookDelayMs: 4000,
  rate429: 0.05,
  rate5xx: 0.05,
  throttledReads: 0.05,
  readLagMs: 2000,
  timeoutAfterEffect: 0.12,
  latencyMs: 600,
  lateArrival: 0.05,
  duplicateRequest: 0.05,
  hangBeforeEffect: 0.01,
  hangAfterEffect: 0.01,
  cutAnswer: 0.03,
  resetBeforeEffect: 0.03,
  unnamedRefusal: 0.03,
};

/** Our estimate of an ordinary day: the platforms publish no figures, except that Square's webhooks may take up to a minute. */
const REAL: Partial<Faults> = { webhookLateAssembly: 1, throttledReads: 0.05, readLagMs: 3000, latencyMs: 400 };

/** How late webhooks arrive on an ordinary day, in ms. */
const REAL_DELAY_MS = { shopify: 10_000, square: 60_000 };

/** Switches that only set the delay of another fault; they do nothing alone, so no preset changes them. */
const MEASURES = ['lateArrivalMs', 'duplicateRequestMs', 'poisonMs', 'poisonAnswer'] as const satisfies (keyof Faults)[];

function faultsOf(preset: Preset, platform: 'shopify' | 'square', current: Faults): Faults {
  const kept = Object.fromEntries(MEASURES.map((name) => [name, current[name]]));
  const calm: Faults = { ...NO_FAULTS, ...kept };
  switch (preset) {
    case 'calm':
      return calm;
    case 'stormy':
      return { ...calm, ...STORMY };
    case 'real':
      return { ...calm, ...REAL, webhookDelayMs: REAL_DELAY_MS[platform] };
  }
}

/** Returns the config with every fault of both platforms as a preset defines them; refuses an unknown preset. */
export function withPreset(config: SandboxConfig, name: unknown): Merged<SandboxConfig> {
  const preset = PRESETS.find((known) => known === name);
  if (preset === undefined) return refuse(`preset must be one of ${PRESETS.join(', ')}`);
  const { shopify, square } = config.faults;
  const faults = { shopify: faultsOf(preset, 'shopify', shopify), square: faultsOf(preset, 'square', square) };
  return { ok: true, value: { ...config, faults } };
}
