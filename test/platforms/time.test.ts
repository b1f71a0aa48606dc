import { describe, expect, it } from 'vitest';

import { formatTime, parseTime } from '../../src/platforms/time';

describe('platform times', () => {
  it.each([
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00.123Z', '2026-11-20T10:00:00.123Z'],
    ['2026-11-20T10:00:00.1Z', '2026-11-20T10:00:00.100Z'],
    ['2026-11-20T10:00:00.123987Z', '2026-11-20T10:00:00.123Z'],
    ['2026-11-20T05:00:00-05:00', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T15:30:00+05:30', '2026-11-20T10:00:00.000Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('reads %s', (text, utc) => {
    const time = parseTime(text);
    expect(time === null ? null : formatTime(time)).toBe(utc);
  });

  it.each([
    '',
    '2026-11-20',
    '2026-11-20T10:00:00',
    '2026-02-30T10:00:00Z',
    '2026-11-20T25:00:00Z',
    '2026-13-01T00:00:00Z',
    '1763632800',
    'now',
  ])('does not accept "%s" as a time', (text) => {
    expect(parseTime(text)).toBeNull();
  });
});
