import type { Platform, StockSeen, WorldApi } from '../world-api';
import { isRecord, MAX_DELAY_MS, numberIn, refuse, type Merged } from './fault-switches';
import type { Jobs } from './jobs';

/**
 * Other apps that sync the demo pair beside the app under test:
 * `delta` sees a change on one platform and makes the same change on the other; `orders` copies sales at Shopify to Square; `mirror` sees a
 * number on one platform and sets it on the other.
 */
export const RIVALS = ['delta', 'orders', 'mirror'] as const;

/** A kind of rival. */
export type RivalKind = (typeof RIVALS)[number];

/** A rival's switch. */
export interface RivalSwitch {
  readonly on: boolean;
  /** How long after a change it makes its own at the latest, in real ms; at the earliest after half of it. */
  readonly delayMs: number;
}

/** The switches of all rivals. */
export type Rivals = Readonly<Record<RivalKind, RivalSwitch>>;

/** No rival is on. Their delays differ, as those of different apps do. */
export const NO_RIVALS: Rivals = {
  delta: { on: false, delayMs: 1_000 },
  orders: { on: false, delayMs: 2_000 },
  mirror: { on: false, delayMs: 3_000 },
};

/** The applications' names. Square's log states them, with an application id derived from each. */
export const RIVAL_NAMES: Readonly<Record<RivalKind, string>> = {
  delta: 'TwinStock',
  orders: 'Order Relay',
  mirror: 'MirrorShelf',
};

/** The core job in which a rival makes a change. */
export const RIVAL_JOB = 'rival';

const isRival = (name: string): name is RivalKind => RIVALS.some((rival) => rival === name);

/** Returns the switches with a patch merged in; an unknown name or an invalid value refuses the whole patch, with the reason. */
export function mergeRivals(current: Rivals, patch: unknown): Merged<Rivals> {
  if (!isRecord(patch)) return refuse('rivals must be an object');
  let next = current;
  for (const [name, given] of Object.entries(patch)) {
    if (!isRival(name)) return refuse(`unknown rival rivals.${name}; known: ${RIVALS.join(', ')}`);
    const merged = mergeSwitch(`rivals.${name}`, next[name], given);
    if (!merged.ok) return merged;
    next = { ...next, [name]: merged.value };
  }
  return { ok: true, value: next };
}

function mergeSwitch(path: string, current: RivalSwitch, patch: unknown): Merged<RivalSwitch> {
  if (!isRecord(patch)) return refuse(`${path} must be an object`);
  const { on = current.on, delayMs = current.delayMs, ...others } = patch;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return refuse(`unknown field ${path}.${unknown}; known: on, delayMs`);
  if (typeof on !== 'boolean') return refuse(`${path}.on must be true or false`);
  const delay = numberIn(`${path}.delayMs`, delayMs, 0, MAX_DELAY_MS);
  return delay.ok ? { ok: true, value: { on, delayMs: delay.value } } : delay;
}

/** What a rival will do, as its job stores it. */
interface Copy {
  readonly rival: RivalKind;
  readonly to: Platform;
  readonly sku: string;
  readonly change: { readonly delta: number; readonly cause?: string } | { readonly set: number };
}

/** The rivals of one sandbox. What they have seen waits as jobs, so that a restart loses none of it. */
export interface RivalApps {
  /** Tells the rivals that are on of a change at the demo pair. */
  saw(change: StockSeen): void;
  /** Makes the change of a stored job, unless the rival was turned off meanwhile. */
  run(payload: string): void;
}

/** Creates the rivals. `speed` is how fast the sandbox's clock runs, as delays are real time. */
export function createRivals(world: WorldApi, jobs: () => Jobs, speed: () => number): RivalApps {
  return {
    saw: (change) => {
      const { rivals } = world.config();
      for (const rival of RIVALS) {
        const { on, delayMs } = rivals[rival];
        const copy = on ? copyOf(rival, change) : null;
        if (copy === null) continue;
        const waitMs = delayMs * (0.5 + Math.random() / 2);
        jobs().schedule(copy.to, RIVAL_JOB, world.now() + Math.round(waitMs * speed()), JSON.stringify(copy));
      }
    },
    run: (payload) => {
      // oxlint-disable-next-line no-unsafe-type-assertion -- stored by `saw` alone
      const { rival, to, sku, change } = JSON.parse(payload) as Copy;
      if (!world.config().rivals[rival].on) return;
      const made = world.part(to)?.changeBySku(world, sku, { ...change, by: RIVAL_NAMES[rival] });
      if (made?.ok === true) return;
      const detail = `${RIVAL_NAMES[rival]} cannot change ${sku}: ${made?.reason ?? 'no such platform'}`;
      world.log({ platform: to, kind: 'change', owner: '', title: 'rival refused', detail, outcome: 'refused' });
    },
  };
}

/** Returns what a rival makes of a change; null when it takes no notice: of its own, and of what is not its business. */
function copyOf(rival: RivalKind, { platform, sku, delta, after, sale, by }: StockSeen): Copy | null {
  if (by === RIVAL_NAMES[rival] || sku === '' || delta === 0) return null;
  const to = platform === 'shopify' ? 'square' : 'shopify';
  switch (rival) {
    case 'delta':
      // Shopify shows another app's write as a correction, not as an order.
      return { rival, to, sku, change: to === 'shopify' ? { delta, cause: 'adjust' } : { delta } };
    case 'orders':
      return sale && platform === 'shopify' ? { rival, to, sku, change: { delta } } : null;
    case 'mirror':
      return { rival, to, sku, change: { set: after } };
  }
}
