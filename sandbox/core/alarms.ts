/** The object's single alarm: whoever needs to be woken says when; the earliest wins. */
export interface Alarm {
  /** Makes sure that the object wakes at `realAt` (ms) or before. */
  wakeBy(realAt: number): void;
  /** To be called first by the alarm handler: the stored alarm is spent. */
  fired(): void;
}

/** `armed`: the stored alarm at start, as `getAlarm` tells. */
export function openAlarm(storage: DurableObjectStorage, armed: number | null, hold: (promise: Promise<unknown>) => void): Alarm {
  let next = armed;
  return {
    wakeBy: (realAt) => {
      const at = Math.max(realAt, Date.now());
      if (next !== null && next <= at) return;
      next = at;
      hold(storage.setAlarm(at));
    },
    fired: () => {
      next = null;
    },
  };
}
