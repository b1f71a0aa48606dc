import { expect, it } from 'vitest';

import { err } from '../../../src/domain/result';
import { copyAll, everything, kill, must, only, openShop, sideOf, startCopy } from './edit-harness';

it('copies that end are one bulk change with what was added and why not, which a kill keeps and nobody can undo', async () => {
  const account = await openShop('6841');
  const alone = (await everything(account)).filter(only('square')).map((one) => sideOf(one, 'square'));
  const products = [...new Map(alone.map((side) => [side.productId, side])).values()].slice(0, 2);
  expect(products).toHaveLength(2);
  for (const side of products) await startCopy(account, 'square', side);
  await copyAll(account, 'square');
  const [change, ...others] = await account.bulkChanges();
  expect(others).toEqual([]);
  expect(change).toMatchObject({ kind: 'copy', by: 'merchant', counts: { undone: 0, undoable: 0 } });
  const id = change?.id ?? 0;
  const again = await kill('6841');
  const { rows } = must(await again.bulkChange(id, { offset: 0, limit: 100 }));
  const items = (await again.copies()).flatMap(({ body }) => body.items);
  expect(rows).toHaveLength(items.length);
  for (const { productName, sku } of products)
    expect(rows.find((row) => row.kind === 'copy' && row.sku === sku)).toMatchObject({
      source: 'shopify',
      product: productName,
      state: 'set',
    });
  expect(change?.counts.set).toBe(items.filter(({ state }) => state === 'linked' || state === 'made').length);
  expect(await again.undoBulkChange(id, 'merchant')).toMatchObject(err({ code: 'failed_precondition' }));
  // Copied again, everything is there already: that is no bulk change of its own.
  for (const side of products) await startCopy(again, 'square', side);
  await copyAll(again, 'square');
  expect((await again.bulkChanges()).map((one) => one.counts.set)).toEqual([change?.counts.set]);
}, 180_000);
