import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { SOURCES, type Source } from '../../../src/domain/source';
import { difference } from '../../../src/domain/sync/linked-level';
import { BenchOfOne, START, type Fate } from './bench-of-one';

/** The reference: what was sold and restocked on each side, and how often. Both sides must end at the sum of all changes. */
class Reference {
  readonly moved: Record<Source, number> = { shopify: 0, square: 0 };
  readonly times: Record<Source, number> = { shopify: 0, square: 0 };

  change(source: Source, delta: number): void {
    this.moved[source] += delta;
    this.times[source] += 1;
  }

  /** The quantity that both sides must end with. */
  get total(): number {
    return START + this.moved.shopify + this.moved.square;
  }

  /** Checks the invariants that hold after every step, regardless of what has arrived. */
  check(bench: BenchOfOne, seenBefore: Readonly<Record<Source, number>>): void {
    expect(difference(bench.cell), 'I1').toBe(0);
    for (const source of SOURCES) {
      const other = source === 'shopify' ? 'square' : 'shopify';
      const [item] = bench.platforms[source].items;
      expect(bench.platforms[source].twice, 'I3').toBe(false);
      expect(item?.effects ?? 0, 'I4: no write without a change on the other side').toBeLessThanOrEqual(this.times[other]);
      expect(bench.cell[source].observedAt ?? 0, 'I5').toBeGreaterThanOrEqual(seenBefore[source]);
    }
  }
}

class Move implements fc.Command<Reference, BenchOfOne> {
  readonly #name: string;
  readonly #run: (reference: Reference, bench: BenchOfOne) => void;

  constructor(name: string, run: (reference: Reference, bench: BenchOfOne) => void) {
    this.#name = name;
    this.#run = run;
  }

  check(): boolean {
    return true;
  }

  run(reference: Reference, bench: BenchOfOne): void {
    const seen = { shopify: bench.cell.shopify.observedAt ?? 0, square: bench.cell.square.observedAt ?? 0 };
    this.#run(reference, bench);
    reference.check(bench, seen);
  }

  toString(): string {
    return this.#name;
  }
}

const source = fc.constantFrom<Source>(...SOURCES);
const fate = fc.constantFrom<Fate>('answered', 'answered', 'unanswered', 'throttled', 'failing');

const moves = [
  fc.record({ source, units: fc.integer({ min: -3, max: 6 }).filter((units) => units !== 0) }).map(
    (change) =>
      new Move(`change ${change.source} by ${change.units}`, (reference, bench) => {
        reference.change(change.source, fromUnits(change.units));
        bench.change(change.source, fromUnits(change.units));
      }),
  ),
  fc.record({ index: fc.nat(20), copies: fc.constantFrom(0, 1, 1, 2) }).map(
    ({ index, copies }) =>
      new Move(`webhook ${index}, ${copies} times`, (_, bench) => {
        bench.deliver(index, copies);
      }),
  ),
  source.map((side) => new Move(`send ${side}`, (_, bench) => bench.send())),
  source.map((side) => new Move(`arrive ${side}`, (_, bench) => bench.arrive(side))),
  fc
    .record({ source, fate })
    .map((heard) => new Move(`hear ${heard.source}: ${heard.fate}`, (_, bench) => bench.hear(heard.source, heard.fate))),
  fc
    .record({ source, answered: fc.boolean() })
    .map((read) => new Move(`read ${read.source} ${read.answered}`, (_, bench) => bench.read(read.source, read.answered))),
  fc.boolean().map((answered) => new Move(`classify ${answered}`, (_, bench) => bench.classify(answered))),
  source.map((side) => new Move(`sweep ${side}`, (_, bench) => bench.sweep(side))),
  fc.constant(new Move('stray', (_, bench) => bench.stray())),
  fc.constant(new Move('kill', (_, bench) => bench.kill())),
];

describe('a linked level against the reference model', () => {
  it('passes every change on exactly once, no matter what is lost, repeated, delayed, or killed', () => {
    fc.assert(
      fc.property(fc.commands(moves, { maxCommands: 60, size: 'max' }), (commands) => {
        const reference = new Reference();
        const bench = new BenchOfOne();
        fc.modelRun(() => ({ model: reference, real: bench }), commands);
        bench.settleAll();
        expect(bench.quiet(), 'I8').toBe(true);
        for (const side of SOURCES) expect(bench.platforms[side].level(0).quantity, `I2 at ${side}`).toBe(reference.total);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('interleavings', () => {
  it('of sales on both sides with the calls and webhooks that they cause all end with the same quantities', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const bench = new BenchOfOne();
        const happenings: [string, () => void][] = SOURCES.flatMap((side): [string, () => void][] => [
          [`sale at ${side}`, () => bench.change(side, fromUnits(-1))],
          [`restock at ${side}`, () => bench.change(side, fromUnits(4))],
          [`webhook after ${side}`, () => bench.deliver(0, 1)],
          [`newest webhook after ${side}`, () => bench.deliver(bench.webhooks.length - 1, 1)],
          [`send to ${side}`, () => bench.send()],
          [`arrival at ${side}`, () => bench.arrive(side)],
          [`answer of ${side}`, () => bench.hear(side, 'answered')],
          [`second send to ${side}`, () => bench.send()],
          [`second arrival at ${side}`, () => bench.arrive(side)],
          [`sweep of ${side}`, () => bench.sweep(side)],
        ]);
        for (const [name, happen] of [...happenings, ['kill', () => bench.kill()] as [string, () => void]]) {
          void scheduler.schedule(Promise.resolve(name), name).then(happen);
        }
        await scheduler.waitIdle();
        bench.settleAll();
        expect(difference(bench.cell)).toBe(0);
        for (const side of SOURCES) expect(bench.platforms[side].level(0).quantity).toBe(START + fromUnits(6));
      }),
      { numRuns: 400 },
    );
  });
});
