// `npm test`: runs every suite, then prints `N passed, N failed` alone on the last line. Arguments go to vitest (`npm test --
// test/domain`); when they name files, only the projects of these files start.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

import { chromium } from './chromium.ts';
import { root, tool } from './root.ts';
import { killGroup, killWhenSilent } from './silence.ts';
import { filesOfSuite, suiteNames, wholeRun, type SuiteName } from './suites.ts';
import { readOutcome } from './test-report.ts';

/** Options of Vitest's whose value is the next word. */
const WITH_VALUE = /^(-t|--testNamePattern|-c|--config|-r|--root|--dir|--project|--reporter|--shard|--bail|--retry|--maxWorkers)$/u;

/**
 * Returns the projects that the arguments ask for: those with a file that an argument is part of, or all of a whole run. `alone` is asked for
 * by names that no other project has.
 */
function projectsFor(args: readonly string[]): SuiteName[] {
  const named = args.filter((word, index) => !word.startsWith('-') && !WITH_VALUE.test(args[index - 1] ?? ''));
  // As in Vitest, a path from the repository, an absolute one, or a part of one; a line may follow.
  const parts = named.map((word) => relative(root, resolve(root, word)).replace(/:\d+$/u, ''));
  const having = (names: readonly SuiteName[], part: string) =>
    names.filter((name) => filesOfSuite(name).some((file) => file.includes(part)));
  const asked = parts.flatMap((part) => {
    const usual = having(wholeRun(), part);
    return usual.length > 0 ? usual : having(suiteNames(), part);
  });
  return asked.length === 0 ? wholeRun() : suiteNames().filter((name) => asked.includes(name));
}

/**
 * How long a run of the Workers pool may print nothing, in ms; a single test may take ten minutes. The pool sometimes stalls between two files, for
 * good and without a word (cloudflare/workers-sdk issue 15498), so such a run is started once more.
 */
const SILENCE_MS = 13 * 60_000;

/** How projects are run. */
interface Run {
  /** File that Vitest's report is written to. */
  readonly report: string;
  /** More arguments of Vitest's. */
  readonly more: readonly string[];
  /** No files are named, so that what speeds up many files may make a single failure harder to read. */
  readonly whole: boolean;
  /** What it prints is kept back until this is resolved. */
  readonly printAfter?: Promise<unknown>;
}

/** Prints what a process prints, keeping it back until a moment. */
function printLater(child: ChildProcess, moment: Promise<unknown>): void {
  let held: Buffer[] | null = [];
  const release = (): void => {
    for (const part of held ?? []) process.stdout.write(part);
    held = null;
  };
  void moment.then(release, release);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => (held === null ? process.stdout.write(part) : held.push(part)));
  }
}

/** Ends a detached process with this one. */
function endWith(child: ChildProcess): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      killGroup(child);
      process.exit(130);
    });
  }
}

/** Runs projects. Returns Vitest's exit code, or 'silent' when it was killed because it printed nothing any more. */
function vitest(projects: readonly SuiteName[], { report, more, whole, printAfter }: Run): Promise<number | 'silent'> {
  const isWatched = whole && projects.includes('workers');
  const output = printAfter === undefined && !isWatched ? 'inherit' : 'pipe';
  const args = ['run', ...projects.flatMap((name) => ['--project', name]), '--passWithNoTests', '--reporter=default', '--reporter=json'];
  return new Promise((done, reject) => {
    const child = spawn(tool('vitest'), [...args, `--outputFile.json=${report}`, ...more], {
      cwd: root,
      stdio: ['ignore', output, output],
      detached: isWatched,
      env: {
        ...process.env,
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
        ...(projects.some((name) => name === 'browser' || name === 'alone') && { CHROME_PATH: chromium() }),
        ...(whole && { TEST_WHOLE: 'true' }),
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
        WRANGLER_SEND_METRICS: 'false',
        VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
      },
    });
    if (output === 'pipe') printLater(child, printAfter ?? Promise.resolve());
    const isSilent = isWatched && killWhenSilent(child, SILENCE_MS);
    if (isWatched) endWith(child);
    child.on('error', reject);
    child.on('close', (code) => done(isSilent !== false && isSilent() ? 'silent' : (code ?? 1)));
  });
}

const scratch = mkdtempSync(join(tmpdir(), 'test-'));
let passed = 0;
let failed = 0;
const failures: string[] = [];
try {
  const args = process.argv.slice(2);
  const projects = projectsFor(args);
  const whole = projects.length === wholeRun().length && !projects.includes('alone');
  // Each file of the browser suite starts the whole app and a browser, so it has a run of its own with few files at a time. Most of both
  // runs is waiting: the whole runs them side by side.
  const others = projects.filter((name) => name !== 'browser' && name !== 'alone');
  const run = async (names: readonly SuiteName[], more: readonly string[], printAfter?: Promise<unknown>) => {
    if (names.length === 0) return;
    const report = join(scratch, `${names[0] ?? ''}.json`);
    const how = { report, more: [...more, ...args], whole, ...(printAfter && { printAfter }) };
    let code = await vitest(names, how);
    if (code === 'silent') {
      console.log(`\nThe tests have printed nothing for ${SILENCE_MS / 60_000} minutes. They are started once more.\n`);
      code = await vitest(names, how);
    }
    const result = readOutcome(report, code === 'silent' ? 1 : code);
    passed += result.passed;
    failed += result.failed;
    failures.push(...result.failures);
  };
  const first = run(others, []);
  if (!whole) await first;
  if (projects.includes('browser')) await run(['browser'], ['--maxWorkers=2'], whole ? first : undefined);
  await first;
  if (projects.includes('alone')) await run(['alone'], ['--maxWorkers=1']);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  failed += 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (failed > 0 || passed === 0) process.exitCode = 1;
// Repeated, since a run's own summary is far above when others print after it.
if (failures.length > 0) console.log(`\n${failures.join('\n\n')}\n`);
console.log(`${passed} passed, ${failed} failed`);
