import { expect, it } from 'vitest';

import { err, ok } from '../../../src/domain/result';
import type { SkuStep } from '../../../src/web/merchant/issues/import-skus/import-plan';
import { applySteps } from '../../../src/web/shared/apply-skus';

const steps = Array.from({ length: 20 }, (_, index): SkuStep => {
  const id = `gid://shopify/ProductVariant/${index}`;
  const variant = {
    id,
    productId: '',
    productName: 'Tee',
    name: 'M',
    sku: '',
    source: 'shopify',
    productStatus: 'active',
    linked: false,
  } as const;
  return { row: index + 2, id, sku: `NEW-${index}`, variant, links: false };
});
const options = { read: async () => ok(''), isStopped: () => false, onProgress: () => undefined };
const refusal = (message: string) => ({ code: 'failed_precondition', message, reference: 'req-4' }) as const;

it('ends when the platform refuses row after row with the same words: it is not connected, for example', async () => {
  const refused = refusal('Shopify is not connected.');
  const { outcomes, failure } = await applySteps(steps, { ...options, save: async () => err(refused) });
  expect(failure).toEqual(refused);
  expect([5, 6]).toContain(outcomes.size);
  expect([...outcomes.values()].every(({ kind }) => kind === 'refused')).toBe(true);
});

it('goes on where the words differ, or a row between is set', async () => {
  const words = await applySteps(steps, { ...options, save: async ({ sku }) => err(refusal(`${sku} is managed elsewhere.`)) });
  expect(words).toMatchObject({ failure: null, outcomes: { size: 20 } });
  const some = await applySteps(steps, {
    ...options,
    save: async ({ row }) => (row % 4 === 0 ? ok({}) : err(refusal('Another service manages this stock.'))),
  });
  expect(some).toMatchObject({ failure: null, outcomes: { size: 20 } });
});
