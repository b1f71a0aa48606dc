import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';

import type { KnownQuantities } from '../../src/domain/causes/shopify';
import { CauseStore, type CauseState } from '../../src/durable/causes/cause-store';
import { openDatabase } from '../../src/durable/store/database';
import { useWorld } from './account-harness';

const merchant = useWorld(1);

const STATE: CauseState = { credit: 1, readAt: 5, place: '1 L', noted: 0, done: { shopify: 0, square: 0 }, seeded: 0 };

const known = (seq: number): KnownQuantities => ({
  available: seq,
  committed: 1,
  onHand: seq + 1,
  committedAt: seq % 2 === 0 ? null : 7,
  seq,
});

it('keeps the newest quantities of each item through thousands of readings, in few rows', async () => {
  await runInDurableObject(merchant.stub(), (_, state) => {
    const db = openDatabase(state.storage);
    const store = new CauseStore(db);
    expect(store.load()).toBeNull();
    const expected = new Map<string, KnownQuantities | null>();
    let mostRows = 0;
    const before = db.counted.written;
    for (let reading = 1; reading <= 600; reading += 1) {
      const items = Array.from({ length: 60 }, (_unused, n) => String((reading * 37 + n * 11) % 7_000));
      const changes = new Map(items.map((item, n): [string, KnownQuantities | null] => [item, n === 0 ? null : known(reading)]));
      store.save({ ...STATE, noted: reading }, changes);
      for (const [item, quantities] of changes) expected.set(item, quantities);
      mostRows = Math.max(mostRows, db.row<{ n: number }>('select count(*) as n from cause_read')?.n ?? 0);
    }
    expect(mostRows).toBeLessThanOrEqual(41);
    expect((db.counted.written - before) / 600).toBeLessThan(1.5);
    const later = new CauseStore(db);
    expect(later.load()).toEqual({ ...STATE, noted: 600 });
    for (const [item, quantities] of expected) expect(later.quantities(item)).toEqual(quantities);
    later.clear();
    expect(new CauseStore(db).load()).toBeNull();
  });
});
