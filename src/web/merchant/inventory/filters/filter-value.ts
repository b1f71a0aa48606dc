import type { Filter } from '../../../../domain/catalog/search-query';
import { formatDay, formatTimeOfDay, readDate } from '../../../shared/dates';
import { filtersText as text } from './filters.text';

/** Returns a filter's value in words: a label as it is, a time in the user's time zone. */
export function filterValue({ kind, value }: Filter): string {
  return kind === 'changed' ? changedText(value) : value;
}

/** Returns since when quantities have changed, in words. Takes what `changedSince` reads. */
export function changedText(value: string): string {
  const past = /^(\d+)([hd])$/iu.exec(value);
  if (past !== null) return past[2]?.toLowerCase() === 'h' ? text.changedHours(Number(past[1])) : text.changedDays(Number(past[1]));
  // A day alone begins at midnight in UTC.
  const time = value.length === DAY_LENGTH ? `${value}T00:00:00Z` : value;
  const isMidnight = readDate(time)?.format('HH:mm:ss') === '00:00:00';
  return text.changedSince(isMidnight ? formatDay(time) : `${formatDay(time)} ${formatTimeOfDay(time)}`);
}

const DAY_LENGTH = '2026-11-20'.length;

/** Returns the day of the user's time zone in which a time is; '' if it is none. */
export function dayOf(value: string): string {
  return /^[1-9]\d*[hd]$/iu.test(value) ? '' : (readDate(value)?.format('YYYY-MM-DD') ?? '');
}
