import { describe, expect, it } from 'vitest';

import { formatAgo } from '../../../src/web/shared/relative-time';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('a relative time', () => {
  it.each([
    [0, 'just now'],
    [-999, 'just now'],
    [-1_000, '1 second ago'],
    [-59_999, '59 seconds ago'],
    [-60_000, '1 minute ago'],
    [-3_599_999, '59 minutes ago'],
    [-3_600_000, '1 hour ago'],
    [-86_400_000, '1 day ago'],
    [-40 * 86_400_000, '40 days ago'],
    [5 * 60_000, 'in 5 minutes'],
    [2 * 86_400_000, 'in 2 days'],
  ])('%d ms is %s', (away, text) => {
    expect(formatAgo(NOW + away, NOW)).toBe(text);
  });
});
