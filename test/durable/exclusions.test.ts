import { describe, expect, it } from 'vitest';

import type { Exclusion, KeptExclusion } from '../../src/domain/catalog/exclusion';
import { err, ok } from '../../src/domain/result';
import { change, history, kill, setFaults, skuOf, STEPS, stockOf, useAlarms, useWorld, variantOf } from './account-harness';
import { shopify as askShopify } from './edits/edit-harness';

const WAIT = { timeout: 60_000, interval: 50 };
const BY = 'merchant' as const;

/** All five variants are of one product. */
describe('what the merchant excludes', { timeout: 180_000 }, () => {
  const merchant = useWorld();
  useAlarms();

  const kept = (exclusion: Exclusion): KeptExclusion => ({ exclusion, name: 'One' });
  const exclude = (exclusion: Exclusion, on = true) => merchant.stub().saveExclusion(kept(exclusion), on, BY);
  const productOf = async (sku: string): Promise<Exclusion> => {
    const { shopify } = await variantOf(merchant, sku);
    return { kind: 'product', source: 'shopify', value: shopify?.productId ?? '' };
  };
  const counts = () => merchant.stub().inventoryCounts();
  const page = async (view: 'excluded' | 'all') => {
    const found = await merchant.stub().inventory({ view, query: '', limit: 10, page: 0, sort: { column: 'sku', descending: false } });
    return found.ok ? found.value.variants : expect.fail(found.error.message);
  };

  it('loses its link once nothing is pending, is in no count, and syncs no more; then it does again', async () => {
    const product = await productOf(skuOf(1));
    expect(await merchant.stub().planExclusion(product)).toEqual({ variants: 5, links: 5, isExcluded: false });
    await setFaults('shopify', { rate5xx: 1 });
    await change('square', skuOf(1), -2);
    await expect.poll(async () => (await merchant.state()).owed, WAIT).toBeGreaterThan(0);
    expect(await exclude(product)).toEqual(ok(null));
    await kill(merchant);
    await setFaults('shopify', { rate5xx: 0 });
    await expect.poll(counts, WAIT).toMatchObject({ all: 5, inSync: 0, onlySquare: 5, excluded: 5 });
    expect(await stockOf(skuOf(1))).toEqual({ shopify: 98, square: 98 });
    expect((await page('excluded'))[0]).toMatchObject({ shopify: { sku: skuOf(1) }, square: null, checked: { matching: 'excluded' } });
    expect((await page('all')).some(({ shopify }) => shopify?.sku === skuOf(1))).toBe(false);
    expect(await merchant.state()).toMatchObject({ unlinked: 0 });
    await change('square', skuOf(1), -1);
    const atSquare = async () => (await page('all')).find(({ square }) => square?.sku === skuOf(1))?.squareQuantity;
    await expect.poll(atSquare, WAIT).toBe(97 * STEPS);
    expect(await stockOf(skuOf(1))).toEqual({ shopify: 98, square: 97 });
    expect(await merchant.stub().exclusions()).toEqual([kept(product)]);
    expect(await exclude(product)).toEqual(ok(null));
    expect(await merchant.stub().planExclusion(product)).toEqual({ variants: 5, links: 0, isExcluded: true });
    expect(await exclude(product, false)).toEqual(ok(null));
    await expect.poll(counts, WAIT).toMatchObject({ all: 5, inSync: 4, outOfSync: 1, excluded: 0 });
    expect(await merchant.stub().exclusions()).toEqual([]);
    const told = (await history(merchant)).filter(({ fact }) => fact['kind'] === 'exclusion' || fact['kind'] === 'unlinked');
    expect(told.map(({ fact }) => [fact['kind'], fact['on'] ?? fact['why']])).toEqual([
      ['exclusion', true],
      ...Array.from({ length: 5 }, () => ['unlinked', 'excluded']),
      ['exclusion', false],
    ]);
  });

  it('is a bulk change: undone, it is included again once, and not where that was done since', async () => {
    const product = await productOf(skuOf(1));
    await exclude(product);
    await exclude(product);
    const [made, ...others] = await merchant.stub().bulkChanges();
    if (made === undefined) return expect.fail('no bulk change');
    expect(others).toEqual([]);
    expect(made).toMatchObject({ kind: 'exclude', by: BY, counts: { rows: 1, set: 1, undone: 0, undoable: 1 } });
    const rows = async (id: number) => {
      const found = await merchant.stub().bulkChange(id, { offset: 0, limit: 10 });
      return found.ok ? found.value.rows : expect.fail(found.error.message);
    };
    expect(await rows(made.id)).toMatchObject([
      { excluded: kept(product), variants: 5, links: 5, state: 'set', product: '“One” on Shopify' },
    ]);
    await expect.poll(counts, WAIT).toMatchObject({ excluded: 5 });
    await kill(merchant);
    const undone = await Promise.all([merchant.stub().undoBulkChange(made.id, BY), merchant.stub().undoBulkChange(made.id, BY)]);
    expect(undone.map(({ ok: isOk }) => isOk)).toEqual([true, false]);
    expect(await merchant.stub().exclusions()).toEqual([]);
    await expect.poll(counts, WAIT).toMatchObject({ all: 5, inSync: 5, excluded: 0 });
    const told = (await history(merchant)).filter(({ fact }) => fact['kind'] === 'exclusion');
    expect(told.map(({ fact }) => fact['on'])).toEqual([true, false]);

    await exclude(product);
    await exclude(product, false);
    await exclude(product);
    const [latest, between] = await merchant.stub().bulkChanges();
    if (latest === undefined || between === undefined) return expect.fail('no bulk changes');
    // By hand it was excluded again: undoing what was before must not include it.
    expect(await merchant.stub().undoBulkChange(between.id, BY)).toMatchObject(ok({ counts: { undone: 0, undoable: 1 } }));
    expect((await rows(between.id))[0]?.problem).toBe('A later bulk change has changed this as well. Undo that one first.');
    expect(await merchant.stub().exclusions()).toEqual([kept(product)]);
    expect(await merchant.stub().undoBulkChange(latest.id, BY)).toMatchObject(ok({ counts: { undone: 1, undoable: 0 } }));
    expect(await merchant.stub().undoBulkChange(between.id, BY)).toMatchObject(ok({ counts: { undone: 0, undoable: 1 } }));
    expect((await rows(between.id))[0]?.problem).toBe('It was included again since.');
    expect(await merchant.stub().exclusions()).toEqual([]);
  });

  it('is not linked by hand, nor copied', async () => {
    const product = await productOf(skuOf(1));
    await exclude(product);
    await expect.poll(counts, WAIT).toMatchObject({ excluded: 5 });
    const [excluded] = await page('excluded');
    const square = (await page('all')).find((one) => one.shopify === null)?.square?.id ?? '';
    const pair = { shopify: excluded?.shopify?.id ?? '', square };
    expect(await merchant.stub().saveLinks([pair], BY)).toMatchObject(
      ok({
        bulkChange: null,
        outcomes: [{ pair, problem: expect.stringMatching(/is excluded from syncing\. End that first\.$/u) as string }],
      }),
    );
    expect(await merchant.stub().startCopy({ source: 'shopify', variantId: pair.shopify, by: BY })).toMatchObject(
      err({ code: 'failed_precondition', message: 'It is excluded from syncing. End that, then copy again.' }),
    );
  });

  it('follows the labels that a platform states later', async () => {
    await exclude({ kind: 'tag', value: 'clearance' });
    expect(await counts()).toMatchObject({ inSync: 5, excluded: 0 });
    const { shopify } = await variantOf(merchant, skuOf(3));
    const query = 'mutation Tag($product: ProductUpdateInput!) { productUpdate(product: $product) { userErrors { message } } }';
    const tag = async (tags: readonly string[]): Promise<unknown> =>
      askShopify(query, { product: { id: `gid://shopify/Product/${shopify?.productId ?? ''}`, tags } });
    await tag(['New', 'Clearance']);
    await expect.poll(counts, WAIT).toMatchObject({ inSync: 0, excluded: 5 });
    await tag(['New']);
    await expect.poll(counts, WAIT).toMatchObject({ inSync: 5, excluded: 0 });
  });

  it('is finished after a kill in the middle by a look at the list', async () => {
    await merchant.stub().exclusions();
    const product = await productOf(skuOf(1));
    const saving = exclude(product).catch(() => null);
    await kill(merchant);
    await saving;
    await exclude(product).catch(() => null);
    await merchant.stub().exclusions();
    await expect.poll(counts, WAIT).toMatchObject({ excluded: 5 });
  });
});
