import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { readHistory } from '../../src/db/history';
import type { CauseKind } from '../../src/domain/causes/cause';
import { deliverCauses } from '../../src/durable/actions/deliver-history';
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

  it('has the causes of its lines, wherever their rows are, and those of one account only', async () => {
    const world = routeHarness();
    const [mine, other] = [await world.signIn(), await world.signIn()];
    const line = env.DB.prepare('insert into history (account, seq, at, originator, location, sku, fact) values (?, ?, ?, ?, ?, ?, ?)');
    const fact = JSON.stringify({ kind: 'linked', shopify: 0, square: 0 });
    await env.DB.batch([1, 2, 1_500, 1_501].map((seq) => line.bind(mine.account.id, seq, seq, 'square', 'Main', 'TEE', fact)));
    const cause = (kind: CauseKind, by = '') => ({ kind, by });
    await deliverCauses(env.DB, mine.account.id, 'square', [
      { seq: 1_500, cause: { ...cause('merged'), parts: ['sold', 'counted'] } },
      { seq: 1, cause: { ...cause('sold', 'Till'), person: 'Dana R.' } },
    ]);
    await deliverCauses(env.DB, mine.account.id, 'shopify', [
      { seq: 2, cause: { ...cause('ordered'), order: { id: '5678', name: '#1042' } } },
    ]);
    await deliverCauses(env.DB, other.account.id, 'square', [{ seq: 1_501, cause: cause('lost') }]);
    await deliverCauses(env.DB, mine.account.id, 'square', []);
    // A kind that a later release may write.
    await env.DB.prepare('insert into history_causes values (?, 1501, ?, 1501, ?)')
      .bind(mine.account.id, 'square', '[[1501,"stolen by aliens",""]]')
      .run();
    const { lines } = await readHistory(world.services.db, mine.account.id, { sku: '', limit: 100, page: 0 });
    expect(lines.map(({ seq, cause: known }) => [seq, known])).toEqual([
      [1_501, null],
      [1_500, { kind: 'merged', by: '', parts: ['sold', 'counted'] }],
      [2, { kind: 'ordered', by: '', order: { id: '5678', name: '#1042' } }],
      [1, { kind: 'sold', by: 'Till', person: 'Dana R.' }],
    ]);
  });
});
