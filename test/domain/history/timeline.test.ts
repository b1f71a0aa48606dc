import { describe, expect, it } from 'vitest';

import type { HistoryFact } from '../../../src/domain/history/fact';
import { changedAt, numbersAt } from '../../../src/domain/history/number-at';
import type { StoredLine } from '../../../src/domain/history/packed';
import { timelineOf } from '../../../src/domain/history/timeline';
import type { Source } from '../../../src/domain/source';

type Change = Extract<HistoryFact, { kind: 'change' }>;

const START = 1_790_000_000_000;
const MINUTE = 60_000;

/** A change whose other side had `other`, and gets it too unless `fate` says otherwise. */
function change(side: Source, before: number, after: number, other: number | null, more: Partial<Change> = {}): Change {
  const delta = after - before;
  const arrives = ['sent', 'owed'].includes(more.fate ?? 'sent') ? delta : 0;
  return {
    kind: 'change',
    side,
    delta,
    before,
    after,
    otherBefore: other,
    otherAfter: other === null ? null : other + arrives,
    fate: 'sent',
    via: 'webhook',
    at: START,
    ...more,
  };
}

/** Lines a minute apart, the first a minute after the start. */
function lines(facts: readonly HistoryFact[]): StoredLine[] {
  return facts.map((fact, index) => {
    const at = START + (index + 1) * MINUTE;
    const known = fact.kind === 'change' && fact.at === START ? { ...fact, at: at - 500 } : fact;
    return { seq: index + 1, at, originator: 'square', location: '', sku: 'TEE', fact: known };
  });
}

/** Both numbers after each line, and the gaps before it where there are any. */
function told(facts: readonly HistoryFact[]): string[] {
  return timelineOf(lines(facts)).map(({ numbers: { shopify, square }, gaps }) =>
    [`${shopify ?? '?'}/${square ?? '?'}`, ...(gaps.shopify === 0 && gaps.square === 0 ? [] : [`gap ${gaps.shopify}/${gaps.square}`])].join(
      ' ',
    ),
  );
}

describe('the numbers after each line', () => {
  it('are those of both platforms once the change has arrived', () => {
    expect(told([change('shopify', 10, 9, 10), change('square', 9, 7, 9), change('square', 7, 12, 7)])).toEqual(['9/9', '7/7', '12/12']);
  });

  it('are right while changes cross: what is on its way is not in the number that a platform shows', () => {
    expect(
      told([
        change('shopify', 10, 9, 10),
        // Square does not show Shopify's sale yet, nor Shopify Square's.
        change('square', 10, 8, 9),
        change('shopify', 9, 6, 7),
        // Both of Shopify's have arrived at Square by now.
        change('square', 4, 3, 4),
      ]),
    ).toEqual(['9/9', '7/7', '4/4', '3/3']);
  });

  it('show a gap where something changed without a line, and go on from the number that the platform states', () => {
    expect(told([change('shopify', 10, 9, 10), change('square', 14, 13, 9), change('shopify', 8, 7, 13)])).toEqual([
      '9/9',
      '8/13 gap 0/5',
      '7/12',
    ]);
    expect(told([change('shopify', 10, 9, 10), change('shopify', 5, 4, 9)])).toEqual(['9/9', '4/8 gap -4/0']);
  });

  it.each(['held', 'kept', 'watched', 'unlinked', 'uncounted', 'untracked'] as const)(
    'stay on one side for a change that is %s',
    (fate) => {
      expect(told([change('shopify', 10, 9, 10, { fate }), change('square', 10, 8, 9, { fate: 'sent' })])).toEqual(['9/10', '7/8']);
    },
  );

  it('show no gap where only a part has arrived', () => {
    const half = [change('shopify', 10, 16, 10), change('square', 11, 10, 16), change('square', 15, 14, 15)];
    expect(told(half)).toEqual(['16/16', '15/15', '14/14']);
    // Long after, the rest would have arrived.
    const later = [
      change('shopify', 10, 16, 10),
      change('shopify', 16, 17, 16),
      change('shopify', 17, 18, 17),
      change('square', 11, 10, 18),
    ];
    expect(told(later).at(-1)).toMatch(/ gap 0\/-/u);
  });

  it('follow what a person sets, sends, and drops', () => {
    const by = 'merchant';
    expect(
      told([
        { kind: 'set', to: 5, by, shopify: 9, square: 3 },
        change('square', 5, 25, 5, { fate: 'held', maximum: 10 }),
        { kind: 'held', side: 'square', amount: 20, fate: 'sent', by },
        change('shopify', 25, 24, 25),
        { kind: 'held', side: 'square', amount: 1, fate: 'dropped', by },
      ]),
    ).toEqual(['5/5', '5/25', '25/25', '24/24', '24/24']);
    // Pending changes to Square of 3 come together while writes are paused: held until they are sent.
    expect(
      told([
        change('shopify', 10, 7, 10, { fate: 'owed' }),
        { kind: 'review', side: 'square', amount: -3 },
        { kind: 'held', side: 'shopify', amount: -3, fate: 'sent', by },
        change('square', 7, 6, 7),
      ]),
    ).toEqual(['7/7', '7/10', '7/7', '6/6']);
  });

  it('follow a bulk change that is undone: each side has what it had, and what was sold since stays sold', () => {
    const by = 'merchant';
    const set: HistoryFact = { kind: 'set', to: 9, by, shopify: 9, square: 3 };
    const undone: HistoryFact = { kind: 'undone', by, shopify: 7, square: 7, shopifyTo: 7, squareTo: 1 };
    // What the undoing sends has not arrived at Square when it sells one more.
    const after = [change('square', 7, 6, 7), change('shopify', 6, 5, 0), change('square', -1, 4, 5)];
    expect(told([set, change('shopify', 9, 7, 9), undone, ...after])).toEqual(['9/9', '7/7', '7/1', '6/0', '5/-1', '10/4']);
    // While the bulk change itself has not arrived, Square still shows its number before.
    expect(told([set, { ...undone, shopify: 9, square: 3, shopifyTo: 9, squareTo: 3 }])).toEqual(['9/9', '9/3']);
  });

  it('say what undoing sends to each side, and show as a gap what has no line before it', () => {
    const [, undone] = timelineOf(
      lines([change('shopify', 10, 9, 10), { kind: 'undone', by: 'operator', shopify: 9, square: 14, shopifyTo: 4, squareTo: 20 }]),
    );
    expect(undone).toMatchObject({
      numbers: { shopify: 4, square: 20 },
      stated: { shopify: 9, square: 14 },
      sent: { shopify: -5, square: 6 },
      gaps: { shopify: 0, square: 5 },
    });
    expect(told([{ kind: 'undone', by: 'merchant', shopify: 9, square: null, shopifyTo: 4, squareTo: 20 }])).toEqual(['4/?']);
  });

  it('are not known while nothing tells them: never 0', () => {
    expect(told([change('shopify', 10, 9, null, { fate: 'uncounted' }), change('square', 0, 4, 9)])).toEqual(['9/?', '13/4']);
    expect(told([{ kind: 'set', to: 5, by: 'merchant', shopify: 9, square: null }])).toEqual(['5/?']);
    expect(
      told([
        change('shopify', 10, 9, 10),
        { kind: 'frozen', side: 'square', delta: -1, op: 'k' },
        { kind: 'refused', side: 'square', owed: -1, reason: 'other' },
        { kind: 'dropped', side: 'shopify', amount: -1, uncertain: 0, why: 'epoch-ended' },
      ]),
    ).toEqual(['9/9', '9/?', '9/?', '?/?']);
    expect(told([{ kind: 'sku', side: 'square', before: '', after: 'TEE', by: 'merchant' }])).toEqual(['?/?']);
  });

  it('start again with a link; what was on its way when it ended is no gap', () => {
    expect(
      told([
        change('shopify', 10, 9, 10),
        { kind: 'unlinked', why: 'sku-changed', shopify: 9, square: 10, pending: { square: -1 } },
        { kind: 'linked', shopify: 9, square: 9, shopifyBefore: 9, squareBefore: 9 },
        change('square', 9, 8, 9),
        { kind: 'unlinked', why: 'removed' },
        { kind: 'linked', shopify: 6, square: null, shopifyBefore: 8, squareBefore: 8 },
        { kind: 'copied', side: 'square', quantity: 6, by: 'merchant' },
      ]),
    ).toEqual(['9/9', '9/10', '9/9', '8/8', '?/?', '6/? gap -2/0', '6/6']);
  });
});

describe('the numbers at a time', () => {
  const at = (minutes: number) => START + minutes * MINUTE;
  const ask = (facts: readonly HistoryFact[], minutes: number) => {
    const { shopify, square } = numbersAt(timelineOf(lines(facts)), at(minutes));
    const text = ({ number, arriving, before, after, knownFrom }: typeof shopify) =>
      number !== null
        ? `${number}${arriving === 0 ? '' : ` with ${arriving} on its way`}`
        : `? ${before ?? '?'} to ${after ?? '?'} by ${knownFrom === null ? '?' : (knownFrom - START) / MINUTE}`;
    return [text(shopify), text(square)];
  };

  const sales = [change('shopify', 10, 9, 10), change('square', 9, 7, 9), change('square', 7, 12, 7)];

  it('are those after the last line before it', () => {
    expect(ask(sales, 1.5)).toEqual(['9', '9']);
    expect(ask(sales, 2.5)).toEqual(['7', '7']);
    expect(ask(sales, 900)).toEqual(['12', '12']);
  });

  it('count a change from when it happened, and say what is on its way', () => {
    // The line comes half a second after the sale.
    expect(ask(sales, 2 - 0.2 / 60)).toEqual(['9', '7']);
    expect(ask(sales, 2.05)).toEqual(['7 with -2 on its way', '7']);
    const paused = [
      change('shopify', 10, 9, 10, { fate: 'owed' }),
      change('shopify', 9, 8, 9, { fate: 'owed' }),
      change('square', 8, 7, 8),
    ];
    expect(ask(paused, 1.9)).toEqual(['9', '9 with -1 on its way']);
    expect(ask(paused, 2.9)).toEqual(['8', '8 with -2 on its way']);
    // What Square shows has them.
    expect(ask(paused, 4)).toEqual(['7', '7']);
  });

  it('count what was noticed late from when it happened', () => {
    const late = [change('shopify', 10, 9, 10), change('square', 9, 4, 9, { via: 'sweep', at: at(1.2) })];
    expect(ask(late, 1.1)).toEqual(['9', '9 with -1 on its way']);
    expect(ask(late, 1.5)).toEqual(['9', '4']);
    // Found by reading everything, without a webhook: nobody knows when it happened, or how many changes it was.
    const untold = [change('shopify', 10, 9, 10), change('square', 9, 4, 9, { via: 'sweep', at: at(1.8), since: at(1.2) })];
    expect(ask(untold, 1.1)).toEqual(['9', '9 with -1 on its way']);
    expect(ask(untold, 1.5)).toEqual(['9', '? 9 to 4 by 2']);
    expect(ask(untold, 1.9)).toEqual(['9', '4']);
    expect(changedAt(lines(late)[1] as StoredLine)).toBe(at(1.2));
    // A platform's clock that is ahead of ours does not move a change to after its line.
    expect(changedAt(lines([change('square', 9, 4, 9, { at: at(7) })])[0] as StoredLine)).toBe(at(1));
  });

  it('count what one platform reports late behind a line of the other', () => {
    const late = [change('square', 9, 10, 9), change('square', 10, 8, 10), change('shopify', 10, 9, 8, { at: at(1.5) + 1 })];
    expect(ask(late, 1.4)).toEqual(['10', '10']);
    expect(ask(late, 1.8)).toEqual(['9', '10']);
    // Shopify's times are whole seconds: within it, the change may still have been to come.
    const second = [change('square', 9, 10, 9), change('shopify', 10, 9, 10, { at: at(1.5) })];
    expect(ask(second, 1.5 + 0.5 / 60)).toEqual(['9 with -1 on its way', '10']);
    expect(ask(second, 1.5 + 1 / 60)).toEqual(['9', '10']);
  });

  it('are not known since the number before where an answer to our own call showed another', () => {
    const found = [change('shopify', 9, 10, 9), change('square', 10, 8, 10, { via: 'answer', at: at(1.9), since: at(1.1) })];
    expect(ask(found, 1.5)).toEqual(['10', '? 10 to 8 by 2']);
    expect(ask(found, 1.95)).toEqual(['10', '8']);
  });

  it('say that something is on its way also where it adds up to nothing', () => {
    const both = [change('shopify', 10, 11, 10), { ...change('shopify', 11, 10, 11), at: at(1) + 1_000 }];
    const entries = timelineOf(lines(both).map((line, index) => (index === 1 ? { ...line, at: at(1) + 1_000 } : line)));
    expect(numbersAt(entries, at(1) + 1_100).square).toMatchObject({ number: 10, arriving: -1 });
  });

  it('say what was sent and given up', () => {
    const given: HistoryFact = { kind: 'dropped', side: 'shopify', amount: -2, uncertain: 0, why: 'epoch-ended' };
    const lost = [change('square', 9, 10, 9), change('square', 10, 8, 10), given];
    expect(ask(lost, 2.5)).toEqual(['8 with -2 on its way', '8']);
    expect(ask(lost, 1.5)).toEqual(['10', '10']);
    expect(ask(lost, 3.5)).toEqual(['? ? to ? by ?', '8']);
  });

  it('are not known before the first line, except where the platform says since when it had its number', () => {
    expect(ask(sales, 0.5)).toEqual(['? ? to 10 by 1', '? ? to 10 by 1']);
    const since = [change('shopify', 10, 9, 10, { since: START - 60 * MINUTE })];
    expect(ask(since, 0.5)).toEqual(['10', '? ? to 10 by 1']);
    expect(ask(since, -61)).toEqual(['? ? to 10 by 1', '? ? to 10 by 1']);
    expect(ask([], 5)).toEqual(['? ? to ? by ?', '? ? to ? by ?']);
  });

  it('are not known within a gap, except where the platform says since when it had the later number', () => {
    const gap = [change('shopify', 10, 9, 10), change('square', 14, 13, 9)];
    expect(ask(gap, 1.5)).toEqual(['9', '? 9 to 14 by 2']);
    const since = [change('shopify', 10, 9, 10), change('square', 14, 13, 9, { since: at(1.6) })];
    expect(ask(since, 1.5)).toEqual(['9', '? 9 to 14 by 2']);
    expect(ask(since, 1.7)).toEqual(['9', '14']);
    expect(ask(gap, 2.9)).toEqual(['8', '13']);
  });
});
