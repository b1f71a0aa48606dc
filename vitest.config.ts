import { availableParallelism } from 'node:os';

import { cloudflareTest } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { mutantPlugin } from './scripts/mutants/vitest-plugin.ts';
import { SUITES } from './scripts/suites.ts';
import { secondClient } from './test/support/second-client-plugin.ts';
import { compatPool, workersPool } from './test/support/workers-pool.ts';

const quiet = './test/support/fail-on-noise.ts';

/** A start of the whole app takes its time on a small machine. */
const wholeApp = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // Recordings are file snapshots: WIRE_RECORD writes them.
    ...(process.env['WIRE_RECORD'] !== undefined && { update: true }),
    // Most tests wait rather than count: with two cores, one file at a time leaves the machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        plugins: [mutantPlugin()],
        test: {
          name: 'domain',
          environment: 'node',
          ...SUITES.domain,
          setupFiles: [quiet],
        },
      },
      {
        // What needs Node beside the sandbox: the platforms' official clients, schema checks that evaluate code.
        test: { name: 'sandbox', environment: 'node', ...SUITES.sandbox, setupFiles: [quiet] },
      },
      {
        plugins: [cloudflareTest(workersPool), secondClient(), mutantPlugin()],
        test: {
          name: 'workers',
          ...SUITES.workers,
          setupFiles: [quiet, './test/support/apply-migrations.ts'],
          // A world is set up before each test of the account object: on a busy machine that takes longer than the default allows.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Answers and stored rows compared with recordings; WIRE_RECORD records them again.
        plugins: [cloudflareTest(compatPool)],
        test: {
          name: 'compat',
          ...SUITES.compat,
          setupFiles: [quiet, './test/support/apply-migrations.ts', './test/compat/support/fixed-clock.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          // A desktop's window, in which tables have all their columns.
          environmentOptions: { happyDOM: { width: 1440, height: 900 } },
          ...SUITES.web,
          setupFiles: [quiet],
          // The first screen of a file loads its parts: on a busy machine that takes longer than all the rest.
          testTimeout: 30_000,
        },
      },
      {
        // The whole app under weather, over HTTP alone: mostly waiting, so it goes beside the rest.
        test: { name: 'storm', environment: 'node', ...SUITES.storm, ...wholeApp },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          ...SUITES.browser,
          fileParallelism: false,
          ...wholeApp,
        },
      },
    ],
  },
});
