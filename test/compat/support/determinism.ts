/** How far the clock of this isolate is ahead of real time, ms. */
let ahead = 0;

const realNow = Date.now.bind(Date);

/** Shifts `Date` of this isolate against real time. */
export function shiftDate(offsetMs: number): void {
  ahead = offsetMs;
  const RealDate = Date;
  class ShiftedDate extends RealDate {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [realNow() + ahead] : given) as [number]));
    }

    static override now(): number {
      return realNow() + ahead;
    }
  }
  globalThis.Date = ShiftedDate as DateConstructor;
}

/** Sets the shifted clock of this isolate; it runs on from there. */
export function setClock(now: number): void {
  ahead = now - realNow();
}

/** Translates the alarms of a Durable Object from the shifted clock: the runtime knows real time only. */
export function shiftAlarms(storage: DurableObjectStorage): void {
  const setAlarm = storage.setAlarm.bind(storage);
  storage.setAlarm = (at, options) => setAlarm(Number(at) - ahead, options);
}

/** Replaces the random bytes of this isolate with a generator with a fixed seed; each length has its own sequence. */
export function seedRandom(): void {
  const states = new Map<number, number>();
  const next = (length: number): number => {
    const state = (Math.imul(states.get(length) ?? length, 1_664_525) + 1_013_904_223) >>> 0;
    states.set(length, state);
    return state >>> 24;
  };
  crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (array !== null) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = next(bytes.length);
    }
    return array;
  };
}
