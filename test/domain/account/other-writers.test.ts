import { describe, expect, it } from 'vitest';

import { countWriters, MOST_WRITERS, writerKey } from '../../../src/domain/account/other-writers';

const by = (id: string, name: string, at: number) => ({ id, name, at });

describe('other applications', () => {
  it('are counted by their ID, the busiest first, each with its latest name and its times', () => {
    const writers = countWriters([
      by('A', 'Old name', 20),
      by('B', 'Busy', 5),
      by('A', 'New name', 30),
      by('B', 'Busy', 1),
      by('B', '', 9),
    ]);
    expect(writers).toEqual([
      { id: 'B', name: 'Busy', changes: 3, first: 1, last: 9 },
      { id: 'A', name: 'New name', changes: 2, first: 20, last: 30 },
    ]);
  });

  it('keep their latest name, whatever the order of the changes', () => {
    expect(countWriters([by('A', 'New name', 30), by('A', 'Old name', 20)])).toEqual([
      { id: 'A', name: 'New name', changes: 2, first: 20, last: 30 },
    ]);
  });

  it('are told apart by name where there is no ID, also from one whose ID is that name', () => {
    const writers = countWriters([by('', 'Robot', 1), by('', 'Copier', 2), by('Robot', '', 3), by('', 'Robot', 4)]);
    expect(writers.map(({ id, name, changes }) => [id, name, changes])).toEqual([
      ['', 'Robot', 2],
      ['', 'Copier', 1],
      ['Robot', '', 1],
    ]);
    expect(writers.map(writerKey)).toEqual(['Robot', 'Copier', 'Robot']);
  });

  it('are the busiest fifty at most, and none where nobody wrote', () => {
    const many = Array.from({ length: 80 }, (_, n) => Array.from({ length: n + 1 }, () => by(`APP${n}`, '', n))).flat();
    const writers = countWriters(many);
    expect([writers.length, writers[0]?.changes, writers.at(-1)?.changes]).toEqual([MOST_WRITERS, 80, 31]);
    expect(countWriters([])).toEqual([]);
  });
});
