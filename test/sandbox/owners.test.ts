import { env } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';

const HERE = 'http://localhost:8789';
const SKU = 'GEN-000001';

async function ask(path: string, body?: object): Promise<{ status: number; body: unknown }> {
  const answer = await env.SANDBOX.fetch(`${HERE}/control/${path}`, body && { method: 'POST', body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

const stockOf = async (owner: string): Promise<unknown> => (await ask(`stock?sku=${SKU}&owner=${owner}`)).body;

beforeEach(async () => {
  await ask('reset', { catalogue: { variants: 2, seed: 1 } });
});

it('adds merchants whose stock is their own', async () => {
  await ask('owners', { count: 1, variants: 2 });
  const { body } = await ask('owners', { count: 1, variants: 2 });
  expect(body).toMatchObject([
    { name: 'more-1', shop: 'more-1.myshopify.com', merchant: 'MLMORE1' },
    { name: 'more-2', shop: 'more-2.myshopify.com', merchant: 'MLMORE2' },
  ]);
  await ask('change', { platform: 'shopify', sku: SKU, delta: -3, owner: 'more-2' });
  await ask('change', { platform: 'square', sku: SKU, delta: -1, owner: 'more-1' });
  expect(await stockOf('more-1')).toEqual({ shopify: 100, square: 99 });
  expect(await stockOf('more-2')).toEqual({ shopify: 97, square: 100 });
  expect(await stockOf('demo')).toEqual({ shopify: 100, square: 100 });
});

it('takes them away in a reset, and refuses whom it does not know', async () => {
  await ask('owners', { count: 1, variants: 2 });
  await ask('reset', { catalogue: { variants: 2, seed: 1 } });
  const unknown = { status: 400, body: { error: 'no merchant is named more-1' } };
  expect(await ask(`stock?sku=${SKU}&owner=more-1`)).toEqual(unknown);
  expect(await ask('change', { platform: 'square', sku: SKU, delta: -1, owner: 'more-1' })).toEqual(unknown);
  expect(await ask('owners', { count: 0, variants: 2 })).toMatchObject({ status: 400 });
});
