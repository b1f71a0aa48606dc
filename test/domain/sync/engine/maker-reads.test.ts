import { beforeEach, describe, expect, it } from 'vitest';

import type { EngineContext, LevelEntry } from '../../../../src/domain/sync/engine/context';
import type { OutgoingRequest } from '../../../../src/domain/sync/engine/effects';
import { MakerReads } from '../../../../src/domain/sync/engine/maker-reads';
import { levelOf, UNKNOWN_SIDE } from '../../../../src/domain/sync/linked-level';

const NOW = 1_000_000;

let now: number;
let isConnected: boolean;
let ids: number;
let reads: MakerReads;

beforeEach(() => {
  now = NOW;
  isConnected = true;
  ids = 0;
  reads = new MakerReads({
    now: () => now,
    connected: () => isConnected,
    locationId: (source: string) => `place-${source}`,
  } as unknown as EngineContext);
});

const entry = (key: number): LevelEntry => ({
  key,
  stock: { shopify: `s${key}`, square: `q${key}` },
  sku: '',
  linked: true,
  level: levelOf(UNKNOWN_SIDE, UNKNOWN_SIDE),
});
const want = (key: number, id: number, source: 'shopify' | 'square' = 'shopify') => {
  reads.want(entry(key), { key, id, source, at: NOW, since: NOW - 5_000, copies: 1 });
};
const plan = () => reads.plan(() => (ids += 1));
const ordered = { available: 0, availableAt: NOW, committed: 1, committedAt: NOW, onHand: 1, onHandAt: 0 };
const answerTo = (request: OutgoingRequest | undefined, stockIds: readonly string[]) =>
  reads.answered(request?.id ?? 0, { kind: 'classify', answer: new Map(stockIds.map((stockId) => [stockId, ordered])) });

describe('the readings of who made changes', () => {
  it('ask each platform in a call of its own, for all that waits', () => {
    want(1, 1);
    want(2, 1);
    want(2, 2, 'square');
    expect(plan()).toEqual([
      { id: 1, source: 'shopify', kind: 'classify', stockIds: ['s1', 's2'], locationId: 'place-shopify' },
      { id: 2, source: 'square', kind: 'log', stockIds: ['q2'], locationId: 'place-square', since: NOW - 61_000 },
    ]);
    want(3, 1);
    // One call to a platform at a time.
    expect(plan()).toEqual([]);
  });

  it('give each change its maker, once', () => {
    want(1, 7);
    want(2, 8);
    const [request] = plan();
    expect(answerTo(request, ['s1'])).toEqual([{ key: 1, id: 7, maker: 'shop' }]);
    expect(answerTo(request, ['s2'])).toEqual([]);
    expect(plan()).toEqual([]);
  });

  it('ignore answers to other calls', () => {
    want(1, 1);
    plan();
    expect(reads.answered(99, { kind: 'classify', answer: new Map([['s1', ordered]]) })).toEqual([]);
  });

  it('are tried again after half a second, four times in all', () => {
    want(1, 1);
    for (let read = 1; read <= 4; read += 1) {
      const [request] = plan();
      expect(request).toBeDefined();
      expect(reads.answered(request?.id ?? 0, { kind: 'classify', answer: 'later' })).toEqual([]);
      expect(plan()).toEqual([]);
      if (read < 4) expect(reads.nextAt()).toBe(now + 500);
      now += 500;
    }
    expect(reads.nextAt()).toBe(null);
    expect(plan()).toEqual([]);
  });

  it('wait while the platform is not connected, and are forgotten with the epoch', () => {
    want(1, 1);
    isConnected = false;
    expect(plan()).toEqual([]);
    expect(reads.nextAt()).toBe(null);
    isConnected = true;
    expect(reads.nextAt()).toBe(now);
    const [request] = plan();
    want(2, 2);
    reads.clear();
    expect(answerTo(request, ['s1'])).toEqual([]);
    expect(plan()).toEqual([]);
  });
});
