// A process that runs unit tests of the vitest project 'domain' on request, with one file's text replaced. It keeps running between
// requests, because starting vitest takes longer than the tests. Arguments: the repository's folder.
import { join } from 'node:path';

import { loadConfigFromFile } from 'vite';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';

import type { Plant } from './mutant';
import type { UnitAnswer, UnitRequest } from './unit-messages';
import { mutantPlugin } from './vitest-plugin';

const PROJECT = 'domain';

/** Errors of the tooling: a mutant that the compiler has checked cannot cause them. */
const MACHINERY = /Failed to resolve import|Cannot find module|Transform failed|PARSE_ERROR|Failed to load url|No test suite found/u;

const root = process.argv[2] ?? process.cwd();
let planted: Plant | null = null;

/** A test file that takes longer than this (ms) runs only after the others have passed. */
const SLOW_MS = 1_000;

/** How long the last run of each test file took (ms). */
const durations = new Map<string, number>();

/** The project's own settings in vitest.config.ts. */
async function projectSettings(): Promise<{ setupFiles?: string | string[] }> {
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, join(root, 'vitest.config.ts'), root);
  for (const project of loaded?.config.test?.projects ?? []) {
    if (typeof project === 'object' && 'test' in project && project.test?.name === PROJECT) return project.test;
  }
  throw new Error(`vitest.config.ts has no project ${PROJECT}`);
}

async function start(): Promise<Vitest> {
  const settings = await projectSettings();
  const vitest = await createVitest(
    'test',
    {
      ...settings,
      root,
      config: false,
      watch: false,
      pool: 'forks',
      isolate: false,
      maxWorkers: 1,
      execArgv: ['--max-old-space-size=1024'],
      reporters: [{}],
      setupFiles: [settings.setupFiles ?? [], './scripts/mutants/unit-setup.ts'].flat(),
    },
    { plugins: [mutantPlugin(() => planted)] },
  );
  await vitest.standalone();
  return vitest;
}

/** Runs test files with a text planted, the fast ones first, and removes it again. */
async function run(vitest: Vitest, { tests, plant }: UnitRequest): Promise<UnitAnswer> {
  const forget = (): void => {
    if (plant !== null) vitest.invalidateFile(join(root, plant.file));
  };
  planted = plant;
  forget();
  try {
    const slow = tests.filter((test) => (durations.get(test) ?? 0) > SLOW_MS);
    const quick = await runFiles(
      vitest,
      tests.filter((test) => !slow.includes(test)),
    );
    return quick.kind === 'passed' ? await runFiles(vitest, slow) : quick;
  } finally {
    planted = null;
    forget();
  }
}

/**
 * Runs test files in one process that exits afterward. Always runs to the end: vitest's `bail` cancels in the background, and the canceled
 * work may affect the next run.
 */
async function runFiles(vitest: Vitest, tests: readonly string[]): Promise<UnitAnswer> {
  if (tests.length === 0) return { kind: 'passed', detail: '' };
  const specifications = await vitest.globTestSpecifications([...tests]);
  if (specifications.length !== tests.length) return broken(`vitest found ${specifications.length} of ${tests.length} test files`);
  const asked = new Set(specifications.map(({ moduleId }) => moduleId));
  const { testModules: known, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
  // vitest also returns the files of earlier runs.
  const testModules = known.filter(({ moduleId }) => asked.has(moduleId));
  for (const testModule of testModules) durations.set(testModule.relativeModuleId, testModule.diagnostic().duration);
  const failure = testModules.map((testModule) => failureOf(testModule)).find((answer) => answer !== null);
  if (failure !== undefined) return failure;
  if (unhandledErrors.length > 0) return { kind: 'failed', detail: `unhandled: ${String(unhandledErrors[0])}` };
  const unfinished = testModules.filter((testModule) => testModule.state() !== 'passed');
  if (testModules.length === tests.length && unfinished.length === 0) return { kind: 'passed', detail: '' };
  return broken(`not every test file has run: ${unfinished.map((one) => `${one.relativeModuleId} ${one.state()}`).join(', ')}`);
}

function failureOf(testModule: TestModule): UnitAnswer | null {
  const file = testModule.relativeModuleId;
  const [error] = testModule.errors();
  if (error !== undefined) return { kind: MACHINERY.test(error.message) ? 'broken' : 'failed', detail: `${file}: ${error.message}` };
  for (const test of testModule.children.allTests('failed')) return { kind: 'failed', detail: `${file}: ${test.fullName}` };
  return testModule.state() === 'failed' ? { kind: 'failed', detail: file } : null;
}

function broken(detail: string): UnitAnswer {
  return { kind: 'broken', detail };
}

const vitest = await start();

process.on('message', (request: UnitRequest) => {
  run(vitest, request).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ kind: 'broken', detail: String(error) } satisfies UnitAnswer),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
