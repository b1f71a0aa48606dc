import { describe, expect, it } from 'vitest';

import { NOTHING_HEARD } from '../../src/domain/account/webhook-delivery';
import type { HistoryFact } from '../../src/domain/history/fact';
import { WebhookWatch } from '../../src/durable/sync/webhook-watch';

const NOW = 1_000_000_000;
const change = (via: string, at = NOW): HistoryFact =>
  ({ kind: 'change', side: 'square', delta: 1, before: 0, after: 1, otherBefore: 0, otherAfter: 1, fate: 'sent', via, at }) as HistoryFact;
const applied = (...levels: ({ stockId: string; at: number } | null)[]) =>
  ({
    kind: 'write',
    answer: { kind: 'applied', levels: levels.map((level) => level && { ...level, locationId: '', quantity: 1 }) },
  }) as const;
const awaited = (watch: WebhookWatch, source: 'shopify' | 'square' = 'square'): string[] => Object.keys(watch.of(source, NOW).awaited);

describe('the webhook of a change', () => {
  it.each([
    ['sweep', true],
    ['snapshot', true],
    ['refresh', true],
    ['answer', true],
    ['read', false],
    ['webhook', false],
  ])('that was found by %s is awaited: %s', (via, is) => {
    const watch = new WebhookWatch(null);
    watch.changed(change(via), 'q1', 0, NOW);
    expect(awaited(watch)).toEqual(is ? ['q1'] : []);
    expect(awaited(watch, 'shopify')).toEqual([]);
  });

  it('is not awaited for other lines, for an unknown item, or for changes from before webhooks reached us', () => {
    const watch = new WebhookWatch(null);
    watch.changed({ kind: 'linked', shopify: 1, square: 1 }, 'q1', 0, NOW);
    watch.changed(change('sweep'), null, 0, NOW);
    watch.changed(change('sweep'), 'q1', null, NOW);
    watch.changed(change('sweep'), 'q1', NOW + 1_000, NOW);
    expect(awaited(watch)).toEqual([]);
    watch.changed(change('sweep'), 'q1', NOW + 999, NOW);
    expect(awaited(watch)).toEqual(['q1']);
  });

  it('is not awaited when it has arrived before, and ends the wait when it arrives', () => {
    const watch = new WebhookWatch(null);
    watch.heard('square', [{ stockId: 'q1', at: NOW }, { stockId: 'q2' }, { stockId: 'q3', at: NOW - 1 }], NOW);
    for (const id of ['q1', 'q2', 'q3', 'q4']) watch.changed(change('sweep'), id, 0, NOW);
    expect(awaited(watch)).toEqual(['q3', 'q4']);
    watch.heard('square', [{ stockId: 'q3', at: NOW }], NOW);
    expect(awaited(watch)).toEqual(['q4']);
  });

  it('remembers the last of an item, and forgets the items heard of longest ago', () => {
    const watch = new WebhookWatch(null);
    watch.heard('square', [{ stockId: 'first', at: NOW }], NOW);
    watch.heard('square', [{ stockId: 'again', at: NOW }], NOW);
    for (let n = 0; n < 498; n += 1) watch.heard('square', [{ stockId: `q${n}`, at: NOW }], NOW);
    watch.changed(change('sweep'), 'first', 0, NOW);
    expect(awaited(watch)).toEqual([]);
    watch.heard('square', [{ stockId: 'again', at: NOW }], NOW);
    watch.heard('square', [{ stockId: 'one more', at: NOW }], NOW);
    for (const id of ['first', 'again', 'q0']) watch.changed(change('sweep'), id, 0, NOW);
    expect(awaited(watch)).toEqual(['first']);
  });

  it('of our own write is awaited where its answer states a level', () => {
    const watch = new WebhookWatch(null);
    watch.answered('shopify', applied({ stockId: 's1', at: NOW }, null, { stockId: 's2', at: NOW - 5_000 }), NOW - 3_000, NOW);
    expect(awaited(watch, 'shopify')).toEqual(['s1']);
    watch.answered('square', { kind: 'write', answer: { kind: 'stopped' } }, 0, NOW);
    watch.answered('square', { kind: 'look-up', answer: 'later' }, 0, NOW);
    expect(awaited(watch)).toEqual([]);
  });
});

describe('what is known of webhooks', () => {
  it('is stored, and outlives the instance', () => {
    const watch = new WebhookWatch(null);
    expect(watch.stored(NOW)).toEqual({ shopify: NOTHING_HEARD, square: NOTHING_HEARD });
    watch.changed(change('sweep'), 'q1', 0, NOW);
    const next = new WebhookWatch(watch.stored(NOW));
    expect(awaited(next)).toEqual(['q1']);
    expect(next.stored(NOW)).toEqual(watch.stored(NOW));
  });

  it('no longer includes what was awaited before a new connection; the counts stay', () => {
    const watch = new WebhookWatch(null);
    watch.heard('square', [{ stockId: 'q0', at: NOW }], NOW);
    watch.changed(change('sweep'), 'q1', 0, NOW);
    const before = watch.of('square', NOW);
    watch.forget();
    expect(watch.of('square', NOW)).toEqual({ ...before, awaited: {}, inRow: 0 });
    watch.changed(change('sweep'), 'q0', 0, NOW);
    expect(awaited(watch)).toEqual(['q0']);
  });
});

it('webhooks that did not come before a change of the pair are not counted on', () => {
  const watch = new WebhookWatch({ shopify: NOTHING_HEARD, square: { ...NOTHING_HEARD, inRow: 3 } });
  expect(watch.of('square', NOW).inRow).toBe(3);
  watch.forget();
  expect(watch.of('square', NOW).inRow).toBe(0);
});
