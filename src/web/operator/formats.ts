import dayjs from 'dayjs';

import { readDate } from '../shared/dates';
import { formatAgo } from '../shared/relative-time';
import { operatorText } from './operator.text';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats the distance of an RFC 3339 time from now (ms since epoch): '5 minutes ago', 'in 2 hours'; '' when it is unset. */
export function agoText(text: string, now: number): string {
  const date = readDate(text);
  return date === null ? '' : formatAgo(date.valueOf(), now);
}

/** Formats how long something has lasted: 'for 5 minutes'; '' when its start is unset. `now` is in ms since epoch. */
export function lastingText(since: string, now: number): string {
  const ago = agoText(since, now);
  return ago === '' ? '' : operatorText.lasting(ago);
}

/** Formats a time to the second, in the reader's time zone; '' when it is unset. */
export function formatTimestamp(text: string): string {
  return readDate(text)?.format('MMM DD HH:mm:ss') ?? '';
}

/** Formats a duration in the unit that fits it: '340 ms', '4.2 s', '3 min', '5 h', '2 d'. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 2 * MINUTE) return `${(ms / SECOND).toFixed(ms < 10 * SECOND ? 1 : 0)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  return ms < DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`;
}

/** A day and its distance from today. */
export interface RelativeDay {
  /** YYYY-MM-DD in the reader's time zone. */
  readonly day: string;
  /** '3 days ago' or 'In 3 days'. */
  readonly distance: string;
  readonly past: boolean;
}

/** Returns a date with its distance in calendar days of the reader's time zone; null when it is unset. `now` is in ms since epoch. */
export function relativeDay(text: string, now: number): RelativeDay | null {
  const date = readDate(text);
  if (date === null) return null;
  const days = Math.abs(date.startOf('day').diff(dayjs(now).startOf('day'), 'day'));
  const past = date.valueOf() < now;
  return { day: date.format('YYYY-MM-DD'), distance: past ? operatorText.daysAgo(days) : operatorText.inDays(days), past };
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats US dollars: '$1,234.50'. */
export function formatDollars(dollars: number): string {
  return DOLLARS.format(dollars);
}
