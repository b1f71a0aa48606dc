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
  it('proves another app that copies changes; in 99 of 100 histories before it has cost more than six units, or three times the largest change', () => {
    const wrong = wrongOf('delta', 200);
    expect(wrong.length, wrong.join('; ')).toBeLessThanOrEqual(2);
    expect(wrong.filter((why) => why.includes('never proven'))).toEqual([]);
  });

  it('holds no honest customers of hot variants, and lets none of their changes wait for more than ten seconds', () => {
    expect(wrongOf('hot', 120)).toEqual([]);
  });
});
