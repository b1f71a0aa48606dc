import { describe, expect, it } from 'vitest';

import { OtherWriters } from '../../src/durable/account/other-writers';
import { openMeta } from '../../src/durable/store/meta';
import { squareOver } from '../platforms/support/environment';
import { answers, NO_ANSWER, scriptedHttp } from '../platforms/support/scripted-http';
import { withVariants } from './memory-database';

const HOUR = 3_600_000;
const ROBOT = { id: 'sq0idp-robot', name: 'Robot' };

/** The applications of an account, over Square's log as a test states it; null when Square cannot be reached. */
class World {
  now = Date.UTC(2026, 10, 20);
  log: readonly object[] | null = [];
  readonly woken: number[] = [];
  /** Runs while the log is being read. */
  meanwhile: () => void = () => undefined;
  readonly writers = new OtherWriters({
    meta: openMeta(withVariants(1)),
    calls: {
      shopify: async () => Promise.reject(new Error('Shopify is not asked')),
      square: async (work) => {
        const http = scriptedHttp(this.log === null ? NO_ANSWER : answers({ changes: this.log }));
        const answer = await work(squareOver(http));
        this.meanwhile();
        return answer;
      },
    },
    applicationId: 'ours',
    now: () => this.now,
    locationId: () => 'place-square',
    mayAsk: () => true,
    wake: (at) => this.woken.push(at),
    changed: () => undefined,
    note: () => undefined,
  });

  /** Lets an application change stock now. */
  changes({ id, name }: typeof ROBOT): void {
    const at = new Date(this.now).toISOString();
    const source = { product: 'EXTERNAL_API', application_id: id, name };
    const adjustment = { catalog_object_id: 'q1', from_state: 'IN_STOCK', to_state: 'SOLD', location_id: 'place-square', quantity: '1' };
    this.log = [...(this.log ?? []), { type: 'ADJUSTMENT', adjustment: { ...adjustment, source, created_at: at } }];
  }

  /** Returns the names of the listed applications. */
  names(): string[] {
    return this.writers.known().writers.map(({ name }) => name);
  }
}

/** A world whose log was read, with nobody in it, and that is not due for days. */
async function quiet(): Promise<World> {
  const world = new World();
  await world.writers.read();
  world.now += HOUR;
  expect(world.writers.dueAt()).toBeGreaterThan(world.now + 24 * HOUR);
  return world;
}

describe('an application that is seen and not listed', () => {
  it('makes the log be read at once, and only once', async () => {
    const world = await quiet();
    world.changes(ROBOT);
    world.writers.seen([ROBOT, ROBOT]);
    expect(world.woken).toEqual([world.now]);
    expect(world.writers.dueAt()).toBeLessThanOrEqual(world.now);
    await world.writers.read();
    expect(world.names()).toEqual(['Robot']);
    expect(world.writers.dueAt()).toBeGreaterThan(world.now + 24 * HOUR);
    world.writers.seen([ROBOT]);
    expect(world.woken).toHaveLength(1);
  });

  it('is listed although it came while the log was being read', async () => {
    const world = await quiet();
    world.meanwhile = () => {
      world.meanwhile = () => undefined;
      world.changes(ROBOT);
      world.writers.seen([ROBOT]);
    };
    await world.writers.read();
    expect(world.names()).toEqual([]);
    expect(world.writers.dueAt()).toBeLessThanOrEqual(world.now);
    await world.writers.read();
    expect(world.names()).toEqual(['Robot']);
  });

  it('is looked for again six hours after a failure', async () => {
    const world = await quiet();
    world.log = null;
    world.writers.seen([ROBOT]);
    await world.writers.read();
    expect(world.writers.dueAt()).toBe(world.now + 6 * HOUR);
    world.now += 6 * HOUR;
    world.changes(ROBOT);
    await world.writers.read();
    expect(world.names()).toEqual(['Robot']);
  });

  it('counts for nothing without a name and an ID, or once it is listed', async () => {
    const world = await quiet();
    world.writers.seen([{ id: '', name: '' }]);
    world.changes(ROBOT);
    await world.writers.read();
    world.writers.seen([ROBOT]);
    expect(world.woken).toEqual([]);
  });
});
