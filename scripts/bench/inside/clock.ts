/**
 * The isolate's clock, so that a week of sales can be measured in seconds: `Date.now()` in this isolate, for product and sandbox alike,
 * returns real time plus an offset. Platform timers (setTimeout, the stored alarm) stay in real time.
 */
const realNow = Date.now.bind(Date);
let offset = 0;

Date.now = () => realNow() + offset;

/** Sets the clock to `at` (ms), unless it is already later: the clock never moves back. */
export function setClock(at: number): void {
  offset = Math.max(offset, at - realNow());
}

/** Returns the real time at which this clock will show `at`. */
export function toReal(at: number): number {
  return at - offset;
}
