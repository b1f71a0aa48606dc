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
