import { latencyDuringSnapshot } from './busy';
import { lists } from './lists';
import { loading } from './loading';
import type { Finding } from './measure';
import { bundles, dispatch, histories, mutants, parserHeap } from './programs';
import { openWorld, type World } from './runtime';
import { costOfSales, latency, orders, rowsRead, Timeline, webhookPath } from './sales';
import { scrolling } from './scrolling';
import { callsOfSnapshot, changedSnapshot, firstSnapshot, interrupted } from './snapshots';
import { ingest, repeated } from './webhooks';
import { withoutWebhooks } from './worlds';

/** Measurements that are made together, for the named budgets. */
export interface Step {
  readonly ids: readonly string[];
  run(): Promise<readonly Finding[]>;
}

/** Steps that share one test setup, which is opened for the first of them and closed by `close`. */
export interface Stage {
  readonly name: string;
  readonly steps: readonly Step[];
  close(): Promise<void>;
}

type InWorld = (world: World, time: Timeline, variants: number) => Promise<Finding | readonly Finding[]>;

function worldOf(variants: number, steps: readonly (readonly [ids: readonly string[], run: InWorld])[], platforms?: 'apart'): Stage {
  let opened: { readonly world: World; readonly time: Timeline } | null = null;
  return {
    name: `${variants.toLocaleString('en')} variants a side`,
    steps: steps.map(([ids, work]) => ({
      ids,
      run: async () => {
        opened ??= { world: await openWorld(variants, 1, platforms), time: new Timeline() };
        const found = await work(opened.world, opened.time, variants);
        return 'id' in found ? [found] : found;
      },
    })),
    close: async () => opened?.world.stop(),
  };
}

/** Measures R3: one hour plus one reconciliation after ten minutes in which every webhook was lost. */
async function afterSilence(world: World, time: Timeline): Promise<Finding> {
  time.now += 600_000;
  const { found, wrong, changes, calls } = await withoutWebhooks(world, time.now);
  time.now += 2 * 3_600_000;
  await world.ask('advance', { account: world.account, at: time.now });
  const when = found === null ? 'not within 70 minutes' : `within ${found} min of their end`;
  return {
    id: 'R3',
    value: wrong,
    note: `${changes} changes on ${changes} variants without a webhook: found ${when}, with ${calls} reading calls`,
  };
}

/** Returns all measurements, in order. `histories` is for R1. */
export function stages(count: { readonly histories: number; readonly mutantHistories: number }): readonly Stage[] {
  const one = (id: string, run: () => Promise<Finding>): Step => ({ ids: [id], run: async () => [await run()] });
  return [
    worldOf(1_000, [
      [['P2'], (world, time, size) => rowsRead(world, time, size, '1k')],
      [['P1', 'P1b', 'P2', 'P3', 'P5', 'P7'], costOfSales],
      [['P6'], webhookPath],
      [['P9'], latency],
      [['P4', 'P21'], repeated],
      [['R3'], afterSilence],
      [['P8'], (world, _time, size) => orders(world, size)],
      [['P20'], ingest],
    ]),
    worldOf(10_000, [
      [['P2'], (world, time, size) => rowsRead(world, time, size, '10k')],
      [['P12'], changedSnapshot],
      [['P15'], (world, _time, size) => interrupted(world, size)],
    ]),
    worldOf(100_000, [
      [['P2'], (world, time, size) => rowsRead(world, time, size, '100k')],
      [['P11'], async (world, _time, size) => firstSnapshot(world, size)],
      [['P13', 'P14'], callsOfSnapshot],
      [['P16', 'P17', 'P18'], lists],
    ]),
    worldOf(100_000, [[['P24'], latencyDuringSnapshot]], 'apart'),
    {
      name: 'by themselves',
      steps: [
        one('P10', parserHeap),
        one('P19', dispatch),
        { ids: ['P22'], run: bundles },
        { ids: ['P23'], run: scrolling },
        { ids: ['P25'], run: loading },
        one('R1', () => histories(count.histories)),
        one('R2', () => mutants(count.mutantHistories)),
      ],
      close: async () => undefined,
    },
  ];
}
