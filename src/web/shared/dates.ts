import dayjs from 'dayjs';

/** Dates before this year count as unset (specification, document 1, section 3). */
const FIRST_YEAR = 2010;

/** An RFC 3339 text as a date; null when it is empty, unreadable or counts as unset. */
export function readDate(text: string): dayjs.Dayjs | null {
  if (text === '') return null;
  const date = dayjs(text);
  return date.isValid() && date.year() >= FIRST_YEAR ? date : null;
}

/** History's form of a time, in the reader's time zone. */
export function formatHistoryTime(text: string): string {
  return readDate(text)?.format('MMM DD HH:mm') ?? '';
}

/** A day, in the reader's time zone. */
export function formatDay(text: string): string {
  return readDate(text)?.format('MMM DD YYYY') ?? '';
}

/** A whole date, for hovering over a short one. */
export function formatFull(text: string): string {
  return readDate(text)?.format('dddd, MMM D, YYYY HH:mm:ss') ?? '';
}
