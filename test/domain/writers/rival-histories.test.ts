import { describe, expect, it } from 'vitest';

import { playRival, type RivalPlay } from '../../../scripts/sim/rival';
import { wrongEnding } from '../../../scripts/sim/rival-run';

/** Plays histories of the shipped engine. Returns what is wrong with them, by seed. */
function wrongOf(play: RivalPlay, histories: number): string[] {
  return Array.from({ length: histories }, (_, index) => {
    const wrong = wrongEnding(play, playRival(index + 1, play));
    return wrong === '' ? '' : `${index + 1}: ${wrong}`;
  }).filter((wrong) => wrong !== '');
}

describe('the engine', () => {
  it('proves another app that copies changes before it has cost more than six units, or three times the largest change', () => {
    expect(wrongOf('delta', 300)).toEqual([]);
  });

  it('waits for proof before what is due goes between single units, once copies have cost much: neither platform tells, and one side is copied', () => {
    const ending = playRival(62_045_692, 'delta');
    expect(wrongEnding('delta', ending)).toBe('');
    expect(ending).toMatchObject({ held: true, lost: 11, allowed: 12 });
  });

  it.each(['orders', 'mirror'] as const)('leaves enough to be known of an app that copies %s: it is noticed in time', (play) => {
    expect(wrongOf(play, 30)).toEqual([]);
  });

  it('holds no honest customers of hot variants, and lets none of their changes wait for more than ten seconds', () => {
    expect(wrongOf('hot', 120)).toEqual([]);
  });

  it.each([
    [61_028_060, 'what waits for a reading first'],
    [62_031_662, 'what looks like an app by chance, at fifty times the odds that proof asks for'],
  ])('lets no change wait longer than that: %i, %s', (seed) => {
    expect(wrongEnding('hot', playRival(seed, 'hot'))).toBe('');
  });
});
