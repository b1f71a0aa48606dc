import { beforeEach, describe, expect, it } from 'vitest';

import { err, ok } from '../../src/domain/result';
import type { BulkChange } from '../../src/domain/sync/bulk-change';
import type { NamedBulkRow } from '../../src/durable/api/bulk-change-api';
import type { LevelStep } from '../../src/durable/api/manual-stock-api';
import { allowNoise } from '../support/fail-on-noise';
import {
  bothAt,
  change,
  expectStock,
  history,
  kill,
  LEVEL,
  owedBecomes,
  ring,
  setFaultsOnBoth,
  skipTime,
  skuOf,
  stockBecomes,
  STEPS,
  useWorld,
  variantOf,
} from './account-harness';

const [ONE, TWO, THREE] = [skuOf(1), skuOf(2), skuOf(3)];
const SETTINGS = { applyMaxQuantity: false, maxQuantityUpdate: 100, setBarcode: false, autoSync: true };
const DAY_MS = 86_400_000;

const merchant = useWorld();

/** Makes both sides differ: what is over the merchant's maximum is held, and then dropped. */
async function drift(sku: string, units: number): Promise<void> {
  await merchant.stub().saveSettings({ ...SETTINGS, applyMaxQuantity: true, maxQuantityUpdate: 1 });
  await change('square', sku, units);
  await expect.poll(async () => (await merchant.state()).held).toBe(1);
  await merchant.stub().resolveHeld([], false, 'merchant');
  await merchant.stub().saveSettings(SETTINGS);
}

async function planned(take: 'shopify' | 'square', keys: readonly number[] = []): Promise<readonly LevelStep[]> {
  const plan = await merchant.stub().planLevelling({ keys, view: 'all', query: '', take });
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}

/** Applies a plan, and returns the number of its bulk change. */
async function apply(steps: readonly LevelStep[], bulkChange: number | null = null): Promise<number> {
  const leveled = await merchant.stub().level(steps, { ...LEVEL, bulkChange });
  if (!leveled.ok || leveled.value.bulkChange === null) throw new Error(`nothing was changed: ${JSON.stringify(leveled)}`);
  return leveled.value.bulkChange;
}

async function rowsOf(id: number, page = { offset: 0, limit: 100 }): Promise<readonly Extract<NamedBulkRow, { kind?: undefined }>[]> {
  const found = await merchant.stub().bulkChange(id, page);
  if (!found.ok) throw new Error(found.error.message);
  return found.value.rows.flatMap((row) => (row.kind === undefined ? [row] : []));
}

const undo = async (id: number) => merchant.stub().undoBulkChange(id, 'merchant');

async function counts(id: number): Promise<BulkChange['counts'] | undefined> {
  return (await merchant.stub().bulkChanges()).find((one) => one.id === id)?.counts;
}

describe('a bulk change', () => {
  beforeEach(async () => {
    await drift(ONE, 20);
    await drift(TWO, -30);
  });

  it('is undone by its amounts: each side has what it had, and what was sold meanwhile and since stays sold', async () => {
    const id = await apply(await planned('shopify'));
    await change('shopify', ONE, -3);
    await bothAt(ONE, 97);
    await bothAt(TWO, 100);
    await change('square', TWO, -5);
    await bothAt(TWO, 95);
    expect(await undo(id)).toMatchObject(ok({ id, counts: { rows: 2, set: 2, undone: 2, undoable: 0 } }));
    await stockBecomes(ONE, 97, 117);
    await stockBecomes(TWO, 95, 65);
    expect(await undo(id)).toMatchObject(err({ code: 'failed_precondition' }));
    await owedBecomes(merchant, 0);
    await expectStock(ONE, 97, 117);
    const line = (await history(merchant)).find(({ fact, sku }) => fact['kind'] === 'undone' && sku === ONE);
    expect(line).toMatchObject({
      originator: 'merchant',
      fact: { shopify: 97 * STEPS, square: 97 * STEPS, shopifyTo: 97 * STEPS, squareTo: 117 * STEPS },
    });
    // New sales cross as before: the difference is conserved.
    await change('square', ONE, -1);
    await stockBecomes(ONE, 96, 116);
  });

  it('counts a sale that happens while its changes are on their way once, on both sides', async () => {
    await setFaultsOnBoth({ latencyMs: 600 });
    const id = await apply(await planned('square'));
    await change('shopify', ONE, -4);
    await bothAt(ONE, 116);
    await bothAt(TWO, 70);
    await change('square', TWO, -2);
    await undo(id);
    await change('shopify', TWO, -1);
    await stockBecomes(ONE, 96, 116);
    await stockBecomes(TWO, 97, 67);
    await owedBecomes(merchant, 0);
  });

  it('survives a kill at any moment: before, amid, and after its writes, and amid its undoing', async () => {
    allowNoise(/killed/u);
    await setFaultsOnBoth({ latencyMs: 300 });
    const id = await apply(await planned('shopify'));
    await kill(merchant);
    await merchant.state();
    await bothAt(ONE, 100);
    await bothAt(TWO, 100);
    expect(await counts(id)).toEqual({ rows: 2, set: 2, undone: 0, undoable: 2 });
    await undo(id);
    await kill(merchant);
    await merchant.state();
    await stockBecomes(ONE, 100, 120);
    await stockBecomes(TWO, 100, 70);
    expect(await undo(id)).toMatchObject(err({ code: 'failed_precondition' }));
  });

  it('lists rows that were left out with their reasons, continues with more rows, and pages', async () => {
    const [first] = await planned('shopify', [(await variantOf(merchant, ONE)).key]);
    const two = await planned('shopify', [(await variantOf(merchant, TWO)).key]);
    if (first === undefined) throw new Error('nothing is out of sync');
    const id = await apply([first, { ...first, key: 999_999 }]);
    expect(await apply([...two, { ...first, shopify: 1 }], id)).toBe(id);
    const rows = await rowsOf(id);
    expect(rows.map(({ state, sku, problem, name }) => [state, sku, problem, name !== ''])).toEqual([
      ['set', ONE, '', true],
      ['refused', '', 'The variant is no longer on both platforms.', false],
      ['set', TWO, '', true],
      ['stale', ONE, '', true],
    ]);
    expect(await rowsOf(id, { offset: 1, limit: 2 })).toEqual(rows.slice(1, 3));
    expect(await rowsOf(id, { offset: 3, limit: 100 })).toEqual(rows.slice(3));
    expect(await rowsOf(id, { offset: 4, limit: 1 })).toEqual([]);
    expect(await counts(id)).toEqual({ rows: 4, set: 2, undone: 0, undoable: 2 });
    expect(await merchant.stub().level(two, { ...LEVEL, kind: 'count', bulkChange: id })).toMatchObject(err({ code: 'not_found' }));
    await bothAt(TWO, 100);
    await undo(id);
    expect(await merchant.stub().level(two, { ...LEVEL, bulkChange: id })).toMatchObject(err({ code: 'failed_precondition' }));
  });

  it('is not undone twice for one change: a call that is made again changes nothing, and says so', async () => {
    await setFaultsOnBoth({ latencyMs: 600 });
    const steps = await planned('shopify');
    const id = await apply(steps);
    const again = await apply(steps);
    expect((await rowsOf(again)).map(({ state, problem }) => [state, problem])).toEqual(
      Array.from({ length: 2 }, () => ['set', 'This number was on its way already, by an earlier change.']),
    );
    expect(await undo(again)).toMatchObject(err({ code: 'failed_precondition' }));
    expect((await history(merchant)).filter(({ fact }) => fact['kind'] === 'set')).toHaveLength(2);
    expect(await undo(id)).toMatchObject(ok({ counts: { undone: 2 } }));
    await stockBecomes(ONE, 100, 120);
    await stockBecomes(TWO, 100, 70);
  });

  it('leaves a row that would fall below zero, names why, and can be tried again for the rest', async () => {
    const id = await apply(await planned('shopify'));
    await bothAt(TWO, 100);
    // Square had 70: taking 30 back needs 30.
    await change('shopify', TWO, -80);
    await bothAt(TWO, 20);
    expect(await undo(id)).toMatchObject(ok({ counts: { undone: 1, undoable: 1 } }));
    await stockBecomes(ONE, 100, 120);
    expect((await rowsOf(id)).find(({ sku }) => sku === TWO)).toMatchObject({
      state: 'set',
      problem: 'Only 20 are left on Square, so that it would fall below zero.',
    });
    await expectStock(TWO, 20, 20);
    await change('square', TWO, 15);
    await bothAt(TWO, 35);
    expect(await undo(id)).toMatchObject(ok({ counts: { undone: 2, undoable: 0 } }));
    await stockBecomes(TWO, 35, 5);
    await expectStock(ONE, 100, 120);
  });

  it('takes nothing back from a quantity that was set since, and says why', async () => {
    const id = await apply(await planned('shopify'));
    await bothAt(ONE, 100);
    await bothAt(TWO, 100);
    const { shopify } = await variantOf(merchant, TWO);
    const saved = await merchant
      .stub()
      .saveQuantity({ source: 'shopify', variantId: shopify?.id ?? '', quantity: 59 * STEPS, by: 'merchant' });
    expect(saved).toEqual(ok(null));
    await bothAt(TWO, 59);
    expect(await counts(id)).toEqual({ rows: 2, set: 2, undone: 0, undoable: 1 });
    expect(await undo(id)).toMatchObject(ok({ counts: { rows: 2, set: 2, undone: 1, undoable: 0 } }));
    await stockBecomes(ONE, 100, 120);
    await owedBecomes(merchant, 0);
    await expectStock(TWO, 59, 59);
    expect((await rowsOf(id)).find(({ sku }) => sku === TWO)).toMatchObject({
      state: 'set',
      problem: 'The quantity was set since, so there is nothing to take back.',
    });
  });

  it('is undone after later ones of the same variants only: each amount leads to the number of its own change', async () => {
    const first = await apply(await planned('shopify'));
    await bothAt(ONE, 100);
    await bothAt(TWO, 100);
    const { key } = await variantOf(merchant, ONE);
    const second = await apply([{ key, shopify: 100 * STEPS, square: 100 * STEPS, to: 80 * STEPS }]);
    await bothAt(ONE, 80);
    expect(await undo(first)).toMatchObject(ok({ counts: { undone: 1, undoable: 1 } }));
    expect((await rowsOf(first)).find(({ sku }) => sku === ONE)).toMatchObject({
      problem: 'A later bulk change has changed this as well. Undo that one first.',
    });
    await stockBecomes(TWO, 100, 70);
    await expectStock(ONE, 80, 80);
    expect(await undo(second)).toMatchObject(ok({ counts: { undone: 1 } }));
    await bothAt(ONE, 100);
    expect(await undo(first)).toMatchObject(ok({ counts: { undone: 2, undoable: 0 } }));
    await stockBecomes(ONE, 100, 120);
  });

  it('is refused while nothing may be written, and ends after 30 days', async () => {
    const id = await apply(await planned('shopify'));
    await bothAt(TWO, 100);
    await merchant.stub().saveSettings({ ...SETTINGS, autoSync: false });
    expect(await undo(id)).toMatchObject(err({ code: 'failed_precondition', message: expect.stringContaining('Auto-sync') as string }));
    await merchant.stub().saveSettings(SETTINGS);
    await skipTime(30 * DAY_MS + 1_000, 1_000_000);
    expect(await undo(id)).toMatchObject(err({ code: 'not_found' }));
    expect(await merchant.stub().bulkChange(id, { offset: 0, limit: 1 })).toMatchObject(err({ code: 'not_found' }));
    expect(await merchant.stub().bulkChanges()).toEqual([]);
    expect(await merchant.stub().level([], { ...LEVEL, bulkChange: id })).toMatchObject(err({ code: 'not_found' }));
    await ring(merchant);
  });
});

describe('a plan without effect', () => {
  it('is no bulk change', async () => {
    const { key } = await variantOf(merchant, THREE);
    expect(await merchant.stub().level([{ key, shopify: 1, square: 1, to: 5 * STEPS }], LEVEL)).toMatchObject(
      ok({ bulkChange: null, outcomes: [{ key, outcome: 'stale' }] }),
    );
    expect(await merchant.stub().bulkChanges()).toEqual([]);
    expect(await undo(1)).toMatchObject(err({ code: 'not_found' }));
  });
});
