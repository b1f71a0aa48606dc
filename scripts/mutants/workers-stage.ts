import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesOf } from './bundle';
import { oneLine } from './mutant';
import { runNode } from './process';
import type { Outcome, Stage } from './stage';
import type { Tree } from './tree';

/** The account object's tests that cover sync. */
const TESTS = ['test/durable/pace.test.ts', 'test/durable/sync-*.test.ts', 'test/durable/account-*.test.ts'];

/**
 * Creates the stage that runs the account object's tests inside workerd (vitest project 'workers'). Slow, so it runs only when named. The
 * plugin in vitest.config.ts plants the mutant.
 */
export async function createWorkersStage({ root, scratch }: Tree): Promise<Stage> {
  const tests = globSync(TESTS, { cwd: root }).toSorted();
  const closures = await Promise.all([...tests, 'src/worker/index.ts', 'sandbox/index.ts'].map((entry) => filesOf(entry, root)));
  const files = [...new Set([...closures.flatMap((one) => one ?? []), 'vitest.config.ts', 'wrangler.toml'])].toSorted();
  return {
    name: 'workers',
    settings: TESTS.join(' '),
    inputs: (file) => (file === null || files.includes(file) ? files : null),
    async run(plant, worker, limitMs) {
      const start = performance.now();
      const report = join(scratch, `workers-${worker}.json`);
      const textFile = join(scratch, `workers-${worker}.txt`);
      writeFileSync(textFile, plant?.text ?? '');
      const { timedOut, output } = await runNode(
        [
          join(root, 'node_modules/vitest/vitest.mjs'),
          'run',
          '--project',
          'workers',
          '--bail',
          '1',
          '--reporter=json',
          `--outputFile=${report}`,
          ...tests,
        ],
        {
          cwd: root,
          limitMs,
          env: {
            CLOUDFLARE_CF_FETCH_ENABLED: 'false',
            WRANGLER_SEND_METRICS: 'false',
            ...(plant !== null && { MUTANT_FILE: plant.file, MUTANT_TEXT_FILE: textFile }),
          },
        },
      );
      const outcome = timedOut
        ? { kind: 'timeout' as const, detail: `no end within ${Math.round(limitMs / 1_000)} s` }
        : read(report, output);
      for (const file of [report, textFile]) rmSync(file, { force: true });
      return { ...outcome, seconds: (performance.now() - start) / 1_000 };
    },
    close() {
      // Nothing keeps running.
    },
  };
}

interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Evaluates vitest's report; without a report, vitest itself failed. */
function read(file: string, output: string): Omit<Outcome, 'seconds'> {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return { kind: 'invalid', detail: oneLine(output.slice(-400), 200) };
  }
  if (report.success) return { kind: 'survived', detail: '' };
  const failed = report.testResults.find(({ status }) => status === 'failed');
  const test = failed?.assertionResults.find(({ status }) => status === 'failed');
  return { kind: 'killed', detail: oneLine(test?.fullName ?? failed?.message ?? 'unhandled error', 160) };
}
