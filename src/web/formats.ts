import dayjs from 'dayjs';

const COUNT = new Intl.NumberFormat('en-US');

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** 'one variant', '2 variants': a count with its noun. */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Letters that run from right to left, and the marks by which a text turns its direction. */
const TURNS = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/u;

/** A name from outside for use within a sentence: one that runs the other way turns nothing but itself (Unicode's isolates). */
export function isolate(name: string): string {
  return TURNS.test(name) ? `\u2068${name}\u2069` : name;
}

const UNITS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 5 });

/** A quantity in units, up to five decimals; a dash for one that is not known, which is not zero. */
export function formatQuantity(quantity: number | undefined): string {
  return quantity === undefined ? '–' : UNITS.format(quantity);
}

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
