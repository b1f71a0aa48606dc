import { spawnSync } from 'node:child_process';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

const TIMEOUT_MS = 600_000;

/** Plays histories of the whole account object beside another app, and returns what was printed: wrong histories, digests of few, the figures. */
function played(rival: string, histories: number, seed: number): string[] {
  const args = ['scripts/sim.ts', '--object', '--rival', rival, '--histories', String(histories), '--seed', String(seed)];
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: TIMEOUT_MS }).stdout.trimEnd().split('\n');
}

const isDigest = (line: string): boolean => /^seed \d+: hash [0-9a-f]{64}$/u.test(line);

describe('the account object', () => {
  it.each([
    {
      rival: 'delta',
      histories: 6,
      seed: 1,
      figures: { held: 6 },
      what: 'holds what another app copies, tells the merchant, and is right again',
    },
    { rival: 'orders', histories: 4, seed: 6, figures: {}, what: 'names an app that copies orders, or suspects it, however slow' },
    {
      rival: 'mirror',
      histories: 3,
      seed: 840_000,
      figures: { settled: 2, proposals: 2 },
      what: 'proposes the right number beside an app that sets Square’s number to Shopify’s',
    },
    { rival: 'mirror-both', histories: 3, seed: 840_000, figures: {}, what: 'proposes no wrong one where it sets Shopify’s as well' },
    { rival: 'hot', histories: 3, seed: 2, figures: { held: 0 }, what: 'lets honest customers of hot variants buy' },
  ])(
    '$what ($rival)',
    ({ rival, histories, seed, figures }) => {
      const lines = played(rival, histories, seed);
      const last = lines.pop() ?? '';
      expect(lines.filter((line) => !isDigest(line))).toEqual([]);
      expect(JSON.parse(last)).toMatchObject({ rival, histories, wrong: 0, ...figures });
    },
    TIMEOUT_MS,
  );

  it(
    'is played the same way alone as after another history, to the last line of the trace',
    () => {
      const [, second] = played('delta', 2, 40).filter(isDigest);
      expect(second).toMatch(/^seed 41: /u);
      expect(played('delta', 1, 41).filter(isDigest)).toEqual([second]);
    },
    TIMEOUT_MS,
  );
});
