import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../../src/domain/quantity';
import type { OutgoingRequest } from '../../../../src/domain/sync/engine/effects';
import { NewWrites } from '../../../../src/domain/sync/engine/new-writes';
import { FAILURES_BEFORE_PAUSE, KEY_RETENTION_MS, LONG_WAIT_MS } from '../../../../src/domain/sync/limits';
import { EngineKit, level } from './engine-kit';

const HOUR = 3_600_000;
const ambiguous = { kind: 'ambiguous', detail: '' } as const;
const failed = { kind: 'failed', detail: '' } as const;

/** What a platform answers. */
interface Platform {
  readonly reads: boolean;
  readonly writes: (request: OutgoingRequest & { readonly kind: 'write' }) => boolean;
}

/** Lets time pass to a moment; the platform answers as it does. Returns the keys of all writes that were begun, and how many calls it got. */
function pass(kit: EngineKit, until: number, platform: Platform, open: readonly OutgoingRequest[] = []): { keys: string[]; calls: number } {
  const keys = new Set<string>();
  let calls = 0;
  let requests = [...open];
  for (;;) {
    const request = requests.shift();
    if (request === undefined) {
      const at = kit.engine.nextAt(30_000);
      if (at === null || at > until) break;
      requests = [...kit.wait(Math.max(0, at - kit.now)).requests];
      if ((calls += 1) > 20_000) expect.fail('it never rests');
      continue;
    }
    calls += 1;
    requests.push(...answered(kit, request, platform).requests);
    if (request.kind === 'write') keys.add(request.request.key);
  }
  kit.now = until;
  return { keys: [...keys], calls };
}

function answered(kit: EngineKit, request: OutgoingRequest, { reads, writes }: Platform) {
  if (request.kind === 'read') {
    const levels = request.stockIds.map((id) => level(id, 10, kit.now));
    return kit.read(request, reads ? { kind: 'levels', levels, gone: [] } : failed);
  }
  if (request.kind === 'write' && writes(request)) {
    const levels = request.request.changes.map(({ stockId, from, delta }) => ({ ...level(stockId, 0, kit.now), quantity: from + delta }));
    return kit.written(request, { kind: 'applied', levels });
  }
  return request.kind === 'write' ? kit.written(request, ambiguous) : kit.answer(request, { kind: 'look-up', answer: 'later' });
}

const down: Platform = { reads: false, writes: () => false };
const up: Platform = { reads: true, writes: () => true };
const readsOnly: Platform = { reads: true, writes: () => false };

/** One sale of each variant at Square, a minute apart, while Shopify answers so. Returns the keys of the writes that were begun. */
function sales(kit: EngineKit, platform: Platform): string[] {
  const keys: string[] = [];
  for (let key = 0; key < kit.levels.length; key += 1) {
    const { requests } = kit.stands('square', { [key]: 9 });
    keys.push(...pass(kit, kit.now + 60_000, platform, requests).keys);
  }
  return [...new Set(keys)];
}

describe('while a platform answers nothing', () => {
  it('one write is in doubt, however many variants sell, and all are sent once it answers', () => {
    const kit = new EngineKit(8);
    expect(sales(kit, down)).toEqual(['key-1']);
    const { keys, calls } = pass(kit, kit.now + 10 * HOUR, down);
    expect(keys).toEqual(['key-1']);
    expect(calls).toBeLessThan(3_000);
    pass(kit, kit.now + 60_000, up);
    expect(kit.levels.map(({ shopify }) => shopify.accounted)).toEqual(kit.levels.map(() => fromUnits(9)));
  });

  it('no write is begun after the first is past its key, and all others are sent once a read is answered', () => {
    const kit = new EngineKit(8);
    sales(kit, down);
    expect(pass(kit, kit.now + KEY_RETENTION_MS.shopify, down).keys).toEqual(['key-1']);
    pass(kit, kit.now + 60_000, up);
    expect(kit.levels.slice(1).every(({ shopify }) => shopify.accounted === fromUnits(9) && !shopify.indeterminate)).toBe(true);
  });

  it('a restarted object begins no write either while something has waited for long', () => {
    const before = new EngineKit(8);
    sales(before, down);
    for (let round = 0; round < 3; round += 1) {
      const kit = new EngineKit(8);
      before.levels.forEach(({ shopify, ...rest }, key) => {
        kit.levels[key] = { ...rest, shopify: { ...shopify, reading: false, buffered: null } };
      });
      kit.now = before.now + LONG_WAIT_MS;
      kit.engine.recover([...kit.levels.keys()]);
      const { requests } = kit.finish();
      // The recovered request alone is repeated: it has its own key.
      expect(pass(kit, kit.now + HOUR, down, requests).keys).toEqual(['key-1']);
    }
  });
});

describe('while a platform answers reads alone', () => {
  it('single writes try it, less and less often', () => {
    const kit = new EngineKit(30);
    const begun = sales(kit, readsOnly);
    expect(begun.length).toBeLessThan(7);
    expect(pass(kit, kit.now + HOUR, readsOnly).keys.length).toBeLessThan(begun.length + 2);
  });

  it('a variant on which it fails stops no other', () => {
    const kit = new EngineKit(8);
    const poisoned: Platform = { reads: true, writes: ({ request }) => request.changes.every(({ stockId }) => stockId !== 's0') };
    sales(kit, poisoned);
    expect(kit.levels.slice(1).every(({ shopify }) => shopify.accounted === fromUnits(9))).toBe(true);
  });
});

describe('new writes', () => {
  it('wait after several writes in a row without an answer, then for a read, and end the doubt with any answered write', () => {
    const writes = new NewWrites(() => 0.5);
    for (let one = 0; one < FAILURES_BEFORE_PAUSE; one += 1) {
      expect(writes.permission(0)).toBe('all');
      writes.heard('write', false);
    }
    expect(writes.permission(0)).toBe('read-first');
    writes.heard('read', false);
    expect(writes.permission(0)).toBe('read-first');
    writes.heard('read', true);
    expect(writes.permission(0)).toBe('one');
    writes.tries(0);
    writes.heard('write', false);
    expect(writes.permission(59_999)).toBe('wait');
    expect(writes.permission(60_000)).toBe('read-first');
    writes.heard('write', true);
    expect(writes.permission(0)).toBe('all');
  });

  it('are tried at least once an hour', () => {
    const writes = new NewWrites(() => 0.5);
    writes.doubt();
    let now = 0;
    for (let tries = 0; tries < 20; tries += 1) {
      writes.tries(now);
      expect(writes.trialAt - now).toBeLessThanOrEqual(HOUR);
      now = writes.trialAt;
    }
    expect(writes.trialAt - now).toBe(0);
  });
});
