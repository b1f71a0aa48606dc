import { describe, expect, it, vi } from 'vitest';

import { fromUnits } from '../../src/domain/quantity';
import type { CopiedChange, WriterVerdict } from '../../src/domain/writers/verdict';
import type { WriterAction } from '../../src/domain/writers/writer-case';
import { openMeta } from '../../src/durable/store/meta';
import { listWriterCases } from '../../src/durable/writers/list-writer-cases';
import { Writers } from '../../src/durable/writers/writers';
import { squareOver } from '../platforms/support/environment';
import { answers, NO_ANSWER, scriptedHttp } from '../platforms/support/scripted-http';
import { withVariants } from './memory-database';
import { NOW, SyncKit } from './sync-kit';

const MINUTE = 60_000;
const HOUR = 3_600_000;

/** An account's sync with its cases, and Square's log as a test states it. */
class World {
  readonly kit: SyncKit = new SyncKit(withVariants(6), () => this.cases);
  cases: Writers = this.#open();
  resumed = 0;
  /** The names of the applications that the log has shown. */
  readonly seen = new Set<string>();
  /** How often Square's log was read, and the changes in it; null when Square cannot be reached. */
  asked = 0;
  log: readonly object[] | null = [];

  /** Reads the cases again, as after a restart. */
  restart(): void {
    this.cases = this.#open();
  }

  #open(): Writers {
    const { kit } = this;
    const { db, sync } = kit;
    kit.judged = (verdicts) => {
      this.cases.judged(verdicts);
    };
    kit.noted = (lines) => {
      kit.lines.push(...lines);
      this.cases.noted(lines);
    };
    return new Writers({
      db,
      meta: openMeta(db),
      calls: {
        shopify: async () => Promise.reject(new Error('Shopify is not asked')),
        square: async (work) => {
          this.asked += 1;
          return work(squareOver(scriptedHttp(this.log === null ? NO_ANSWER : answers({ changes: this.log }))));
        },
      },
      journal: sync.journal,
      applicationId: 'ours',
      now: () => kit.time,
      locationId: () => 'place-square',
      mayAsk: () => true,
      level: (source, stockId) => sync.store.byStock(source, stockId),
      entry: (key) => sync.store.byKey(key),
      row: () => null,
      turn: (work) => sync.turn(work),
      resume: () => {
        this.resumed += 1;
      },
      wake: kit.wake,
      changed: () => undefined,
      seen: (apps) => {
        for (const { name } of apps) this.seen.add(name);
      },
      note: kit.alert,
    });
  }

  /** Has the engine find this out in a turn of its own. */
  finds(...verdicts: readonly WriterVerdict[]): void {
    const { engine } = this.kit.sync;
    const finish = engine.finish.bind(engine);
    const spy = vi.spyOn(engine, 'finish').mockImplementationOnce(() => ({ ...finish(), writers: verdicts }));
    this.kit.sync.turn(() => undefined);
    spy.mockRestore();
  }

  /** The merchant decides about a variant's case. */
  decides(key: number, action: WriterAction, quantity: number | null = null): void {
    const one = this.cases.store.byId(`${key}:q${key}`) ?? expect.fail('there is no such case');
    this.kit.sync.turn(() => {
      this.cases.resolve(one, action, quantity === null ? null : fromUnits(quantity));
    });
  }

  states(): string[] {
    return this.cases.store.all().map(({ stock, state }) => `${stock.shopify} ${state}`);
  }
}

const copies = (...units: readonly number[]): CopiedChange[] =>
  units.map((delta, n) => ({ side: 'square', delta: fromUnits(delta), at: NOW - 10_000 + n * 1_000 }));
const verdict = (key: number, kind: WriterVerdict['kind'], ...units: readonly number[]): WriterVerdict => ({
  key,
  kind,
  copies: copies(...units),
});

describe('the cases of other apps', () => {
  it('cost nothing while there is none', () => {
    const world = new World();
    const { kit } = world;
    const run = vi.spyOn(kit.db, 'run');
    kit.stands('shopify', 1, 9);
    expect(world.cases.names.dueAt()).toBeNull();
    expect(run.mock.calls.flat().filter((sql) => typeof sql === 'string' && sql.includes('writer'))).toEqual([]);
    expect(kit.calls).toHaveLength(1);
  });

  it('are stored in the turn that found them, and survive a restart', () => {
    const world = new World();
    const { kit } = world;
    world.finds(verdict(1, 'proven', -1, -2));
    expect(world.states()).toEqual(['1 held']);
    world.restart();
    expect(listWriterCases(world.cases, () => kit.sync.store.byKey(1), 10, null)).toEqual({
      total: 1,
      held: 1,
      allOnHold: false,
      cases: [
        {
          id: '1:q1',
          state: 'held',
          proof: 'silence',
          since: NOW,
          sku: 'sku-1',
          productName: '',
          variantName: '',
          key: 1,
          app: null,
          copied: { count: 2, units: fromUnits(-3), from: NOW - 10_000, to: NOW - 9_000 },
          latest: copies(-1, -2),
          shopify: fromUnits(10),
          square: fromUnits(10),
        },
      ],
    });
  });

  it('are undone with a turn that could not be stored', () => {
    const world = new World();
    const { kit } = world;
    vi.spyOn(kit.sync.journal, 'commit').mockImplementationOnce(() => {
      throw new Error('no space');
    });
    expect(() => {
      world.finds(verdict(1, 'proven', -1));
    }).toThrow('no space');
    world.restart();
    expect(world.states()).toEqual([]);
  });

  it('let nothing be written while they are on hold, and send what waits once the app is trusted', async () => {
    const world = new World();
    const { kit } = world;
    world.finds(verdict(1, 'proven', -1));
    kit.stands('shopify', 1, 7);
    kit.stands('shopify', 2, 8);
    expect(kit.calls.map(({ source }) => source)).toEqual(['square']);
    await kit.answer({ kind: 'applied', levels: [kit.level('square', 2, 8)] });
    kit.time += HOUR;
    kit.sync.resume();
    expect(kit.sync.store.byKey(1)?.level.square).toMatchObject({ pending: fromUnits(-3), inFlight: null });
    // History must not claim that a change was sent which waits for the merchant.
    expect(kit.lines.flatMap(({ fact }) => (fact.kind === 'change' ? [fact] : []))).toMatchObject([
      { kind: 'change', delta: fromUnits(-3), fate: 'owed' },
      { kind: 'change', delta: fromUnits(-2), fate: 'sent' },
    ]);
    world.decides(1, 'trust');
    expect(world.resumed).toBeGreaterThan(0);
    kit.sync.resume();
    expect(kit.sync.store.byKey(1)?.level.square.inFlight).toMatchObject({ delta: fromUnits(-3) });
    // From now on nothing is tested, and no verdict changes that.
    world.finds(verdict(1, 'proven', -1));
    expect(world.states()).toEqual(['1 trusted']);
  });

  it('hold the whole account when three variants are put on hold within an hour, until the merchant decides', () => {
    const world = new World();
    const { kit } = world;
    world.finds(verdict(1, 'proven', -1), verdict(2, 'proven', -1));
    kit.time += HOUR + 1;
    world.finds(verdict(3, 'proven', -1));
    expect(world.cases.holdsAll()).toBe(false);
    world.finds(verdict(4, 'proven', -1), verdict(5, 'proven', -1));
    expect(world.cases.holdsAll()).toBe(true);
    world.restart();
    expect(world.cases.holdsAll()).toBe(true);
    expect(kit.sync.engine.stops('square')).toEqual([{ kind: 'another-writer' }]);
    kit.stands('shopify', 6, 9);
    expect(kit.calls).toEqual([]);
    world.decides(5, 'reconcile', 4);
    expect(world.cases.holdsAll()).toBe(false);
    expect(world.cases.store.counts()).toEqual({ total: 4, held: 4 });
    // What was held before the decision does not count again.
    world.finds(verdict(5, 'proven', -1));
    expect(world.cases.holdsAll()).toBe(false);
  });

  it('are only shown while suspected, and end when the engine clears them', () => {
    const world = new World();
    world.finds(verdict(1, 'suspected', -1), verdict(2, 'suspected', -1));
    world.finds(verdict(2, 'proven', -1, -1));
    world.finds({ key: 1, kind: 'cleared', copies: [] }, { key: 2, kind: 'cleared', copies: [] });
    expect(world.states()).toEqual(['2 held']);
  });

  it('stay away once dismissed, unless the app is proven', () => {
    const world = new World();
    world.finds(verdict(1, 'suspected', -1));
    world.decides(1, 'dismiss');
    world.finds(verdict(1, 'suspected', -1, -1));
    expect(world.cases.store.counts()).toEqual({ total: 0, held: 0 });
    world.finds(verdict(1, 'proven', -1, -1));
    expect(world.states()).toEqual(['1 held']);
  });

  it('end with their links, and old ones that hold nothing end after a month', () => {
    const world = new World();
    const { kit } = world;
    world.finds(verdict(1, 'proven', -1), verdict(2, 'suspected', -1), verdict(3, 'proven', -1));
    kit.db.run('update variant set variation_id = null, square_sku = null where key = 1');
    kit.sync.store.forget(1);
    kit.time += MINUTE;
    world.cases.tidy();
    expect(world.states()).toEqual(['3 held', '2 suspected']);
    kit.time += 31 * 24 * HOUR;
    world.cases.tidy();
    expect(world.states()).toEqual(['3 held']);
    world.cases.clear();
    expect(world.states()).toEqual([]);
  });
});

describe('Square’s log', () => {
  /** An hour of sales of a variant, one each three minutes or so, that an app repeats on Square. */
  function sell(world: World, times: number, delayMs = 900): void {
    const log: object[] = [];
    // Otherwise the platforms would have to answer.
    world.kit.autoSync = false;
    const start = world.kit.time + 187_000;
    for (let n = 0; n < times; n += 1) {
      // Shopify's times are whole seconds.
      const at = start + n * 187_000;
      world.kit.time = at + 300;
      const sold = { shopify: unitsOf(world, 'shopify') - 1, square: unitsOf(world, 'square') - 1 };
      world.kit.stands('shopify', 1, sold.shopify, at);
      world.kit.time = at + delayMs + 300;
      world.kit.stands('square', 1, sold.square, at + delayMs);
      log.push(adjusted(`L${at}`, at + delayMs));
    }
    world.log = log;
  }
  const unitsOf = ({ kit }: World, side: 'shopify' | 'square'): number =>
    (kit.sync.store.byKey(1)?.level[side].accounted ?? 0) / fromUnits(1);
  const adjusted = (id: string, at: number): object => ({
    type: 'ADJUSTMENT',
    adjustment: {
      id,
      catalog_object_id: 'q1',
      from_state: 'IN_STOCK',
      to_state: 'SOLD',
      location_id: 'place-square',
      quantity: '1',
      source: { product: 'EXTERNAL_API', application_id: 'sq0idp-mirror', name: 'Stock Mirror' },
      created_at: new Date(at).toISOString(),
    },
  });

  it('names the app that copies changes: its variant is on hold, with all that it repeated', async () => {
    const world = new World();
    sell(world, 9);
    expect(world.cases.names.dueAt()).not.toBeNull();
    await world.cases.names.check();
    expect(world.asked).toBe(1);
    expect(world.cases.store.byId('1:q1')).toMatchObject({
      state: 'held',
      proof: 'name',
      app: { id: 'sq0idp-mirror', name: 'Stock Mirror' },
      copied: { square: { count: 9, units: fromUnits(-9) } },
    });
    expect([...world.seen]).toEqual(['Stock Mirror']);
    expect(world.kit.told.filter((one) => JSON.stringify(one) === '["wake",1000]')).not.toEqual([]);
  });

  it('proves nothing by what was repeated before the merchant set the number', async () => {
    const world = new World();
    sell(world, 9);
    const { log } = world;
    await world.cases.names.check();
    expect(world.states()).toEqual(['1 held']);
    world.decides(1, 'reconcile');
    world.kit.time += 10 * MINUTE;
    // Customers of both platforms buy the same, and the log still has what the app repeated.
    world.cases.names.want({ shopify: '1', square: 'q1' }, true);
    await world.cases.names.check();
    expect(world.asked).toBe(2);
    expect(world.states()).not.toContain('1 held');
    // An app that goes on is proven again.
    world.kit.time += 10 * MINUTE;
    sell(world, 9);
    world.log = [...(log ?? []), ...(world.log ?? [])];
    await world.cases.names.check();
    expect(world.states()).toEqual(['1 held']);
  });

  it('is read once a minute at most, and not again soon for a variant of which it tells nothing', async () => {
    const world = new World();
    const { kit } = world;
    // Too slow for the engine.
    sell(world, 3, 12_000);
    world.log = [];
    await world.cases.names.check();
    expect(world.asked).toBe(1);
    expect(world.states()).toEqual([]);
    sell(world, 2, 12_000);
    expect(world.cases.names.dueAt()).toBeNull();
    // Another variant may be asked for, a minute later.
    world.cases.names.want({ shopify: '2', square: 'q2' }, true);
    await world.cases.names.check();
    world.cases.names.want({ shopify: '3', square: 'q3' }, true);
    expect(world.cases.names.dueAt()).toBe(kit.time + MINUTE);
  });

  it('that cannot be read is read later, and nothing is held because of it', async () => {
    const world = new World();
    sell(world, 14, 9_000);
    const { log } = world;
    world.log = null;
    await world.cases.names.check();
    expect(world.states()).toEqual([]);
    expect(JSON.stringify(world.kit.toldOf('alert'))).toContain('another writer');
    expect(world.cases.names.dueAt()).toBe(world.kit.time + MINUTE);
    world.log = log;
    world.kit.time += MINUTE;
    await world.cases.names.check();
    expect(world.states()).toEqual(['1 held']);
  });

  it('proves nothing of an app that the merchant trusts: a variant on hold because of it goes on', async () => {
    const world = new World();
    sell(world, 9);
    await world.cases.names.check();
    world.decides(1, 'trust');
    world.cases.clear();
    world.finds(verdict(1, 'proven', -1));
    expect(world.states()).toEqual(['1 held']);
    world.kit.time += MINUTE;
    await world.cases.names.check();
    expect(world.states()).toEqual(['1 trusted']);
    // Another seller may use the same app otherwise.
    world.cases.forget();
    world.finds(verdict(1, 'proven', -1));
    world.kit.time += MINUTE;
    await world.cases.names.check();
    expect(world.states()).toEqual(['1 held']);
  });

  it('is asked for a nameless case two more times, and then only when changes look copied again', async () => {
    const world = new World();
    const { kit } = world;
    world.finds(verdict(1, 'proven', -1));
    for (const minutes of [2, 10]) {
      await world.cases.names.check();
      expect(world.cases.names.dueAt()).toBe(kit.time + minutes * MINUTE);
      kit.time += minutes * MINUTE;
    }
    await world.cases.names.check();
    expect(world.asked).toBe(3);
    expect(world.cases.names.dueAt()).toBeNull();
    sell(world, 2);
    expect(world.cases.names.dueAt()).not.toBeNull();
  });

  it('is not what the engine remembers: that comes from the journal, also after a restart', () => {
    const world = new World();
    const { kit } = world;
    sell(world, 3);
    const entry = kit.sync.store.byKey(1) ?? expect.fail();
    const since = kit.time - 250_000;
    const known = world.cases.history(entry, since);
    expect(known.map(({ source, delta }) => `${source} ${delta / fromUnits(1)}`)).toEqual([
      'shopify -1',
      'square -1',
      'shopify -1',
      'square -1',
    ]);
    world.restart();
    expect(world.cases.history(entry, since)).toEqual(known);
    kit.stands('shopify', 1, 1, kit.time + 1_000);
    expect(world.cases.history(entry, since)).toHaveLength(5);
    expect(world.cases.history(kit.sync.store.byKey(2) ?? expect.fail(), since)).toEqual([]);
  });
});
