import dayjs from 'dayjs';

import { readDate } from '../shared/dates';
import { formatAgo } from '../shared/relative-time';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How far an RFC 3339 time lies from now (ms since epoch): '5 minutes ago', 'in 2 hours'; '' for one that is unset. */
export function agoText(text: string, now: number): string {
  const date = readDate(text);
  return date === null ? '' : formatAgo(date.valueOf(), now);
}

/** Since how long something lasts: 'for 5 minutes'; '' for a beginning that is unset. `now` is in ms since epoch. */
export function lastingText(since: string, now: number): string {
  const ago = agoText(since, now);
  if (ago === '') return '';
  return ago.endsWith(' ago') ? `for ${ago.slice(0, -' ago'.length)}` : 'for a moment';
}

/** A moment to the second, in the reader's time zone; '' for one that is unset. */
export function formatMoment(text: string): string {
  return readDate(text)?.format('MMM DD HH:mm:ss') ?? '';
}

/** A length of time in the unit that fits it: '340 ms', '4.2 s', '3 min', '5 h', '2 d'. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 2 * MINUTE) return `${(ms / SECOND).toFixed(ms < 10 * SECOND ? 1 : 0)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  return ms < DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`;
}

/** A day, and how far off it is. */
export interface DayStanding {
  /** YYYY-MM-DD in the reader's time zone. */
  readonly day: string;
  /** '3 days ago' or 'In 3 days'. */
  readonly distance: string;
  readonly past: boolean;
}

/** A date as the operators' tiles show it; null for one that is unset. Days are counted by the calendar, as the reader sees them. */
export function dayStanding(text: string, now: number): DayStanding | null {
  const date = readDate(text);
  if (date === null) return null;
  const days = Math.abs(date.startOf('day').diff(dayjs(now).startOf('day'), 'day'));
  const count = `${days} ${days === 1 ? 'day' : 'days'}`;
  const past = date.valueOf() < now;
  return { day: date.format('YYYY-MM-DD'), distance: past ? `${count} ago` : `In ${count}`, past };
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount of US dollars: '$1,234.50'. */
export function formatDollars(dollars: number): string {
  return DOLLARS.format(dollars);
}
