import { isRecord, MAX_DELAY_MS, numberIn, refuse, type Merged } from './fault-switches';

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
