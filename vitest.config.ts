import { availableParallelism } from 'node:os';

import { cloudflareTest } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { mutantPlugin } from './scripts/mutants/vitest-plugin.ts';
import { SUITES } from './scripts/suites.ts';
import { oneModule } from './test/support/one-module-plugin.ts';
import { secondClient } from './test/support/second-client-plugin.ts';
import { compatPool, workersPool } from './test/support/workers-pool.ts';

const quiet = './test/support/fail-on-noise.ts';

/** What a test waits for comes late on a busy machine; these bounds (ms) only end a wait that is in vain. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 180_000 } } };

export default defineConfig({
  test: {
    // Recordings are file snapshots: WIRE_RECORD writes them.
    ...(process.env['WIRE_RECORD'] !== undefined && { update: true }),
    // Most tests wait rather than count, so two cores take three files at a time, beside two of the browser suite.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        plugins: [mutantPlugin()],
        test: {
          name: 'domain',
          environment: 'node',
          ...SUITES.domain,
          ...patience,
          setupFiles: [quiet],
          // These tests count rather than wait: in a whole run they come last, when the browsers have ended and both cores are free.
          sequence: { groupOrder: 1 },
        },
      },
      {
        // What needs Node beside the sandbox: the platforms' official clients, schema checks that evaluate code.
        test: { name: 'sandbox', environment: 'node', ...SUITES.sandbox, ...patience, setupFiles: [quiet] },
      },
      {
        plugins: [
          cloudflareTest(workersPool),
          secondClient(),
          ...(process.env['TEST_WHOLE'] === 'true' ? [oneModule()] : [mutantPlugin()]),
        ],
        test: {
          name: 'workers',
          ...SUITES.workers,
          setupFiles: [quiet, './test/support/apply-migrations.ts'],
          ...patience,
        },
      },
      {
        // Answers and stored rows compared with recordings; WIRE_RECORD records them again.
        plugins: [cloudflareTest(compatPool)],
        test: {
          name: 'compat',
          ...SUITES.compat,
          setupFiles: [quiet, './test/support/apply-migrations.ts', './test/compat/support/fixed-clock.ts'],
          ...patience,
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
          ...patience,
        },
      },
      {
        // The whole app under weather, over HTTP alone: mostly waiting, so it goes beside the rest.
        test: { name: 'storm', environment: 'node', ...SUITES.storm, ...patience },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          ...SUITES.browser,
          ...patience,
        },
      },
      {
        // Waits for minutes of real time; not part of a whole run (scripts/suites.ts).
        test: { name: 'alone', environment: 'node', ...SUITES.alone, ...patience },
      },
    ],
  },
});
