import { describe, expect, it } from 'vitest';

import { agoText, formatDollars, formatDuration, formatTimestamp, lastingText, relativeDay } from '../../../src/web/operator/formats';

const NOW = new Date(2026, 10, 20, 12).getTime();
const at = (days: number, hours = 0) => new Date(2026, 10, 20 + days, 12 + hours).toISOString();

describe('relativeDay', () => {
  it.each([
    [at(-1), { day: '2026-11-19', distance: '1 day ago', past: true }],
    [at(-10), { day: '2026-11-10', distance: '10 days ago', past: true }],
    [at(0, -2), { day: '2026-11-20', distance: '0 days ago', past: true }],
    [at(0, 2), { day: '2026-11-20', distance: 'In 0 days', past: false }],
    [at(1, -11), { day: '2026-11-21', distance: 'In 1 day', past: false }],
    [at(14), { day: '2026-12-04', distance: 'In 14 days', past: false }],
    ['', null],
    ['0001-01-01T00:00:00Z', null],
  ])('%s', (text, day) => {
    expect(relativeDay(text, NOW)).toEqual(day);
  });
});

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [340, '340 ms'],
    [4240, '4.2 s'],
    [42_000, '42 s'],
    [95_000, '95 s'],
    [200_000, '3 min'],
    [5 * 3_600_000, '5 h'],
    [50 * 3_600_000, '2 d'],
  ])('%i ms', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('are relative to now', () => {
    expect(agoText(at(0, -3), NOW)).toBe('3 hours ago');
    expect(agoText('', NOW)).toBe('');
    expect(lastingText(at(0, -3), NOW)).toBe('for 3 hours');
    expect(lastingText(new Date(NOW).toISOString(), NOW)).toBe('for a moment');
    expect(lastingText('', NOW)).toBe('');
    expect(formatTimestamp(at(0))).toBe('Nov 20 12:00:00');
  });
});

describe('formatDollars', () => {
  it.each([
    [0, '$0.00'],
    [49.99, '$49.99'],
    [1234.5, '$1,234.50'],
  ])('%f', (dollars, text) => {
    expect(formatDollars(dollars)).toBe(text);
  });
});
