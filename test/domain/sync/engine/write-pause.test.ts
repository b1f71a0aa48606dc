import { describe, expect, test } from 'vitest';

import { fromUnits } from '../../../../src/domain/quantity';
import type { Source } from '../../../../src/domain/source';
import { requestSet } from '../../../../src/domain/sync/rebase';
import { describePause, resumedSides, writeStops, type WritePause } from '../../../../src/domain/sync/write-gate';
import { EngineKit, level, NOW } from './engine-kit';

const HOUR = 3_600_000;

function pauseOf(source: Source | null, scope: WritePause['scope'] = 'all'): WritePause {
  return { scope, source, by: 'ops.myshopify.com', reason: 'maintenance', since: NOW };
}

/** Ends all pauses, as an account does. */
function resume(kit: EngineKit, sides: readonly Source[], bounds?: { units: number; variants: number }): ReturnType<EngineKit['finish']> {
  kit.pauses = [];
  for (const source of sides) kit.engine.pauseEnded([...kit.levels.keys()], source, bounds);
  kit.engine.resume(kit.levels.keys());
  return kit.finish();
}

describe('the write gate', () => {
  const open = { entitled: true, autoSync: true, pauses: [] };

  test('lists every reason, starting with the one to report first', () => {
    const pause = pauseOf('square');
    expect(writeStops(open, 'square')).toEqual([]);
    expect(writeStops({ entitled: false, autoSync: false, pauses: [pause] }, 'square', false)).toEqual([
      { kind: 'not-entitled' },
      { kind: 'paused', pause },
      { kind: 'auto-sync-off' },
      { kind: 'not-connected' },
    ]);
    expect(writeStops({ ...open, pauses: [pause] }, 'shopify')).toEqual([]);
    expect(writeStops({ ...open, pauses: [pauseOf(null)] }, 'shopify')).toHaveLength(1);
  });

  test('a side resumes when the last of its pauses has ended', () => {
    const both = [pauseOf(null), pauseOf('square', 'account')];
    expect(resumedSides(both, [pauseOf('square', 'account')])).toEqual(['shopify']);
    expect(resumedSides(both, [])).toEqual(['shopify', 'square']);
    expect(resumedSides([], both)).toEqual([]);
  });

  test('the description of a pause says who paused and why', () => {
    expect(describePause(pauseOf('square'))).toBe(
      'Changes to Square are paused by the operators of Shelfbridge (ops.myshopify.com): maintenance',
    );
  });
});

describe('while writes are paused', () => {
  test('a change is counted and kept, and sent when the pause ends', () => {
    const kit = new EngineKit(1);
    kit.pauses = [pauseOf(null)];
    const turn = kit.stands('shopify', { 0: 8 });
    expect(turn.requests).toEqual([]);
    expect(turn.lines[0]?.fact).toMatchObject({ kind: 'change', fate: 'owed' });
    expect(kit.engine.nextAt(1_000)).toBeNull();
    expect(resume(kit, ['shopify', 'square']).requests).toMatchObject([{ kind: 'write', source: 'square' }]);
  });

  test('a pause of one platform leaves the other alone', () => {
    const kit = new EngineKit(2);
    kit.pauses = [pauseOf('square')];
    expect(kit.stands('shopify', { 0: 8 }).requests).toEqual([]);
    expect(kit.stands('square', { 1: 8 }).requests).toMatchObject([{ kind: 'write', source: 'shopify' }]);
  });

  test('a request on the wire is not recalled, and its answer counts', () => {
    const kit = new EngineKit(1);
    const [write] = kit.stands('shopify', { 0: 8 }).requests;
    kit.pauses = [pauseOf(null)];
    kit.written(write, { kind: 'applied', levels: [level('q0', 8, NOW + 1)] });
    expect(kit.levels[0]?.square).toMatchObject({ accounted: fromUnits(8), inFlight: null });
  });

  test('retries of an in-flight request stop, and resume with the same key', () => {
    const kit = new EngineKit(1);
    const [write] = kit.stands('shopify', { 0: 8 }).requests;
    kit.pauses = [pauseOf(null)];
    expect(kit.written(write, { kind: 'ambiguous', detail: 'no answer' }).requests).toEqual([]);
    for (let minute = 0; minute < 30; minute += 1) expect(kit.wait(60_000).requests).toEqual([]);
    const again = resume(kit, ['shopify', 'square']).requests;
    expect(again).toEqual([{ ...write, id: again[0]?.id }]);
  });

  test('a planned change that could not be sent is pending again', () => {
    const kit = new EngineKit(1);
    const [write] = kit.stands('shopify', { 0: 8 }).requests;
    kit.pauses = [pauseOf(null)];
    expect(kit.written(write, { kind: 'stopped' }).requests).toEqual([]);
    expect(kit.levels[0]?.square).toMatchObject({ inFlight: null, pending: fromUnits(-2) });
  });

  test('a retry that could not be sent keeps its key', () => {
    const kit = new EngineKit(1);
    const [write] = kit.stands('shopify', { 0: 8 }).requests;
    kit.written(write, { kind: 'ambiguous', detail: 'no answer' });
    const [repeat] = kit.wait(2_000).requests;
    kit.pauses = [pauseOf(null)];
    kit.written(repeat, { kind: 'stopped' });
    const key = write?.kind === 'write' ? write.request.key : '';
    expect(kit.levels[0]?.square.inFlight?.key).toBe(key);
    kit.now += 60_000;
    expect(resume(kit, ['shopify', 'square']).requests).toMatchObject([{ kind: 'write', request: { key } }]);
  });

  test('reads continue', () => {
    const kit = new EngineKit(1);
    kit.pauses = [pauseOf(null)];
    const entry = kit.byKey(0);
    if (entry !== null)
      kit.engine.levels.put(0, requestSet(entry.level, { to: fromUnits(4), by: 'merchant', sides: ['shopify', 'square'] }));
    expect(kit.finish().requests.map(({ kind }) => kind)).toEqual(['read', 'read']);
  });

  test('an in-flight write is looked up after half of its key’s retention, and wakes the account for it', () => {
    const kit = new EngineKit(1);
    const [write] = kit.stands('shopify', { 0: 8 }).requests;
    kit.written(write, { kind: 'ambiguous', detail: 'no answer' });
    kit.pauses = [pauseOf(null)];
    expect(kit.engine.nextAt(1_000)).toBe(NOW + 12 * HOUR + 1);
    expect(kit.wait(12 * HOUR).requests).toEqual([]);
    const [lookUp] = kit.wait(1).requests;
    expect(lookUp).toMatchObject({ kind: 'look-up', source: 'square' });
    expect(kit.answer(lookUp, { kind: 'look-up', answer: [false] }).requests).toMatchObject([{ kind: 'read' }]);
    expect(kit.levels[0]?.square).toMatchObject({ inFlight: null, pending: fromUnits(-2) });
  });

  test('a write in flight when the pause began is looked up first if the pause ends after twelve hours', () => {
    const kit = new EngineKit(1);
    const [write] = kit.stands('shopify', { 0: 8 }).requests;
    kit.pauses = [pauseOf(null)];
    kit.written(write, { kind: 'ambiguous', detail: 'no answer' });
    kit.now += 13 * HOUR;
    expect(resume(kit, ['shopify', 'square']).requests).toMatchObject([{ kind: 'look-up' }]);
  });
});

describe('changes that grew large during a pause', () => {
  test('over 50 units of a variant are held for review; 50 are sent', () => {
    const kit = new EngineKit(2);
    kit.pauses = [pauseOf('square')];
    kit.stands('shopify', { 0: 60, 1: 61 });
    const turn = resume(kit, ['square']);
    expect(turn.requests).toMatchObject([{ request: { changes: [{ stockId: 'q0', delta: fromUnits(50) }] } }]);
    expect(turn.lines.map(({ key, fact }) => [key, fact])).toEqual([[1, { kind: 'review', side: 'square', amount: fromUnits(51) }]]);
    expect(kit.levels[1]?.square).toMatchObject({ pending: 0, held: fromUnits(51), pendingSince: null });
    expect(turn.alerts).toEqual([]);
  });

  test('over 100 variants are all held; 100 are sent', () => {
    const sold = (count: number): Record<number, number> => Object.fromEntries(Array.from({ length: count }, (_, key) => [key, 9]));
    const few = new EngineKit(101);
    few.pauses = [pauseOf(null)];
    few.stands('shopify', sold(100));
    expect(resume(few, ['shopify', 'square']).lines).toEqual([]);
    const many = new EngineKit(101);
    many.pauses = [pauseOf(null)];
    many.stands('shopify', sold(101));
    const turn = resume(many, ['shopify', 'square']);
    expect(turn.requests).toEqual([]);
    expect(many.levels.filter(({ square }) => square.held === fromUnits(-1))).toHaveLength(101);
  });

  test('time spent waiting for a pause does not count as lag', () => {
    const kit = new EngineKit(1);
    kit.pauses = [pauseOf(null)];
    kit.stands('shopify', { 0: 8 });
    kit.now += HOUR;
    const [write] = resume(kit, ['shopify', 'square']).requests;
    expect(kit.written(write, { kind: 'applied', levels: [level('q0', 8, kit.now)] }).lags).toEqual([0]);
  });
});
