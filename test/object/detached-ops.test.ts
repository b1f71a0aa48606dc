import { expect, it } from 'vitest';

import type { DetachedOp } from '../../src/domain/sync/restart';
import { openMeta } from '../../src/durable/store/meta';
import { DetachedOps } from '../../src/durable/sync/detached-ops';
import { openMemory } from './memory-database';

const detached = (key: string, count: number): DetachedOp => ({
  source: 'square',
  stockId: `q-${key}`,
  op: { key, index: 0, count, delta: 1, from: 0, firstSent: 0, epoch: 1 },
});

it('ops whose variants are gone are kept while another op of their request is open', () => {
  const db = openMemory();
  const meta = openMeta(db);
  const ops = new DetachedOps(meta);
  expect(ops.all()).toEqual([]);
  ops.keep(detached('alone', 1));
  expect(ops.all()).toEqual([]);
  ops.keep(detached('a', 2));
  ops.keep(detached('b', 3));
  expect(new DetachedOps(meta).all()).toEqual([detached('a', 2), detached('b', 3)]);
  const before = db.counted.written;
  ops.keepOnly(new Set(['a', 'b', 'c']));
  expect(db.counted.written).toBe(before);
  ops.keepOnly(new Set(['b']));
  expect(ops.all()).toEqual([detached('b', 3)]);
  ops.keepOnly(new Set());
  expect([ops.all(), db.rows('select * from meta')]).toEqual([[], []]);
});
