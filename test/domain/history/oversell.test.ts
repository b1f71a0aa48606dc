import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Cause } from '../../../src/domain/causes/cause';
import {
  isOversell,
  joined,
  laterSide,
  sharedChange,
  suspect,
  takenByOther,
  told,
  type LedgerStep,
  type Oversell,
  type OversellChange,
} from '../../../src/domain/history/oversell';
import { otherSource, type Source } from '../../../src/domain/source';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 23, 12);

const aChange = (source: Source, before: number, delta: number, over: Partial<OversellChange> = {}): OversellChange => ({
  seq: 9,
  source,
  delta,
  before,
  after: before + delta,
  since: NOW - DAY,
  at: NOW,
  via: 'webhook',
  noted: NOW,
  cause: null,
  toldAt: null,
  ...over,
});
const aCase = (...changes: OversellChange[]): Oversell => ({ source: 'square', at: NOW, changes, more: 0 });
const of = (kind: Cause['kind']): Cause => ({ kind, by: '' });

describe('a suspicious change', () => {
  it.each<[string, OversellChange, number, ReturnType<typeof suspect>]>([
    ['sells the unit that is gone already', aChange('shopify', 1, -1), -1, { kind: 'unaware', units: 1 }],
    ['sells five, of which two were left', aChange('square', 5, -5), -3, { kind: 'unaware', units: 3 }],
    ['sells one of several that a backorder has taken', aChange('square', 1, -1), -3, { kind: 'unaware', units: 1 }],
    ['sells one at a counter that shows none', aChange('square', 0, -1), -1, { kind: 'aware', units: 1 }],
    ['sells three at a counter that shows one', aChange('square', 1, -3), -2, { kind: 'aware', units: 2 }],
    ['is an order beyond what Shopify shows', aChange('shopify', 0, -1), -1, null],
    ['sells on at the counter when it was below zero', aChange('square', -1, -1), -2, null],
    ['sells what is there', aChange('square', 1, -1), 0, null],
    ['is a return', aChange('square', -3, 2), -1, null],
    ['sells on while the other side has more to arrive', aChange('shopify', 0, -1), 4, null],
  ])('that %s', (_, change, promised, expected) => {
    expect(suspect(change, promised)).toEqual(expected);
  });

  it('is one that the ledger shares between the sides', () => {
    const fact = {
      kind: 'change',
      side: 'square',
      delta: -1,
      before: 1,
      after: 0,
      otherBefore: 1,
      otherAfter: 0,
      via: 'webhook',
      at: NOW,
    } as const;
    expect(sharedChange(9, NOW, { ...fact, fate: 'held' })).toMatchObject({ seq: 9, source: 'square', since: null });
    expect(sharedChange(9, NOW, { ...fact, fate: 'unlinked' })).toBeNull();
    expect(sharedChange(9, NOW, { kind: 'set', to: 0, by: 'merchant', shopify: 1, square: 1 })).toBeNull();
  });

  it('never takes more units than were sold, nor any when the side knew what was left, except at a counter', () => {
    const side = fc.constantFrom<Source>('shopify', 'square');
    fc.assert(
      fc.property(side, fc.integer({ min: -9, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: -9, max: 9 }), (...drawn) => {
        const [source, shown, amount, left] = drawn;
        const found = suspect(aChange(source, shown, -amount), left - amount);
        if (left - amount >= 0) expect(found).toBeNull();
        if (found === null) return;
        expect(found.units).toBeGreaterThan(0);
        expect(found.units).toBeLessThanOrEqual(amount);
        if (shown <= left) expect([source, found.kind]).toEqual(['square', 'aware']);
        if (shown <= 0 && left < 0) expect.fail('what is below zero on both sides is sold on purpose');
      }),
    );
  });
});

describe('the other side’s changes', () => {
  const unaware = { kind: 'unaware', units: 2 } as const;
  const aware = { kind: 'aware', units: 2 } as const;
  const change = aChange('square', 0, -2);
  const seqs = (steps: readonly OversellChange[]): number[] => steps.map(({ seq }) => seq);

  it('are the newest that took as many units, in their order', () => {
    const earlier = [
      aChange('shopify', 2, -1, { seq: 8 }),
      aChange('square', 3, -1, { seq: 7 }),
      aChange('shopify', 4, -1, { seq: 6 }),
      aChange('shopify', 5, -1, { seq: 5 }),
    ];
    expect(seqs(takenByOther(change, aware, earlier))).toEqual([6, 8]);
    expect(seqs(takenByOther(change, unaware, earlier))).toEqual([6, 8]);
  });

  it('are none before the number was set or the link started', () => {
    expect(takenByOther(change, unaware, ['rebase', aChange('shopify', 2, -2)])).toEqual([]);
  });

  it('are, for a counter that knew, none before stock was added, nor of another day', () => {
    const added: LedgerStep[] = [aChange('shopify', 0, 3, { seq: 8 }), aChange('shopify', 2, -2, { seq: 7 })];
    expect(takenByOther(change, aware, added)).toEqual([]);
    expect(seqs(takenByOther(change, unaware, added))).toEqual([7]);
    const old = [aChange('shopify', 2, -2, { seq: 8, noted: NOW - DAY - 1 })];
    expect(takenByOther(change, aware, old)).toEqual([]);
    expect(seqs(takenByOther(change, unaware, old))).toEqual([8]);
  });

  it('are decreases of the other side alone, before any rebase', () => {
    const step = fc.oneof(
      fc.constant<LedgerStep>('rebase'),
      fc
        .tuple(fc.constantFrom<Source>('shopify', 'square'), fc.integer({ min: -3, max: 3 }))
        .map(([source, delta]): LedgerStep => aChange(source, 5, delta)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom(unaware, aware), (earlier, suspicion) => {
        const found = takenByOther(change, suspicion, earlier);
        expect(found.every(({ source, delta }) => source === otherSource(change.source) && delta < 0)).toBe(true);
        expect(found.length).toBeLessThan(20);
        const end = earlier.indexOf('rebase');
        const reach = end === -1 ? earlier : earlier.slice(0, end);
        expect(found.every((one) => reach.includes(one))).toBe(true);
      }),
    );
  });
});

describe('a case', () => {
  const shopify = aChange('shopify', 1, -1, { seq: 8 });
  const square = aChange('square', 1, -1);

  it('takes in each further sale once, and counts those beyond twenty', () => {
    expect(joined(aCase(shopify, square), square).changes).toHaveLength(2);
    let one = aCase(shopify, square);
    for (let seq = 10; seq < 35; seq += 1) one = joined(one, aChange('square', -1, -1, { seq }));
    expect(one).toMatchObject({ more: 7 });
    expect(one.changes).toHaveLength(20);
  });

  it.each<[Cause['kind'], boolean]>([
    ['counted', false],
    ['lost', false],
    ['transferred', false],
    ['sold', true],
    ['reserved', true],
    ['removed', true],
    ['merged', true],
  ])('of a change that was %s is one: %s', (kind, expected) => {
    expect(isOversell(told(aCase(shopify, square), 9, of(kind), null))).toBe(expected);
  });

  it('is not changed by what is told about other lines', () => {
    const one = aCase(shopify, square);
    expect(told(one, 77, of('sold'), NOW)).toBe(one);
  });

  it.each<[string, Partial<OversellChange>, Partial<OversellChange>, Source | null]>([
    ['both are known and apart', { at: NOW }, { at: NOW + 2_500 }, 'square'],
    ['Shopify’s whole second may be later', { at: NOW }, { at: NOW + 1_500 }, null],
    ['Shopify’s is the later', { at: NOW + 1_000 }, { at: NOW }, 'shopify'],
    ['both are of the same moment', { at: NOW }, { at: NOW + 400 }, null],
    ['one may have happened any time before', { at: NOW }, { at: NOW + 60_000, via: 'answer' }, null],
    ['one came after the other at the earliest', { at: NOW }, { at: NOW + 9_000, since: NOW + 5_000, via: 'answer' }, 'square'],
    ['the platform has told', { at: NOW }, { at: NOW + 60_000, via: 'answer', toldAt: NOW + 30_000 }, 'square'],
  ])('says which sale came later: %s', (_, ofShopify, ofSquare, expected) => {
    expect(laterSide(aCase({ ...shopify, ...ofShopify }, { ...square, ...ofSquare }))).toBe(expected);
  });
});
