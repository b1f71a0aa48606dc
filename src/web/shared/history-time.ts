/** Dates before this year count as unset (docs/spec/pages.md, PAG-19). */
export const FIRST_YEAR = 2010;

const PARTS = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Formats an RFC 3339 time as in the history, 'Nov 20 12:05', in the user's time zone; '' when it is empty, invalid or counts as unset. */
export function formatHistoryTime(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || date.getFullYear() < FIRST_YEAR) return '';
  const part = new Map(PARTS.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${part.get('month')} ${part.get('day')} ${part.get('hour')}:${part.get('minute')}`;
}
