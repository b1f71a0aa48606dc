// `npm run record-release`: records the protocol and the tables' versions of the version in package.json, once per release. Later changes are
// compared with them: `npm run check -- proto`, and the tests of migrations and of pages that meet another version of the Worker.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { MIGRATIONS } from '../src/durable/store/migrations.ts';
import { report } from './failure.ts';
import { root, tool } from './root.ts';
import { runQuietly } from './run-quietly.ts';

const FOLDER = join(root, 'test/fixtures/release');
const FACTS = join(FOLDER, 'release.json');

/** What a release stored and spoke, apart from its protocol. */
interface Facts {
  readonly version: string;
  /** The number of migrations that the release has: of the shared database, and of the account object. */
  readonly migrations: { readonly d1: number; readonly object: number };
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

try {
  const { version } = readJson<{ version: string }>(join(root, 'package.json'));
  if (existsSync(FACTS) && readJson<Facts>(FACTS).version === version) {
    throw new Error(`${version} is recorded already: a release is recorded once, after its version has been set in package.json`);
  }
  const image = await runQuietly(tool('buf'), ['build', '--exclude-source-info', '-o', '-#format=json']);
  const d1 = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql')).length;
  const facts: Facts = { version, migrations: { d1, object: MIGRATIONS.length } };
  mkdirSync(FOLDER, { recursive: true });
  // One line for each name, so that a review sees what changed.
  writeFileSync(join(FOLDER, 'proto.json'), `${JSON.stringify(JSON.parse(image)).replaceAll('{"name":', '\n{"name":')}\n`);
  writeFileSync(FACTS, `${JSON.stringify(facts)}\n`);
  console.log(`Recorded ${version} in test/fixtures/release.`);
} catch (error) {
  report(error);
}
