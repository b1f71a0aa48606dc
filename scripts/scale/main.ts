import { spawnSync } from 'node:child_process';
import { inspect } from 'node:util';

import { machine } from '../bench/report';
import { rowOf, writeRows } from './page';
import type { Measured, Point } from './point';
import { POINTS } from './points';

const USAGE = `usage: npm run scale -- [--write] [${POINTS.map(({ name }) => name).join('] [')}]`;

const progress = (said: string): void => {
  process.stderr.write(`${said}\n`);
};

async function measure(point: Point): Promise<Measured> {
  const began = performance.now();
  const figures = await point.run((said) => {
    progress(`${point.name}: ${said}`);
  });
  return {
    point: point.name,
    command: `npm run scale -- ${point.name}`,
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    seconds: Math.round((performance.now() - began) / 1_000),
    figures,
    broken: point.zero.filter((name) => figures[name] !== 0),
  };
}

/** Runs the named points, or all, one after another, and prints a line of JSON for each. Returns the exit code: 1 if a point failed. */
async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => arg !== '--write');
  if (names.some((name) => !POINTS.some((point) => point.name === name))) throw new Error(USAGE);
  let failed = false;
  for (const point of POINTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    try {
      const measured = await measure(point);
      console.log(JSON.stringify(measured));
      failed ||= measured.broken.length > 0;
      // Each is written when it is known: a point that fails later takes none of the others away.
      if (args.includes('--write'))
        writeRows(
          [rowOf(measured, point.what)],
          POINTS.map(({ name }) => name),
        );
    } catch (error) {
      failed = true;
      // With its cause: why a request to the app failed is only there.
      progress(`${point.name} FAILED: ${inspect(error)}`);
    }
  }
  // The format check also covers tables.
  if (args.includes('--write')) spawnSync('node_modules/.bin/oxfmt', ['docs/scale.md'], { stdio: 'ignore' });
  return failed ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
