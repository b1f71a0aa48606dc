import { spawn, type ChildProcess } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

import { bundleWithMutant, filesOf } from './bundle';
import type { Plant } from './mutant';
import { endGroup, watchGroup } from './process';
import type { Outcome, Stage } from './stage';
import type { Tree } from './tree';
import type { UnitAnswer, UnitRequest } from './unit-messages';

/** Tests that themselves run the simulation or hunt mutants: a kill by them would be the simulation's. */
const NOT_UNIT = ['test/domain/sync/histories.test.ts', 'test/tools/patches.test.ts'];

/** The time limit for starting the runner on a busy machine. */
const START_LIMIT_MS = 60_000;

/** Creates the stage that runs the unit tests in test/domain and test/object that import the mutated file, directly or not. */
export async function createUnitStage({ root, scratch }: Tree): Promise<Stage> {
  const closures = new Map<string, readonly string[]>();
  for (const test of globSync('test/{domain,object}/**/*.test.ts', { cwd: root }).toSorted()) {
    const files = NOT_UNIT.includes(test) ? null : await filesOf(test, root);
    if (files !== null) closures.set(test, files);
  }
  const program = join(scratch, 'unit-runner.mjs');
  await bundleWithMutant('scripts/mutants/unit-runner.ts', program, null, { root });
  const runners = new Map<number, UnitRunner>();
  const relatedTo = (file: string | null): string[] =>
    [...closures]
      .filter(([, files]) => files.some((one) => one.startsWith('src/') && (file === null || one === file)))
      .map(([test]) => test);
  return {
    name: 'unit',
    settings: 'seed 1',
    inputs(file) {
      const tests = relatedTo(file);
      if (tests.length === 0) return null;
      return [...new Set([...tests.flatMap((test) => closures.get(test) ?? []), 'vitest.config.ts'])].toSorted();
    },
    async run(plant, worker, limitMs) {
      const runner = runners.get(worker) ?? new UnitRunner(program, root);
      runners.set(worker, runner);
      return await runner.run({ tests: relatedTo(plant?.file ?? null), plant }, limitMs);
    },
    close() {
      for (const runner of runners.values()) runner.close();
    },
  };
}

/** A process that runs unit tests; a new one replaces it after a mutant that did not finish. */
class UnitRunner {
  readonly #program: string;
  readonly #root: string;
  #child: Promise<ChildProcess> | null = null;

  constructor(program: string, root: string) {
    this.#program = program;
    this.#root = root;
  }

  async run(request: UnitRequest, limitMs: number): Promise<Outcome> {
    this.#child ??= this.#start();
    const child = await this.#child;
    const start = performance.now();
    const answer = await ask(child, request, limitMs);
    const seconds = (performance.now() - start) / 1_000;
    switch (answer?.kind) {
      case 'passed':
        return { kind: 'survived', detail: '', seconds };
      case 'failed':
        return { kind: 'killed', detail: answer.detail, seconds };
      case 'broken':
        return { kind: 'invalid', detail: answer.detail, seconds };
      case undefined:
        this.close(child);
        return { kind: 'timeout', detail: `no end within ${Math.round(limitMs / 1_000)} s`, seconds };
    }
  }

  close(child?: ChildProcess): void {
    if (child === undefined) void this.#child?.then((running) => endGroup(running.pid));
    else endGroup(child.pid);
    this.#child = null;
  }

  async #start(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [this.#program, this.#root], {
      cwd: this.#root,
      detached: true,
      stdio: ['ignore', 'ignore', process.env['MUTANT_DEBUG'] === undefined ? 'ignore' : 'inherit', 'ipc'],
      env: { ...process.env, NODE_ENV: 'test', VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
    });
    watchGroup(child.pid);
    if ((await heard(child, START_LIMIT_MS)) !== null) return child;
    endGroup(child.pid);
    throw new Error('the runner of the unit tests did not start; run again with MUTANT_DEBUG=1 to see why');
  }
}

async function ask(
  child: ChildProcess,
  request: { tests: readonly string[]; plant: Plant | null },
  limitMs: number,
): Promise<UnitAnswer | null> {
  const answer = heard(child, limitMs);
  child.send(request);
  return (await answer) as UnitAnswer | null;
}

/** Returns the next message of a process; null when it exits, or sends nothing within the limit. */
async function heard(child: ChildProcess, limitMs: number): Promise<unknown> {
  return await new Promise((resolve) => {
    const settle = (value: unknown): void => {
      clearTimeout(timer);
      child.off('message', settle).off('exit', onExit);
      resolve(value);
    };
    const onExit = (): void => {
      settle(null);
    };
    const timer = setTimeout(onExit, limitMs);
    child.on('message', settle).on('exit', onExit);
  });
}
