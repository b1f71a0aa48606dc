import { sharedText } from './shared.text';

const FORMAT = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

const STEPS: readonly { readonly unit: 'day' | 'hour' | 'minute' | 'second'; readonly ms: number }[] = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
];

/** Formats a time relative to now in the largest whole unit: '3 minutes ago', 'in 2 days'. Both in ms since epoch. */
export function formatAgo(at: number, now: number): string {
  const away = at - now;
  const step = STEPS.find(({ ms }) => Math.abs(away) >= ms);
  return step === undefined ? sharedText.justNow : FORMAT.format(Math.trunc(away / step.ms), step.unit);
}
