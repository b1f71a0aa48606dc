import type { SandboxDatabase } from './database';
import { readSetting, writeSetting } from './settings';

interface Anchor {
  readonly realAt: number;
  readonly sandboxAt: number;
  readonly speed: number;
}

const isAnchor = (value: unknown): value is Anchor =>
  typeof value === 'object' && value !== null && 'realAt' in value && 'sandboxAt' in value && 'speed' in value;

/** The sandbox's clock: runs `speed` times as fast as real time and never moves back, even across restarts. */
export interface Clock {
  /** Returns the sandbox time, in ms. */
  now(): number;
  /** Returns the real time (ms) at which the sandbox's clock will show `at`, at the current speed. */
  toReal(at: number): number;
  setSpeed(speed: number): void;
  speed(): number;
}

export function openClock(db: SandboxDatabase): Clock {
  const stored = readSetting(db, 'clock');
  let anchor: Anchor = isAnchor(stored) ? stored : { realAt: Date.now(), sandboxAt: Date.now(), speed: 1 };
  const now = (): number => Math.floor(anchor.sandboxAt + (Date.now() - anchor.realAt) * anchor.speed);
  return {
    now,
    toReal: (at) => Math.ceil(anchor.realAt + (at - anchor.sandboxAt) / anchor.speed),
    setSpeed: (speed) => {
      if (speed === anchor.speed) return;
      anchor = { realAt: Date.now(), sandboxAt: now(), speed };
      writeSetting(db, 'clock', anchor);
    },
    speed: () => anchor.speed,
  };
}
