import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { filesOf } from '../../scripts/mutants/bundle';
import { root, tool } from '../../scripts/root';
import { bundleObjectSimulation, NODE_FLAGS } from '../../scripts/sim/bundle-object';

const TIMEOUT_MS = 240_000;

const folder = mkdtempSync(join(root, 'node_modules/.object-sim-'));
const program = join(folder, 'main.mjs');
let contents: string[] = [];

beforeAll(async () => {
  contents = Object.keys((await bundleObjectSimulation(program)).inputs);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function simulate(...args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout } = spawnSync(tool('node'), [...NODE_FLAGS, program, ...args], { encoding: 'utf8', timeout: TIMEOUT_MS });
  return { status, output: stdout };
}

const hashesOf = (output: string): string[] => [...output.matchAll(/hash ([0-9a-f]{64})/gu)].map(([, hash]) => hash ?? '');

describe('an outage in virtual time', () => {
  const outages = [
    ['storage of the object that is full for an hour', 'object-full'],
    ['a shared database that is full for an hour', 'database-full'],
    ['a shared database that is away for an hour, while the object dies ten times', 'database-down'],
    ['a shared database that is away for an hour from a Worker that knows no route', 'database-down-new-worker'],
    ['Shopify away for eleven hours', 'shopify-down-11-hours'],
    ['a clock that is an hour ahead, and then right', 'clock-ahead'],
    ['a clock that is an hour behind, and then right', 'clock-behind'],
    ['2,000 webhooks that arrive in any order while the object cannot be reached', 'backlog'],
  ] as const;
  it.each(outages)(
    'loses no unit and no line of the history: %s',
    (_, name) => {
      const { status, output } = simulate('--outages', name);
      expect(output).toContain('"wrong":[]');
      expect(status).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'is named by the health of the account as long as it lasts, also after the token has expired and is not renewed',
    () => {
      expect(simulate('--outages', 'shopify-down-11-hours').output).toContain('"hours after which its health names it":11,');
    },
    TIMEOUT_MS,
  );
});

describe('a week of a merchant who watches before syncing is started', () => {
  it(
    'writes nothing, predicts what happened, and then passes on only what happens from the start on',
    () => {
      const { status, output } = simulate('--watch');
      expect(output).toContain('"writes meanwhile":0,');
      expect(output).toContain(
        '"predictions wrong":0,"writes of what came before":0,"changes synced afterward":60,"numbers wrong afterward":0,',
      );
      expect(output).toMatch(/"units sold twice":[1-9]/u);
      expect(status).toBe(0);
    },
    TIMEOUT_MS,
  );
});

describe('Shopify away for longer than it keeps keys, while the object starts again every 12 minutes', () => {
  it(
    'leaves the write that was under way in doubt, and nothing else',
    () => {
      const { status, output } = simulate('--outages', 'shopify-down-restarts');
      expect(output).toContain('"frozen":1,"units wrong":0,"units wrong in the history":0,');
      expect(status).toBe(0);
    },
    TIMEOUT_MS,
  );
});

describe('the simulation of the account object', () => {
  it(
    'plays the same history for the same seed, to the last line of its trace',
    () => {
      const [first, second] = [1, 2].map(() => hashesOf(simulate('--histories', '3', '--seed', '40', '--jobs', '1').output));
      expect(first).toHaveLength(3);
      expect(new Set(first).size).toBe(3);
      expect(second).toEqual(first);
    },
    TIMEOUT_MS,
  );

  it(
    'plays a history the same way alone as after others',
    () => {
      const among = hashesOf(simulate('--histories', '3', '--seed', '40', '--jobs', '1').output);
      const alone = hashesOf(simulate('--histories', '1', '--seed', '42', '--jobs', '1').output);
      expect(alone).toEqual(among.slice(2));
    },
    TIMEOUT_MS,
  );

  it(
    'ends 20 histories correctly',
    () => {
      const { status, output } = simulate('--histories', '20', '--seed', '1', '--jobs', '1');
      expect(output).toContain('"histories":20,"wrong":0,');
      expect(status).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'reads what has changed at Shopify while its reads lag: a sandbox that fails then, as an earlier one did, is wrong',
    () => {
      expect(simulate('--histories', '1', '--seed', '112000100', '--jobs', '1').output).toContain('"histories":1,"wrong":0,');
    },
    TIMEOUT_MS,
  );

  it('runs the shipped object, the shipped engine and the sandbox', () => {
    expect(contents).toEqual(
      expect.arrayContaining([
        'src/durable/account-object.ts',
        'src/durable/sync/sync.ts',
        'src/domain/sync/engine/engine.ts',
        'src/domain/sync/engine/lane.ts',
        'src/worker/app.ts',
        'src/worker/jobs/consume-queue.ts',
        'sandbox/world.ts',
        ...readdirSync(join(root, 'migrations')).map((name) => `migrations/${name}`),
      ]),
    );
  });
});

describe('the simulations', () => {
  it('share the one engine: they contain no lane of their own', async () => {
    expect(await filesOf('scripts/sim/main.ts', root)).toEqual(
      expect.arrayContaining(['src/domain/sync/engine/engine.ts', 'src/domain/sync/engine/lane.ts', 'src/domain/sync/write-attempts.ts']),
    );
    const sources = readdirSync(join(root, 'scripts/sim'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const plans = sources.filter((name) =>
      /\b(?:class \w*Lane\b|function (?:planWrite|planRepeat|judgeAnswer)\b)/u.test(readFileSync(join(root, 'scripts/sim', name), 'utf8')),
    );
    expect(plans).toEqual([]);
  });
});
