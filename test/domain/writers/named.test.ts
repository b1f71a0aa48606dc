import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { DELAYS, isByTheClock, weigh } from '../../../src/domain/writers/evidence';
import type { LoggedChange, NamedApp } from '../../../src/domain/writers/logged-change';
import { judgeNamed, mayBeNamed, onlyApp, type NamedInput, type NamedJudgement } from '../../../src/domain/writers/named';
import { APP, copiedShop, honestShop, knownAt, ledgerOf, livelyMirror, logged, mirroredShop, START } from './shops';

const second = 1_000;
/** Sales at Shopify, some minutes apart and at no particular second. */
const SOLD = [12, 251, 489, 760, 1_033, 1_270, 1_528, 1_799].map((at, n) => ({
  at: START + (at * 1_000 + n * 137),
  units: n === 3 ? -2 : -1,
}));
const shop = (log: readonly LoggedChange[], more: Partial<NamedInput> = {}): NamedInput => ({
  changes: ledgerOf(SOLD),
  log,
  now: START + 2_400 * second,
  trusted: new Set(),
  ...more,
});
const copied = (app: NamedApp = APP): LoggedChange[] => SOLD.map(({ at, units }) => logged(at + 1_200, units, app));

/** Returns how many copies an app had made when it was held; null when it never was. */
function copiesUntilHeld(input: NamedInput): number | null {
  const own = input.log.filter(({ author }) => author === 'app');
  const held = own.findIndex(({ created }) => judgeNamed(knownAt(input, created + 2_000))?.state === 'held');
  return held < 0 ? null : held + 1;
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Infinity;
const seeds = (count: number): number[] => Array.from({ length: count }, (_, n) => 1 + n * 7_919);

describe('an app that Square names', () => {
  it('is held when its changes follow Shopify’s, with the changes that are copies', () => {
    expect(judgeNamed(shop(copied()))).toEqual({
      state: 'held',
      app: APP,
      kind: 'copies',
      copies: SOLD.map(({ at, units }) => ({ side: 'square', delta: fromUnits(units), at: at + 1_200 })),
    });
  });

  it('is suspected before that, and first of all nothing', () => {
    const states = [1, 2, 3, 4, 5, 6, 7, 8].map((count) => {
      const known = knownAt(shop(copied()), (SOLD[count - 1]?.at ?? 0) + 5_000);
      return judgeNamed(known)?.state ?? 'none';
    });
    expect(states).toEqual(['none', 'none', 'suspected', 'suspected', 'suspected', 'suspected', 'held', 'held']);
  });

  it('is not held where the merchant trusts it, where Square states no ID of it, and where it is Square’s own or ours', () => {
    const judged = (log: readonly LoggedChange[], trusted: readonly string[] = []): string =>
      judgeNamed(shop(log, { trusted: new Set(trusted) }))?.state ?? 'none';
    expect(judged(copied(), [APP.id])).toBe('none');
    expect(judged(copied(), [APP.name])).toBe('held');
    expect(judged(copied({ id: '', name: 'Nameless' }))).toBe('suspected');
    expect(judged(copied({ id: '', name: 'Nameless' }), ['Nameless'])).toBe('none');
    expect(judged(copied({ id: '', name: '' }))).toBe('none');
    expect(judged(copied().map((change) => ({ ...change, app: null })))).toBe('none');
    expect(judged(copied().map((change) => ({ ...change, author: 'square' })))).toBe('none');
    expect(judged(copied().map((change) => ({ ...change, author: 'ours' })))).toBe('none');
    expect(judged(copied({ id: 'sq0idp-x', name: '' }))).toBe('held');
  });

  it('is one app, whatever its name at the time, and another app’s changes are not its own', () => {
    const log = copied().map((change, n) => ({ ...change, app: { id: APP.id, name: n < 7 ? `Name ${n}` : '' } }));
    const till = Array.from({ length: 300 }, (_, n) => logged(START + n * 8_111, -1, { id: 'sq0idp-till', name: 'Till' }));
    expect(judgeNamed(shop([...till, ...log]))).toMatchObject({ state: 'held', app: { id: APP.id, name: 'Name 6' } });
    const shared = copied().map((change, n) => (n % 2 === 0 ? change : { ...change, app: { id: 'sq0idp-other', name: APP.name } }));
    expect(judgeNamed(shop(shared))?.state).not.toBe('held');
  });

  it('is not held where it makes other changes as well, or changes by the clock', () => {
    const others = SOLD.map(({ at }) => logged(at + 100 * second, -1));
    expect(judgeNamed(shop([...copied(), ...others]))?.state).not.toBe('held');
    const hourly = Array.from({ length: 10 }, (_, n) => ({ at: START + n * 300 * second, units: -1 }));
    const log = hourly.map(({ at, units }) => logged(at + 900, units));
    expect(judgeNamed({ ...shop(log), changes: ledgerOf(hourly), now: START + 3_600 * second })?.state).toBe('suspected');
    expect(isByTheClock([59, 61, 122, 658].map((at) => START + at * second))).toBe(true);
    expect(isByTheClock(SOLD.map(({ at }) => at))).toBe(false);
  });

  it('is held, sooner or later, where it copies orders', () => {
    const figures = (['poisson', 'bursts'] as const).map((arrivals) => {
      const counts = seeds(100).map((seed) => copiesUntilHeld(copiedShop(seed, arrivals, arrivals === 'poisson' ? 180_000 : 60_000)));
      const held = counts.filter((count) => count !== null);
      return { share: held.length / counts.length, median: median(held), first: Math.min(...held) };
    });
    expect(figures[0]?.share).toBeGreaterThanOrEqual(0.95);
    expect(figures[0]?.median).toBeLessThanOrEqual(10);
    expect(figures[1]?.share).toBeGreaterThanOrEqual(0.6);
    for (const { first } of figures) expect(first).toBeGreaterThanOrEqual(4);
  });

  it('is suspected where it copies orders as slowly as they come', () => {
    const states = seeds(60).map((seed) => {
      const input = copiedShop(seed, 'poisson', 75_000, 60_000);
      const known = input.log.filter(({ author }) => author === 'app')[23]?.created ?? Infinity;
      return judgeNamed(knownAt(input, known + 2_000))?.state ?? 'none';
    });
    expect(states.filter((state) => state !== 'none').length).toBeGreaterThanOrEqual(57);
  });

  it('is held where it sets Square’s number to Shopify’s and so undoes sales', () => {
    const judged = seeds(60).map((seed) => judgeNamed(mirroredShop(seed, 60_000)));
    expect(judged.filter((one) => one?.state === 'held' && one.kind === 'mirror').length).toBeGreaterThanOrEqual(57);
  });

  it.each([
    { delayMs: 200, isBothWays: false },
    { delayMs: 600, isBothWays: false },
    { delayMs: 300, isBothWays: true },
    { delayMs: 1_000, isBothWays: true },
  ])('is held where it sets numbers faster than we write: %o', (mirror) => {
    const judged = seeds(60).map((seed) => judgeNamed(livelyMirror(seed, 60_000, mirror)));
    expect(judged.filter((one) => one?.state === 'held' && one.kind === 'mirror').length).toBeGreaterThanOrEqual(57);
  });

  it('may be worth another look before it is suspected', () => {
    const input = shop(copied());
    const early = SOLD.map(({ at }) => knownAt(input, at + 5_000));
    expect(early.slice(0, 4).map((one) => judgeNamed(one)?.state ?? 'none')).toEqual(['none', 'none', 'suspected', 'suspected']);
    expect(early.map(mayBeNamed)).toEqual([false, true, true, true, true, true, true, true]);
    expect(seeds(300).filter((seed) => mayBeNamed(honestShop(seed))).length).toBeLessThanOrEqual(30);
  });
});

describe('an honest app', () => {
  it('is never held: a till, one that states numbers, and one that counts the shelf', () => {
    const states: (NamedJudgement['state'] | undefined)[] = seeds(1_200).map((seed) => judgeNamed(honestShop(seed))?.state);
    expect(states.filter((state) => state === 'held').length).toBe(0);
    // One that counts the shelf right after online sales, several times in a row.
    expect(states.filter((state) => state === 'suspected').length).toBeLessThanOrEqual(2);
  });

  it('gains no weight on average, however Shopify’s changes are distributed', () => {
    // The mean of 10^weight over all moments of one claim is at most 1 for each delay.
    const originals = [...SOLD, ...SOLD.map(({ at }) => ({ at: at + 1_500 })), ...SOLD.map(({ at }) => ({ at: at + 40_000 }))]
      .map(({ at }) => ({ at: Math.floor(at / 1_000) * 1_000, value: -1 }))
      .toSorted((a, b) => a.at - b.at);
    const first = originals[0]?.at ?? 0;
    const last = originals.at(-1)?.at ?? 0;
    const moments = Array.from({ length: 4_000 }, (_, n) => first + ((last - first) * n) / 4_000);
    const gains = moments.map((at) => 10 ** (weigh([{ at, value: -1 }], originals)?.weight ?? 0));
    // The best of all delays is taken, and a loss is forgotten.
    expect(gains.reduce((sum, gain) => sum + gain, 0) / gains.length).toBeLessThan(1 + DELAYS.length);
    expect(weigh([{ at: first, value: -1 }], originals)?.weight).toBe(0);
  });
});

describe('bad input', () => {
  const times = fc.oneof(
    fc.integer({ min: 0, max: 2_400_000 }).map((ms) => START + ms),
    fc.constantFrom(NaN, Infinity, -Infinity, START + 1e12, 0),
  );
  const amounts = fc.oneof(fc.constantFrom(-100_000, 100_000, -1, 0, 33_333, -0), fc.constantFrom(NaN, Infinity, 1e300, 0.5));
  const apps = fc.constantFrom(null, APP, { id: '', name: '' }, { id: '', name: '__proto__' }, { id: 'constructor', name: '\u0000\u202e' });
  const logs = fc.array(
    fc.record({
      created: times,
      occurred: times,
      author: fc.constantFrom('ours' as const, 'app' as const, 'square' as const),
      app: apps,
      effect: fc.record({ kind: fc.constantFrom('count' as const, 'move' as const), quantity: amounts }),
    }),
  );
  const ledgers = fc.array(fc.record({ delta: amounts, before: amounts, after: amounts, at: times, noted: times }));

  it('is never a reason to hold, and never fails', () => {
    fc.assert(
      fc.property(ledgers, logs, times, (changes, log, now) => {
        const judged = judgeNamed({ changes, log, now, trusted: new Set() });
        expect(judged?.state).not.toBe('held');
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[string, (input: NamedInput) => NamedInput, string]>([
    ['an empty log', (input) => ({ ...input, log: [] }), 'none'],
    ['no changes at Shopify', (input) => ({ ...input, changes: [] }), 'none'],
    ['an unsorted log', (input) => ({ ...input, log: input.log.toReversed() }), 'held'],
    ['unsorted lines', (input) => ({ ...input, changes: input.changes.toReversed() }), 'held'],
    ['every line twice', (input) => ({ ...input, changes: [...input.changes, ...input.changes] }), 'held'],
    ['every change twice', (input) => ({ ...input, log: [...input.log, ...input.log] }), 'suspected'],
    ['a change in the future', (input) => ({ ...input, log: [...input.log, logged(input.now + 3_600_000, -1)] }), 'suspected'],
    ['a line without a time', (input) => ({ ...input, changes: [...input.changes, ...ledgerOf([{ at: NaN, units: -1 }])] }), 'suspected'],
    ['a fraction', (input) => ({ ...input, log: [...input.log, logged(input.now - 60_000, -0.33333)] }), 'suspected'],
    [
      'a clock an hour fast',
      (input) => ({ ...input, log: input.log.map((one) => ({ ...one, created: one.created - 3_600_000 })) }),
      'none',
    ],
  ])('does no harm: %s', (_, change, expected) => {
    expect(judgeNamed(change(shop(copied())))?.state ?? 'none').toBe(expected);
  });
});

describe('the only application in the log', () => {
  const by = (id: string): LoggedChange => ({
    created: 1,
    occurred: 1,
    author: 'app',
    app: { id, name: `name of ${id}` },
    effect: { kind: 'move', quantity: -100_000 },
  });
  const own: LoggedChange = { created: 1, occurred: 1, author: 'square', app: null, effect: { kind: 'move', quantity: -100_000 } };

  it('is named, unless there is none, another one, one without an ID, or one that the merchant trusts', () => {
    expect(onlyApp([own, by('a'), by('a')], new Set())).toEqual({ id: 'a', name: 'name of a' });
    expect(onlyApp([own], new Set())).toBeNull();
    expect(onlyApp([by('a'), by('b')], new Set())).toBeNull();
    expect(onlyApp([by('')], new Set())).toBeNull();
    expect(onlyApp([by('a')], new Set(['a']))).toBeNull();
  });
});
