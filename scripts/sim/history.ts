import { fromUnits, STEPS_PER_UNIT } from '../../src/domain/quantity';
import { SOURCES, type Source } from '../../src/domain/source';
import { amountsTo, opposite } from '../../src/domain/sync/adjust';
import { atRest, withSide, type LinkedLevel } from '../../src/domain/sync/linked-level';
import type { WritePause } from '../../src/domain/sync/write-gate';
import type { Scenario } from './scenario';
import { World } from './world';

/** How one history ended. */
export interface Ending {
  /** The first invariant that broke, '' when none did. */
  readonly broken: string;
  /** Whether the numbers were wrong at the end, whatever failed before. */
  readonly wrongAtEnd: boolean;
  readonly changes: number;
  readonly writes: number;
  /** Linked levels that ended indeterminate: the effect of a write could not be determined. */
  readonly frozen: number;
}

/**
 * When everything must be settled (ms after the last fault): under faults that never end, a stale write needs several quarantines to become
 * certain.
 */
const REST_MS = 7_200_000;

/** Plays one history to its end with the product's engine and checks the invariants. `say` receives every step, for display. */
export function play(seed: number, scenario: Scenario, say: ((line: string) => void) | null = null): Ending {
  const world = new World(seed, scenario, say);
  const changes = scheduleChanges(world);
  scheduleProblems(world);
  const over =
    scenario.overMs + 5_000 + (scenario.outages > 0 ? 2 * scenario.outageMs[1] : 0) + scenario.writePauses * scenario.writePauseMs;
  scheduleEnd(world, over);
  world.agenda.runUntil(over + REST_MS);
  const wrong = verdict(world);
  if (wrong !== '') world.fail(wrong);
  const { account, platforms } = world;
  const frozen = world.cells().filter((key) => SOURCES.some((source) => account.cell(key)[source].indeterminate)).length;
  return {
    broken: world.broken,
    wrongAtEnd: wrong.startsWith('I2'),
    changes,
    writes: platforms.shopify.writes + platforms.square.writes,
    frozen,
  };
}

/** Makes a change: where large ones happen, half of Shopify's decreases are orders, and the others leave the shelf. */
function changeOne({ agenda, random, scenario, platforms }: World, source: Source, index: number, delta: number): void {
  const all = scenario.large > 0 && random.chance(scenario.large) ? delta + Math.sign(delta) * fromUnits(10) : delta;
  if (scenario.large > 0 && source === 'shopify' && all < 0 && random.chance(0.5)) platforms.shopify.order(index, all, agenda.now);
  else platforms[source].change(index, all, agenda.now);
}

/** Schedules sales, returns, and counts on both sides. Returns their number. */
function scheduleChanges(world: World): number {
  const { agenda, random, scenario, platforms } = world;
  const changes = random.between(...scenario.changes);
  for (let count = changes; count > 0; count -= 1) {
    agenda.at(random.between(1_000, scenario.overMs), () => {
      const source: Source = random.chance(0.5) ? 'shopify' : 'square';
      const index = random.between(0, world.shelf.skus[source].length - 1);
      const units = fromUnits(random.chance(0.7) ? -random.between(1, 3) : random.between(1, 6));
      const delta = scenario.fractions && source === 'square' ? units + random.between(-99_999, 99_999) : units;
      changeOne(world, source, index, delta);
      world.announce(source, index);
    });
  }
  repeat(world, scenario.recounts, () => {
    const index = random.between(0, world.account.size - 1);
    const occurredAt = agenda.now - random.between(0, 6_000);
    platforms.square.count(index, fromUnits(random.between(80, 120)), occurredAt, agenda.now);
    world.announce('square', index);
  });
  return changes + scenario.recounts;
}

function scheduleProblems(world: World): void {
  const { random, scenario, account } = world;
  for (let kill = random.between(...scenario.kills); kill > 0; kill -= 1) {
    world.agenda.at(random.between(1_000, scenario.overMs + 5_000), () => {
      world.trace?.(() => 'killed');
      account.kill();
    });
  }
  repeat(world, scenario.refusals, () => {
    refuseForAWhile(world);
  });
  if (scenario.isolates) failForGood(world);
  else
    repeat(world, scenario.poisons, () => {
      poisonForAWhile(world);
    });
  repeat(world, scenario.futureTimes, () => {
    const source = either(world);
    const level = world.platforms[source].level(random.between(0, account.size - 1));
    const at = level.at + random.between(600_000, 86_400_000);
    world.trace?.(() => `webhook of ${source}: item ${level.stockId} with a time in the future`);
    account.levels(source, [{ ...level, at }], 'webhook');
  });
  repeat(world, scenario.startsOver, () => {
    world.trace?.(() => 'starts over');
    account.startOver(true);
    readBoth(world, 'snapshot');
  });
  repeat(world, scenario.expiries, () => {
    expire(world, false);
  });
  repeat(world, scenario.revocations, () => {
    expire(world, true);
  });
  repeat(world, scenario.pauses, () => {
    account.autoSync = false;
    world.agenda.in(random.between(500, 8_000), () => {
      account.autoSync = true;
      account.resume();
    });
  });
  repeat(world, scenario.writePauses, () => {
    pauseWrites(world);
  });
  repeat(world, scenario.lapses, () => {
    lapse(world);
  });
  repeat(world, scenario.sets, () => {
    account.set(random.between(0, account.size - 1), fromUnits(random.between(50, 150)));
  });
  repeat(world, scenario.levelings, () => {
    levelAndTakeBack(world);
  });
  repeat(world, scenario.outages, () => {
    const source = either(world);
    world.trace?.(() => `${source} is away`);
    world.wires[source].awayUntil = world.agenda.now + random.between(...scenario.outageMs);
  });
}

/** Plans `what` `times` times, at random moments of the history. */
function repeat(world: World, times: number, what: () => void): void {
  for (let count = times; count > 0; count -= 1) world.agenda.at(world.random.between(1_000, world.scenario.overMs), what);
}

function either(world: World): Source {
  return world.random.chance(0.5) ? 'shopify' : 'square';
}

function refuseForAWhile(world: World): void {
  const { random, agenda, account } = world;
  const source = either(world);
  const item = world.platforms[source].items[random.between(0, account.size - 1)];
  if (item === undefined) return;
  item.refusal = random.chance(0.5) ? 'untracked' : 'deleted';
  item.everRefused = true;
  agenda.in(random.between(1_000, 20_000), () => {
    item.refusal = null;
    account.unblock(source);
  });
}

/** Makes a platform fail on every write that contains one item, until the end. */
function failForGood(world: World): void {
  world.bad = world.random.between(0, world.account.size - 1);
  const item = world.platforms[either(world)].items[world.bad];
  if (item !== undefined) item.poisoned = true;
}

function poisonForAWhile(world: World): void {
  const { random, agenda, account, platforms } = world;
  const item = platforms[either(world)].items[random.between(0, account.size - 1)];
  if (item === undefined) return;
  item.poisoned = true;
  agenda.in(random.between(5_000, 900_000), () => {
    item.poisoned = false;
  });
}

/** Invalidates a side's token: refreshed within seconds, or revoked until the merchant reconnects. */
function expire(world: World, revoked: boolean): void {
  const { random, agenda, account, platforms } = world;
  const source = either(world);
  platforms[source].authorised = false;
  if (revoked) account.connected[source] = false;
  world.trace?.(() => `the token of ${source} is ${revoked ? 'revoked' : 'stale'}`);
  agenda.in(random.between(200, revoked ? 20_000 : 4_000), () => {
    platforms[source].authorised = true;
    if (revoked) {
      account.connected[source] = true;
      world.readAll(source, 'snapshot');
    }
    account.resume();
  });
}

/** Makes both numbers of a level equal by adding to them; most times it is taken back, while everything goes on selling. */
function levelAndTakeBack({ random, agenda, account }: World): void {
  const key = random.between(0, account.size - 1);
  const to = fromUnits(random.between(50, 150));
  const afterMs = random.between(100, 15_000);
  const isTakenBack = random.chance(0.8);
  const added = account.adjust(key, (level) => amountsTo(level, to));
  if (added === null || !isTakenBack) return;
  agenda.in(afterMs, () => account.adjust(key, () => opposite(added)));
}

/** Pauses changes to one platform or both, as operators do. Pauses overlap; each ends by itself. */
function pauseWrites(world: World): void {
  const { random, agenda, account, scenario } = world;
  const source = random.chance(0.5) ? null : either(world);
  const pause: WritePause = { scope: random.chance(0.5) ? 'all' : 'account', source, by: 'operator', reason: 'weather', since: agenda.now };
  world.trace?.(() => `operators pause changes to ${source ?? 'both platforms'}`);
  account.pause([...account.pauses, pause]);
  agenda.in(random.between(500, random.chance(0.7) ? 20_000 : scenario.writePauseMs), () => {
    world.trace?.(() => `changes to ${source ?? 'both platforms'} go on`);
    account.pause(account.pauses.filter((one) => one !== pause));
  });
}

function lapse(world: World): void {
  const { random, agenda, account } = world;
  if (!account.entitled) return;
  world.trace?.(() => 'no longer entitled');
  account.entitled = false;
  agenda.in(random.between(500, 12_000), () => {
    world.trace?.(() => 'entitled again');
    account.entitled = true;
    account.startOver(false);
    account.resume();
  });
}

function readBoth(world: World, via: 'sweep' | 'snapshot'): void {
  for (const source of SOURCES) world.readAll(source, via);
}

/** Ends every fault, reads all levels, and lets the merchant decide on what is held. */
function scheduleEnd(world: World, over: number): void {
  const { agenda, account, scenario, random } = world;
  agenda.at(over, () => {
    for (const source of SOURCES) {
      world.wires[source].awayUntil = 0;
      account.connected[source] = true;
      world.platforms[source].authorised = true;
      for (const item of world.platforms[source].items)
        Object.assign(item, { refusal: null, poisoned: scenario.isolates && item.poisoned });
      account.unblock(source);
    }
    account.resume();
  });
  if (scenario.maximum !== null || scenario.writePauses > 0) {
    for (const after of [5_000, 1_800_000, 4_000_000]) {
      agenda.at(scenario.overMs + after, () => {
        account.decideHeld(random.chance(0.5));
      });
    }
    agenda.at(over + REST_MS - 600_000, () => {
      account.decideHeld(true);
    });
  }
  if (!scenario.reconciles) return;
  for (const after of [30_000, 600_000, 3_600_000]) {
    agenda.at(over + after, () => {
      for (const source of SOURCES) account.unblock(source);
      readBoth(world, 'sweep');
    });
  }
  // Where reads leave items out, a few more are needed until each item has been read.
  if (scenario.missing === 0 && scenario.startsOver === 0 && scenario.lapses === 0) return;
  for (let after = 60_000; after < 600_000; after += 45_000) {
    agenda.at(over + after, () => {
      readBoth(world, 'sweep');
    });
  }
}

function verdict(world: World): string {
  const { account, truth } = world;
  for (const key of world.cells()) {
    if (!account.linked(key)) {
      if (SOURCES.some((source) => (world.platforms[source].items[key]?.effects ?? 0) > 0))
        return `I2: unlinked cell ${key} was written to`;
      continue;
    }
    const cell = account.cell(key);
    if (key === world.bad || SOURCES.some((source) => cell[source].indeterminate)) continue;
    const wrong = truth.verdict(key, cell);
    if (wrong !== '') return wrong;
    if (!settled(cell)) return `I8: something of cell ${key} is still owed or in flight`;
  }
  return '';
}

/** Returns whether nothing is pending, in flight, or waiting for a read; a fraction of a unit may stay pending for Shopify. */
function settled(cell: LinkedLevel): boolean {
  const whole = Math.abs(cell.shopify.pending) < STEPS_PER_UNIT ? withSide(cell, 'shopify', { pending: 0 }) : cell;
  return atRest(whole);
}
