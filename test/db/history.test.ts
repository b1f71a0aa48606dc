import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { readHistory } from '../../src/db/history';
import { routeHarness } from '../worker/support/route-harness';

describe('history', () => {
  it('is read newest first, by page, by SKU, and for one account only', async () => {
    const world = routeHarness();
    const [mine, other] = [await world.signIn(), await world.signIn()];
    const line = env.DB.prepare('insert into history (account, seq, at, originator, location, sku, fact) values (?, ?, ?, ?, ?, ?, ?)');
    const fact = JSON.stringify({ kind: 'linked', shopify: 0, square: 0 });
    const skus = ['TEE', 'TEE-RED', 'tee-blue', 'MUG'];
    await env.DB.batch([
      ...skus.map((sku, seq) => line.bind(mine.account.id, seq + 1, seq, 'square', 'Main', sku, fact)),
      line.bind(other.account.id, 1, 0, 'square', 'Main', 'TEE', fact),
    ]);
    const read = async (sku: string, limit = 100, page = 0): Promise<{ total: number; skus: string[] }> => {
      const { total, lines } = await readHistory(world.services.db, mine.account.id, { sku, limit, page });
      return { total, skus: lines.map((one) => one.sku) };
    };
    expect(await read('')).toEqual({ total: 4, skus: ['MUG', 'tee-blue', 'TEE-RED', 'TEE'] });
    expect(await read('', 3, 1)).toEqual({ total: 4, skus: ['TEE'] });
    expect(await read('TEE')).toEqual({ total: 1, skus: ['TEE'] });
    expect(await read('tee-')).toEqual({ total: 2, skus: ['tee-blue', 'TEE-RED'] });
    expect(await read('%')).toEqual({ total: 0, skus: [] });
  });
});
