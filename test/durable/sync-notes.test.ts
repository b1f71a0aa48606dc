import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { StoredLevel } from '../../src/domain/sync/stored-level';
import { openDatabase } from '../../src/durable/store/database';
import { Journal } from '../../src/durable/sync/journal';
import { runAlarm } from '../support/alarms';
import {
  bothAt,
  change,
  endWorld,
  forgetCalls,
  kill,
  ring,
  setFaults,
  skuOf,
  startWorld,
  type Merchant,
  expectWrites,
  expectStock,
} from './account-harness';

const SKU = skuOf(1);
const DAY_MS = 86_400_000;

let merchant: Merchant;

describe('a linked level that starts a write', () => {
  beforeEach(async () => {
    merchant = await startWorld();
  });
  afterEach(endWorld);

  it('is in the journal until the response, and its own row is written once, with the response', async () => {
    const call = holdWrites();
    const before = await row();
    await change('square', SKU, -2);
    await call.waits();
    expect(await row()).toEqual(before);
    expect((await newest()).c).toHaveLength(1);
    call.letGo();
    await bothAt(SKU, 98);
    await expect.poll(row).toMatchObject({ square: 9_800_000, shopify: 9_800_000, cell: null });
  });

  it('is resumed by the next instance; a note from before its response is not', async () => {
    const call = holdWrites();
    await change('shopify', SKU, -3);
    await call.waits();
    await kill(merchant);
    call.letGo();
    await merchant.state();
    await bothAt(SKU, 97);
    await change('shopify', SKU, -1);
    await bothAt(SKU, 96);
    await forgetCalls();
    // The notes of both sales are still in the journal, and both are old.
    expect((await notes()).length).toBeGreaterThan(1);
    await kill(merchant);
    expect((await merchant.state()).owed).toBe(0);
    await change('square', SKU, -1);
    await bothAt(SKU, 95);
    await expectWrites(1, 0);
  });

  it('has its row written by the alarm when the platform does not respond', async () => {
    await setFaults('shopify', { rate5xx: 1 });
    const call = holdWrites();
    await change('square', SKU, -2);
    await call.waits();
    await ring(merchant);
    const stored = await row();
    expect(stored).toMatchObject({ square: 9_800_000 });
    expect(stored.cell).not.toBeNull();
    await setFaults('shopify', { rate5xx: 0 });
    call.letGo();
    await bothAt(SKU, 98);
  });

  it('ends with its epoch: no later instance treats the note as current', async () => {
    const call = holdWrites();
    await change('square', SKU, -2);
    await call.waits();
    const [pair] = (await merchant.stub().locations()).synced;
    expect(await merchant.stub().disconnectPair(String(pair?.id))).toMatchObject({ ok: true });
    await kill(merchant);
    call.letGo();
    expect((await merchant.state()).owed).toBe(0);
    expect(await row()).toEqual({ shopify: null, square: null, cell: null });
    await expectStock(SKU, 100, 98);
  });
});

describe('the alarm', () => {
  beforeEach(async () => {
    merchant = await startWorld();
  });
  afterEach(endWorld);

  it('is set again before any alarm task, so that it fires again if the object is killed during one', async () => {
    await ring(merchant);
    for (const call of ['/graphql.json', '/v2/inventory/counts/batch-retrieve']) {
      await makeAlarmTasksDue();
      const held = hold((url) => url.includes(call));
      runAlarm(merchant.stub()).catch(() => undefined);
      await held.waits();
      await kill(merchant);
      held.letGo();
      const at = await runInDurableObject(merchant.stub(), async (_, state) => state.storage.getAlarm());
      expect(at, call).not.toBeNull();
      expect((at ?? 0) - Date.now(), call).toBeLessThan(31_000);
    }
  });

  it('fires at the next alarm task and no sooner once they are done', async () => {
    await makeAlarmTasksDue();
    await ring(merchant);
    const at = await runInDurableObject(merchant.stub(), async (_, state) => state.storage.getAlarm());
    expect((at ?? 0) - Date.now()).toBeGreaterThan(10 * 60_000);
  });
});

describe('the journal', () => {
  const stored = (seen: number): StoredLevel => ({
    shopify_quantity: 1,
    shopify_seen: seen,
    square_quantity: 1,
    square_seen: 1,
    cell: '{}',
    apart: 0,
  });

  it('finds the last note of each linked level, across a day boundary, and none from before a checkpoint', async () => {
    await runInDurableObject(env.ACCOUNT.getByName('940001'), (_, state) => {
      const db = openDatabase(state.storage);
      const journal = new Journal(db);
      const note = (key: number, seen: number, at: number): void => {
        journal.note({ key, stored: stored(seen) });
        journal.commit(at);
      };
      note(1, 10, 5 * DAY_MS);
      note(1, 11, 5 * DAY_MS + 1);
      note(2, 20, 6 * DAY_MS);
      const next = new Journal(db);
      expect(new Set(next.unsettled())).toEqual(new Set([1, 2]));
      expect(next.notedOf(1)).toEqual(stored(11));
      expect(next.notedOf(2)).toEqual(stored(20));
      expect(next.notedOf(3)).toBeNull();
      next.checkpoint(6 * DAY_MS + 2, [2], {});
      const last = new Journal(db);
      expect(last.unsettled()).toEqual([2]);
      expect(last.notedOf(2)).toBeNull();
    });
  });

  it('finds no note from before the rows were rewritten: a row that now knows less than its note is valid', async () => {
    await runInDurableObject(env.ACCOUNT.getByName('940002'), (_, state) => {
      const db = openDatabase(state.storage);
      const journal = new Journal(db);
      journal.note({ key: 1, stored: stored(10) });
      journal.note({ key: 2, stored: stored(20) });
      journal.commit(5 * DAY_MS);
      journal.voidNotes();
      journal.note({ key: 2, stored: stored(21) });
      journal.commit(5 * DAY_MS + 1);
      const next = new Journal(db);
      expect(next.notedOf(1)).toBeNull();
      expect(next.notedOf(2)).toEqual(stored(21));
      expect(new Set(next.unsettled())).toEqual(new Set([1, 2]));
      // Nothing is left to void a second time, so nothing is written.
      const rows = db.counted.written;
      journal.voidNotes();
      journal.commit(5 * DAY_MS + 2);
      journal.voidNotes();
      journal.commit(5 * DAY_MS + 3);
      expect(db.counted.written - rows).toBeLessThanOrEqual(1);
    });
  });
});

interface Held {
  /** Resolves once a matching call is waiting. */
  waits(): Promise<void>;
  /** Lets that call, and all later ones, through. */
  letGo(): void;
}

/** Holds the object's calls that match. */
function hold(meant: (url: string, body: string) => boolean): Held {
  const real = globalThis.fetch;
  let [waiting, open] = [false, false];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (meant(input instanceof Request ? input.url : String(input), typeof init?.body === 'string' ? init.body : '')) {
      waiting = true;
      // Polls, because the object must not await a promise that belongs to the test.
      while (!open) await scheduler.wait(5);
    }
    return real(input, init);
  });
  return {
    waits: async () => {
      await expect.poll(() => waiting, { interval: 5 }).toBe(true);
    },
    letGo: () => {
      open = true;
      spy.mockRestore();
    },
  };
}

const holdWrites = (): Held =>
  hold((url, body) => body.includes('inventoryAdjustQuantities') || url.endsWith('/v2/inventory/changes/batch-create'));

/** The columns of the variant's linked level. */
async function row(): Promise<{ shopify: number | null; square: number | null; cell: string | null }> {
  return runInDurableObject(merchant.stub(), (_, state) =>
    state.storage.sql
      .exec<{ shopify: number | null; square: number | null; cell: string | null }>(
        'select shopify_quantity as shopify, square_quantity as square, cell from variant where shopify_sku = ?',
        SKU,
      )
      .one(),
  );
}

interface Noting {
  readonly c?: readonly { readonly key: number }[];
}

/** The journal's rows, oldest first. */
async function journal(): Promise<Noting[]> {
  return runInDurableObject(merchant.stub(), (_, state) => {
    const day = state.storage.sql
      .exec<{ name: string }>("select name from sqlite_master where name glob 'day_*' order by name desc limit 1")
      .one();
    return state.storage.sql
      .exec<{ body: string }>(`select body from ${day.name} order by id`)
      .toArray()
      .map(({ body }) => JSON.parse(body) as Noting);
  });
}

const newest = async (): Promise<Noting> => (await journal()).at(-1) ?? {};
const notes = async (): Promise<unknown[]> => (await journal()).flatMap(({ c = [] }) => c);

/** Makes reconciliation and the check of webhook subscriptions due. */
async function makeAlarmTasksDue(): Promise<void> {
  await runInDurableObject(merchant.stub(), (_, state) => {
    state.storage.sql.exec("update meta set value = json_set(value, '$.shopify.doneAt', 1, '$.square.doneAt', 1) where name = 'swept'");
    state.storage.sql.exec("update meta set value = json_set(value, '$.checkedAt', 1) where name = 'webhooks'");
  });
  await kill(merchant);
  // A new instance starts, and finds the alarm that the previous one had set.
  await merchant.state();
}
