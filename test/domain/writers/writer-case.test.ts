import { describe, expect, it } from 'vitest';

import type { NamedJudgement } from '../../../src/domain/writers/named';
import type { CopiedChange } from '../../../src/domain/writers/verdict';
import {
  allCopied,
  holdsTogether,
  isSameApp,
  lastAt,
  resolvedAs,
  withName,
  withVerdict,
  type WriterCase,
} from '../../../src/domain/writers/writer-case';

const HOUR = 3_600_000;
const copy = (at: number, delta = -1, side: CopiedChange['side'] = 'square'): CopiedChange => ({ side, delta, at });
const suspected = (...copies: CopiedChange[]): WriterCase => withVerdict(null, { kind: 'suspected', copies }, 100) ?? expect.fail();
const held = (...copies: CopiedChange[]): WriterCase => withVerdict(null, { kind: 'proven', copies }, 100) ?? expect.fail();
const named = (state: NamedJudgement['state'], name = 'Mirror', ...copies: CopiedChange[]): NamedJudgement => ({
  state,
  app: { id: name.toLowerCase(), name },
  kind: 'copies',
  copies,
});

describe('a case', () => {
  it('counts each copy once, however often verdicts state it, and keeps the latest twenty', () => {
    const first = suspected(copy(1), copy(2, -3), copy(2, -3, 'shopify'));
    expect(allCopied(first)).toEqual({ count: 3, units: -7, from: 1, to: 2 });
    const next = withVerdict(first, { kind: 'proven', copies: [copy(2, -3), copy(2, -4), copy(5)] }, 200);
    expect(next && allCopied(next)).toEqual({ count: 5, units: -12, from: 1, to: 5 });
    const many = withVerdict(next, { kind: 'proven', copies: Array.from({ length: 30 }, (_, n) => copy(10 + n)) }, 300);
    expect(many?.copied.latest).toHaveLength(20);
    expect(many && allCopied(many)).toMatchObject({ count: 35, to: 39 });
  });

  it('is never taken off hold by a suspicion, and starts again once the merchant has set the number', () => {
    const one = held(copy(1));
    expect(withVerdict(one, { kind: 'suspected', copies: [copy(2)] }, 200)).toMatchObject({ state: 'held', heldAt: 100, proof: 'silence' });
    expect(withName(one, named('suspected'), 200)).toMatchObject({ state: 'held', app: { name: 'Mirror' }, proof: 'silence' });
    const settled = resolvedAs(one, 'reconcile', 5, 300);
    expect(settled).toMatchObject({ state: 'settled', heldAt: null, resolved: { action: 'reconcile', quantity: 5, at: 300 } });
    expect(withVerdict(settled, { kind: 'proven', copies: [copy(400)] }, 400)).toEqual({
      state: 'held',
      proof: 'silence',
      app: null,
      since: 400,
      heldAt: 400,
      copied: { latest: [copy(400)], square: { count: 1, units: -1, from: 400, to: 400 } },
      resolved: null,
    });
  });

  it('stays as it is once trusted, and stays away once dismissed unless an app is proven', () => {
    const trusted = resolvedAs(held(copy(1)), 'trust', null, 200);
    for (const kind of ['proven', 'suspected', 'cleared'] as const)
      expect(withVerdict(trusted, { kind, copies: [copy(9)] }, 300)).toBe(trusted);
    expect(withName(trusted, named('held'), 300)).toBe(trusted);
    const dismissed = resolvedAs(suspected(copy(1)), 'dismiss', null, 200);
    expect(withVerdict(dismissed, { kind: 'suspected', copies: [copy(9)] }, 300)).toMatchObject({ state: 'dismissed' });
    expect(withVerdict(dismissed, { kind: 'cleared', copies: [] }, 300)).toBe(dismissed);
    expect(withName(dismissed, named('held'), 300)).toMatchObject({ state: 'held', proof: 'name', heldAt: 300, resolved: null });
  });

  it('ends when cleared, unless Square’s log names an app', () => {
    expect(withVerdict(suspected(copy(1)), { kind: 'cleared', copies: [] }, 200)).toBeNull();
    const known = withName(suspected(copy(1)), named('suspected'), 150);
    expect(withVerdict(known, { kind: 'cleared', copies: [] }, 200)).toBe(known);
    expect(withVerdict(null, { kind: 'cleared', copies: [] }, 200)).toBeNull();
  });

  it('takes what was repeated on Square from Square’s log, once that has more', () => {
    const one = suspected(copy(3, -1), copy(4, -2), copy(4, -2, 'shopify'));
    const less = withName(one, named('suspected', 'Mirror', copy(1)), 200);
    expect(allCopied(less)).toMatchObject({ count: 3, units: -5 });
    const more = withName(less, named('held', 'Mirror', copy(1), copy(2), copy(3)), 200);
    expect(allCopied(more)).toEqual({ count: 4, units: -5, from: 1, to: 4 });
    expect(more.copied.latest).toEqual([copy(1), copy(2), copy(3), copy(4, -2, 'shopify')]);
    expect(allCopied(withName(null, named('held'), 200))).toBeNull();
  });

  it('counts a copy once that Square’s log and a verdict state, each at its own time', () => {
    const GAP = 33_000;
    const logged = (copies: number) => Array.from({ length: copies }, (_, n) => copy((n + 1) * GAP));
    const learned = (copies: number) => logged(copies).map((one) => ({ ...one, at: one.at + 700 }));
    const first = withName(null, named('suspected', 'Relay', ...logged(9)), 10 * GAP);
    const next = withVerdict(first, { kind: 'suspected', copies: learned(12) }, 13 * GAP) ?? expect.fail();
    expect(allCopied(next)).toMatchObject({ count: 12, units: -12 });
    const again = withVerdict(next, { kind: 'proven', copies: learned(13) }, 14 * GAP) ?? expect.fail();
    expect(allCopied(again)).toMatchObject({ count: 13, units: -13 });
    const exact = withName(again, named('held', 'Relay', ...logged(13)), 15 * GAP);
    expect(allCopied(exact)).toEqual({ count: 13, units: -13, from: GAP, to: 13 * GAP });
    const quick = withName(null, named('suspected', 'Relay', copy(1_000), copy(2_000), copy(3_000)), 3_500);
    const all = withVerdict(quick, { kind: 'proven', copies: [1_400, 2_400, 3_400, 4_400].map((at) => copy(at)) }, 5_000) ?? expect.fail();
    expect(allCopied(all)).toMatchObject({ count: 4 });
  });

  it('is about the same app only where both are known', () => {
    const [one, same, other] = [named('held'), named('held'), named('held', 'Other')].map((judgement) => withName(null, judgement, 1));
    if (one === undefined || same === undefined || other === undefined) return;
    expect(isSameApp(one, same)).toBe(true);
    expect(isSameApp(one, other)).toBe(false);
    expect(isSameApp(held(), held())).toBe(false);
  });

  it('was last changed by its last copy, or the merchant', () => {
    expect(lastAt(held())).toBe(100);
    expect(lastAt(held(copy(250)))).toBe(250);
    expect(lastAt(resolvedAs(held(copy(250)), 'trust', null, 300))).toBe(300);
  });
});

describe('the hold of a whole account', () => {
  const at = (...times: number[]): WriterCase[] => times.map((heldAt) => ({ ...held(), heldAt }));

  it('takes three variants within an hour, each after the merchant’s last decision', () => {
    expect(holdsTogether(at(0, HOUR), -1)).toBe(false);
    expect(holdsTogether(at(5, HOUR + 6, 6), -1)).toBe(false);
    expect(holdsTogether(at(9 * HOUR, 0, HOUR, 5), -1)).toBe(true);
    expect(holdsTogether(at(0, HOUR, 5), 0)).toBe(false);
    const [one, ...others] = at(1, 2, 3);
    expect(holdsTogether([...others, { ...one, state: 'suspected' } as WriterCase], -1)).toBe(false);
  });
});
