/** The object's single alarm: each user requests a wake-up time, and the earliest wins. */
export interface Alarm {
  /** Ensures that the object wakes at `realAt` (real ms) or earlier. */
  wakeBy(realAt: number): void;
  /** Clears the stored alarm. The alarm handler must call it first. */
  fired(): void;
}

/**
 * Minimum time from now to an alarm, in real ms. One that a running handler sets for now or earlier may be lost
 * (github.com/cloudflare/workerd/issues/6866).
 */
const LEAST_AHEAD_MS = 1;

/** Creates the alarm. `armed`: the stored alarm at start, as `getAlarm` returns it. */
export function openAlarm(storage: DurableObjectStorage, armed: number | null, hold: (promise: Promise<unknown>) => void): Alarm {
  let next = armed;
  return {
    wakeBy: (realAt) => {
      const at = Math.max(realAt, Date.now() + LEAST_AHEAD_MS);
      if (next !== null && next <= at) return;
      next = at;
      hold(storage.setAlarm(at));
    },
    fired: () => {
      next = null;
    },
  };
}
