import type { Instant } from '../instant';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A day, or a moment in UTC to the minute or finer: what is between the hyphens and colons are whole numbers, the last one with a fraction. */
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:t(\d{2}):(\d{2})(?::(\d{2}(?:\.\d{1,3})?))?z)?$/iu;

/**
 * Returns the moment from which on changes count: some hours (`24h`) or days (`7d`) before `now`, 1 to 9,999 of them; or a moment (RFC 3339 in UTC), where a day
 * alone begins at midnight in UTC. Null for any other text.
 */
export function changedSince(text: string, now: Instant): Instant | null {
  const past = /^([1-9]\d{0,3})([hd])$/iu.exec(text);
  if (past !== null) return now - Number(past[1]) * (past[2]?.toLowerCase() === 'h' ? HOUR_MS : DAY_MS);
  const parts: readonly (string | undefined)[] = MOMENT.exec(text)?.slice(1) ?? [];
  return parts.length === 0 ? null : momentOf(parts.map((part) => Number(part ?? 0)));
}

/** Returns a moment by its parts, from the year on; null if there is no such one. */
function momentOf([year = 0, month = 0, day = 0, ...time]: readonly number[]): Instant | null {
  const [hour = 0, minute = 0, second = 0] = time;
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= lengthOf(year, month);
  if (!isDay || hour > 23 || minute > 59 || second >= 60) return null;
  return daysTo(year, month, day) * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS + second * 1_000;
}

/** Returns the number of days in a month (1 to 12) of the Gregorian calendar. */
function lengthOf(year: number, month: number): number {
  return month === 12 ? 31 : daysTo(year, month + 1, 1) - daysTo(year, month, 1);
}

/** Returns the days from 1970-01-01 to a day. Years are counted from March on, so that the leap day is the last of its year. */
function daysTo(year: number, month: number, day: number): number {
  const [years, months] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  // March to July have 153 days, as have August to December.
  return 365 * years + leapDays + Math.floor((153 * months + 2) / 5) + day - 1 - DAYS_TO_1970;
}

/** From 0000-03-01 to 1970-01-01. */
const DAYS_TO_1970 = 719_468;
