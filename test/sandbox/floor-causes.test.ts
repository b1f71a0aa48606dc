import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';

const HERE = 'http://localhost:8789';

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json', authorization: 'Bearer EAAA_sandbox', 'square-version': '2026-09-16' };
  const answer = await env.SANDBOX.fetch(`${HERE}${path}`, { ...init, headers });
  return answer.json<T>();
}

interface Side {
  readonly id: string;
  readonly quantity: number;
}

async function sideOf(platform: 'shopify' | 'square'): Promise<Side> {
  const { rows } = await ask<{ rows: Record<'shopify' | 'square', Side>[] }>('/floor/state');
  return rows[0]?.[platform] ?? expect.fail('the shelves are empty');
}

beforeEach(() => ask('/control/reset', { catalogue: { variants: 1, seed: 1 } }));

describe('what happened to stock on the shop floor', () => {
  it.each([
    ['sale', -2, 'SOLD'],
    ['waste', -2, 'WASTE'],
    ['return', 2, 'IN_STOCK'],
    ['receive', 2, 'IN_STOCK'],
  ])('stands in Square’s log: %s', async (cause, delta, state) => {
    const { id, quantity } = await sideOf('square');
    expect(await ask('/floor/change', { platform: 'square', id, delta, cause })).toEqual({ ok: true });
    expect((await sideOf('square')).quantity).toBe(quantity + delta);
    const log = await ask<{ changes: { adjustment: object }[] }>('/square/v2/inventory/changes/batch-retrieve', {
      catalog_object_ids: [id],
      types: ['ADJUSTMENT'],
    });
    expect(log.changes.at(-1)?.adjustment).toMatchObject({ to_state: state, quantity: '2' });
  });

  it('is an order at Shopify, which can be canceled', async () => {
    const { id, quantity } = await sideOf('shopify');
    expect(await ask('/floor/change', { platform: 'shopify', id, delta: -3, cause: 'order' })).toEqual({ ok: true });
    expect((await sideOf('shopify')).quantity).toBe(quantity - 3);
    expect(await ask('/floor/change', { platform: 'shopify', id, delta: 3, cause: 'cancel' })).toEqual({ ok: true });
    expect((await sideOf('shopify')).quantity).toBe(quantity);
  });

  it.each([
    [
      'a cause of the other side',
      { platform: 'square', delta: -1, cause: 'order' },
      'cause must be one of sale, return, receive, waste, transfer.',
    ],
    ['a cause beside a count', { platform: 'shopify', set: 5, cause: 'order' }, 'A count has no other cause.'],
    ['more than is ordered', { platform: 'shopify', delta: 1, cause: 'cancel' }, 'no cancel of 1'],
  ])('is refused for %s, and nothing changes', async (_case, wanted, error) => {
    const before = await sideOf('shopify');
    expect(await ask('/floor/change', { id: before.id, ...wanted })).toEqual({ error });
    expect(await sideOf('shopify')).toEqual(before);
  });
});
