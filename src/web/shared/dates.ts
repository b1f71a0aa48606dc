import dayjs from 'dayjs';

import { FIRST_YEAR } from './history-time';

/** Parses an RFC 3339 date; null when it is empty, invalid or counts as unset. */
export function readDate(text: string): dayjs.Dayjs | null {
  if (text === '') return null;
  const date = dayjs(text);
  return date.isValid() && date.year() >= FIRST_YEAR ? date : null;
}

/** Formats a time of a day that is shown already, in the user's time zone. */
export function formatTimeOfDay(text: string): string {
  return readDate(text)?.format('HH:mm') ?? '';
}

/** Formats a day, in the user's time zone. */
export function formatDay(text: string): string {
  return readDate(text)?.format('MMM DD YYYY') ?? '';
}

/** Formats a full date with time, for tooltips of short dates. */
export function formatFull(text: string): string {
  return readDate(text)?.format('dddd, MMM D, YYYY HH:mm:ss') ?? '';
}

/** Returns a day if a text is one, otherwise ''. A year that is not typed to its end is none: 0020. */
export function readDay(text: string): string {
  if (!/^20[1-9]\d-\d{2}-\d{2}$/u.test(text)) return '';
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : '';
}

/** Returns the start of a day in the user's time zone, or of the day that many days after it, in RFC 3339; '' for ''. */
export function startOfDay(day: string, later = 0): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return day === '' ? '' : new Date(year, month - 1, date + later).toISOString();
}
