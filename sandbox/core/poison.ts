import type { SandboxConfig } from './config';
import type { SandboxDatabase } from './database';
import { isRecord, type Faults } from './fault-switches';
import { readSetting, writeSetting } from './settings';

/** When a platform's poison ends, in real ms since 1970; 0 for never. */
interface PoisonEnds {
  readonly shopify: number;
  readonly square: number;
}

function stored(db: SandboxDatabase): PoisonEnds {
  const value = readSetting(db, 'poison_ends');
  const of = (platform: string): number => {
    const end = isRecord(value) ? value[platform] : 0;
    return typeof end === 'number' ? end : 0;
  };
  return { shopify: of('shopify'), square: of('square') };
}

const poisonOf = ({ poisonedItems, poisonAnswer, poisonMs }: Faults): string => JSON.stringify([poisonedItems, poisonAnswer, poisonMs]);

/** Returns when the poison of one platform ends: a change of a poison switch restarts its time. */
function endOf(before: Faults, after: Faults, end: number): number {
  if (poisonOf(before) === poisonOf(after)) return end;
  return after.poisonMs === 0 ? 0 : Date.now() + after.poisonMs;
}

/** The duration of poisoned items: stored, because it must outlive a kill. */
export interface PoisonTimer {
  /** Returns the config as currently in effect: without poison whose time is over. */
  withoutExpired(config: SandboxConfig): SandboxConfig;
  /** Updates the timer when one config replaces another. */
  changed(before: SandboxConfig, after: SandboxConfig): void;
}

/** Creates the poison timer over stored settings. */
export function createPoisonTimer(db: SandboxDatabase): PoisonTimer {
  let ends = stored(db);
  const expired = (end: number): boolean => end > 0 && Date.now() >= end;
  const clean = (faults: Faults, end: number): Faults => (expired(end) ? { ...faults, poisonedItems: [] } : faults);
  return {
    withoutExpired: (config) => {
      if (!expired(ends.shopify) && !expired(ends.square)) return config;
      const { shopify, square } = config.faults;
      return { ...config, faults: { shopify: clean(shopify, ends.shopify), square: clean(square, ends.square) } };
    },
    changed: (before, after) => {
      const next = {
        shopify: endOf(before.faults.shopify, after.faults.shopify, ends.shopify),
        square: endOf(before.faults.square, after.faults.square, ends.square),
      };
      if (next.shopify === ends.shopify && next.square === ends.square) return;
      ends = next;
      writeSetting(db, 'poison_ends', ends);
    },
  };
}
