/**
 * The isolate's clock, so that a week of sales can be measured in seconds: `Date.now()` in this isolate, for product and sandbox alike,
 * returns real time plus an offset. Platform timers (setTimeout, the stored alarm) stay in real time.
 */
const realNow = Date.now.bind(Date);
let offset = 0;
let error = 0;

Date.now = () => realNow() + offset + error;

/** Sets the clock to `at` (ms), unless it is already later: the clock never moves back. */
export function setClock(at: number): void {
  offset = Math.max(offset, at - realNow());
}

/** Makes this isolate's clock wrong by `ms`, ahead of the other's if positive, on top of what `setClock` sets. */
export function setClockError(ms: number): void {
  error = ms;
}

/** Returns the time by a clock that is right, when this one shows `at`. */
export const rightTime = (at: number): number => at - error;

/** Returns the real time at which this clock will show `at`. */
export function toReal(at: number): number {
  return at - offset - error;
}
