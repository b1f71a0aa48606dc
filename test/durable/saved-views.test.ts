import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';

import { SavedViewStore } from '../../src/durable/catalog/saved-view-store';
import { openDatabase } from '../../src/durable/store/database';
import { openMeta } from '../../src/durable/store/meta';
import { migrate } from '../../src/durable/store/migrate';

it('are still saved in the next instance of the object, 20 of the largest at one row read and written', async () => {
  const stub = env.ACCOUNT.get(env.ACCOUNT.idFromName('940001'));
  await runInDurableObject(stub, (_instance, state) => {
    const db = openDatabase(state.storage);
    migrate(db);
    const store = new SavedViewStore(openMeta(db));
    const large = { id: null, view: 'all', query: '値'.repeat(1_000), sort: '' } as const;
    for (let n = 10; n < 30; n += 1) expect(store.save({ ...large, name: `${n}${'値'.repeat(58)}` }).ok).toBe(true);
    const before = { ...db.counted };
    const next = new SavedViewStore(openMeta(db));
    expect(next.all().map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(db.counted.read - before.read).toBe(1);
    next.remove(7);
    expect(db.counted.written - before.written).toBe(1);
    expect(store.all()).toHaveLength(19);
  });
});
