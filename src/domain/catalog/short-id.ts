import type { Instant } from '../instant';

/** Digits and letters that people do not confuse: no 0, no I, no O. */
const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The moment from which short ids count: 2025-01-01 UTC. */
const EPOCH: Instant = 1_735_689_600_000;

/**
 * Returns a short id: a random leading character, then the whole seconds since 2025-01-01 UTC in base 33. `random` is
 * at least 0 and less than 1. Two ids of the same second differ only in the leading character, so a caller that needs a
 * unique id must check.
 */
export function shortId(now: Instant, random: number): string {
  const lead = DIGITS[Math.min(DIGITS.length - 1, Math.max(0, Math.floor(random * DIGITS.length)))] ?? '1';
  let seconds = Math.max(0, Math.floor((now - EPOCH) / 1_000));
  let text = '';
  do {
    text = (DIGITS[seconds % DIGITS.length] ?? '') + text;
    seconds = Math.floor(seconds / DIGITS.length);
  } while (seconds > 0);
  return lead + text;
}
