import { describe, test } from 'vitest';

import { countLevel, doubtOf, emptySummary } from '../../../src/domain/catalog/judge-read';

describe('a whole read', () => {
  const read = (more: Partial<ReturnType<typeof emptySummary>>): string | null => doubtOf({ ...emptySummary('square'), ...more });

  test('is accepted if it is the first, even if empty', ({ expect }) => {
    expect(read({})).toBeNull();
    expect(read({ read: 5 })).toBeNull();
  });

  test('is suspicious if it is empty but variants are known', ({ expect }) => {
    expect(read({ known: 3, gone: 3 })).toContain('no variants at all where 3 are known');
  });

  test('is suspicious if more than half of a side is gone', ({ expect }) => {
    expect(read({ known: 10, read: 5, gone: 5 })).toBeNull();
    expect(read({ known: 10, read: 4, gone: 6 })).toContain('no longer lists 6 of 10');
    // A list that was cut short: more than a handful and more than a tenth.
    expect(read({ known: 200, read: 180, gone: 20 })).toBeNull();
    expect(read({ known: 200, read: 179, gone: 21 })).toContain('no longer lists 21 of 200');
    expect(read({ known: 40, read: 30, gone: 10 })).toBeNull();
  });

  test('is suspicious if more than a handful of levels fall to zero', ({ expect }) => {
    const many = { known: 1_000, read: 1_000, cells: 500, units: 1_000_000_000 };
    expect(read({ ...many, changed: 10, zeroed: 10, moved: 100 })).toBeNull();
    expect(read({ ...many, changed: 11, zeroed: 11, moved: 100 })).toContain('11 of 500');
    expect(read({ ...many, cells: 100_000, changed: 900, zeroed: 900, moved: 100 })).toBeNull();
  });

  test('is suspicious if more than half of all units move', ({ expect }) => {
    expect(read({ known: 50, read: 50, cells: 50, changed: 40, units: 100, moved: 51 })).toContain('more than half');
    expect(read({ known: 50, read: 50, cells: 50, changed: 8, units: 100, moved: 99 })).toBeNull();
  });

  test('is summarized level by level', ({ expect }) => {
    const summary = emptySummary('shopify');
    countLevel(summary, 5, 5);
    countLevel(summary, 5, 0);
    countLevel(summary, -2, 1);
    expect(summary).toMatchObject({ cells: 3, changed: 2, zeroed: 1, units: 12, moved: 8 });
  });
});
