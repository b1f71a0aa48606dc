// `npm run test:fast`: runs the tests that the touched files can break, touched tests first, without browsers, and stops after half a minute. It
// says what it left out and which command runs that.
//   npm run test:fast [-- --since COMMIT] [-- --all]
// --since: what to compare with, instead of the upstream branch. --all: no limit of time.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { SLOW } from './fast/reads.ts';
import { relatedTests } from './fast/related.ts';
import type { Finished, Order } from './fast/run.ts';
import { touchedFiles } from './fast/touched.ts';
import { killGroup } from './silence.ts';
import { filesOfSuite, suiteNames, type SuiteName } from './suites.ts';

/** When no more tests are started, and when what still runs is killed, in ms after the start. */
const LIMIT = 27_000;
const GRACE = 2500;

/** Left-out files are listed up to so many, else counted by folder. */
const LISTED = 30;

const BROWSERS: readonly SuiteName[] = ['storm', 'browser', 'alone'];

/** Runs the files and returns those that ended, and whether the runner itself failed. */
function runFiles(order: Order, limit: number): Promise<{ finished: Map<string, Finished>; broken: boolean }> {
  const finished = new Map<string, Finished>();
  const child = fork(new URL('./fast/run.ts', import.meta.url), {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      WRANGLER_SEND_METRICS: 'false',
      VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
    },
  });
  const timers = Number.isFinite(limit)
    ? [setTimeout(() => child.kill('SIGINT'), limit), setTimeout(() => killGroup(child), limit + GRACE)]
    : [];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      killGroup(child);
      process.exit(130);
    });
  }
  child.on('message', (file: Finished) => finished.set(file.file, file));
  child.send(order);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      for (const timer of timers) clearTimeout(timer);
      killGroup(child);
      const complete = order.files.every((file) => finished.has(file));
      resolve({ finished, broken: complete && code !== 0 && [...finished.values()].every(({ failed }) => failed === 0) });
    });
  });
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Prints files that did not run, by folder. */
function leaveOut(why: string, files: readonly string[], command: string): void {
  if (files.length === 0) return;
  const folders = Map.groupBy(files, (file) => file.split('/').slice(0, -1).join('/'));
  console.log(`\nNot run: ${plural(files.length, 'test file')} ${why}. Run: ${command}`);
  const names = (list: readonly string[]) => (files.length > LISTED ? list.length : list.map((file) => file.split('/').at(-1)).join(' '));
  for (const [folder, list] of folders) console.log(`  ${folder}: ${names(list)}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { since: { type: 'string' }, all: { type: 'boolean', default: false } } });
  const { base, files: touched } = touchedFiles(values.since);
  console.log(`${plural(touched.length, 'file')} touched since ${base}.`);
  if (touched.length === 0) return;
  const suiteOf = new Map(suiteNames().flatMap((name) => filesOfSuite(name).map((file) => [file, name] as const)));
  const { tests, inBrowser, untested } = await relatedTests([...suiteOf.keys()], touched);
  const browser = (file: string) => BROWSERS.some((name) => name === suiteOf.get(file)) || inBrowser.has(file);
  const slow = (file: string) => !values.all && SLOW.test(file);
  const isPure = (file: string) => suiteOf.get(file) === 'domain';
  const runnable = tests.filter((file) => !browser(file) && !slow(file));
  // Pure tests take milliseconds: only what was edited goes before them.
  const chosen = [...new Set([...runnable.filter((file) => touched.includes(file)), ...runnable.filter(isPure), ...runnable])];
  const projects = [...new Set(chosen.flatMap((file) => suiteOf.get(file) ?? []))];

  if (untested.length > 0) {
    const others = untested.length > LISTED ? `, and ${untested.length - LISTED} more` : '';
    console.log(`No test depends on ${untested.slice(0, LISTED).join(', ')}${others}; see \`npm run check\`.`);
  }
  const limit = values.all ? Infinity : Math.max(0, LIMIT - performance.now());
  const { finished, broken } =
    chosen.length === 0 ? { finished: new Map<string, Finished>(), broken: false } : await runFiles({ projects, files: chosen }, limit);

  const results = [...finished.values()];
  const passed = results.reduce((sum, file) => sum + file.passed, 0);
  const failed = results.reduce((sum, file) => sum + file.failed, 0) + (broken ? 1 : 0);
  const late = chosen.filter((file) => !finished.has(file));
  leaveOut('for lack of time', late, late.length > LISTED ? 'npm run test:fast -- --all' : `npm test -- ${late.join(' ')}`);
  const single = tests.filter((file) => !browser(file) && slow(file));
  leaveOut('that take minutes', single, `npm test -- ${single.join(' ')}`);
  leaveOut('that open a browser or start the whole app', tests.filter(browser), 'npm test');
  const seconds = (performance.now() / 1000).toFixed(0);
  console.log(
    `\n${plural(results.length, 'file')} of ${tests.length} related ran in ${seconds} s on ${plural(availableParallelism(), 'core')}.`,
  );
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
