import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { messageOf, report } from '../failure.ts';
import { root } from '../root.ts';
import { cleanUp, Ledger } from './clean-up';
import { compareRecordings } from './compare';
import { readTarget, secretsOf } from './credentials';
import { askEarlierKeys, keepWrites } from './earlier-keys';
import { startOwnSandbox } from './own-sandbox';
import { reportOf, writeRecording } from './report';
import { cleanerOf, record, selected } from './run';
import { readSchema } from './schema-facts';
import { metBy } from './side';
import { checkStore } from './store-check';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.cache/contract' },
    billing: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

async function main(): Promise<void> {
  const { only } = options;
  if (selected(only).length === 0) throw new Error(`no exchange has "${only}" in its name`);
  const target = readTarget(process.env);
  const folder = resolve(options.out);
  const real = { target, fetch };
  console.log(`Looking at ${target.shop} and its Square seller.`);
  await checkStore(real);
  const ledger = new Ledger(join(folder, `created-${target.shop}.json`));
  if (ledger.entries.length > 0) {
    console.log('Removing what an earlier run left.');
    const left = await cleanUp(ledger, cleanerOf(real));
    if (left.length > 0) throw new Error(['What an earlier run left cannot be removed:', ...left.map((one) => `  ${one}`)].join('\n'));
  }
  const keys = join(folder, `keys-${target.shop}.json`);
  const known = await askEarlierKeys(keys, cleanerOf(real), Date.now());
  const allowed = metBy(target, options.billing);
  console.log('Running the exchanges against the real platforms, then against the sandbox.');
  const theirs = await record({ ...real, ledger, allowed, only });
  keepWrites(keys, theirs.calls, Date.now());
  writeRecording(join(folder, 'real'), theirs, secretsOf(process.env));
  const sandbox = await startOwnSandbox();
  try {
    const ours = await record({ target: readTarget(sandbox.env), fetch, ledger: new Ledger(null), allowed, only });
    const secrets = [...secretsOf(process.env), ...secretsOf(sandbox.env)];
    writeRecording(join(folder, 'sandbox'), ours, secrets);
    const schema = readSchema(readFileSync(join(root, 'sandbox/shopify/schema.graphql'), 'utf8'));
    const comparison = compareRecordings(theirs, ours, schema);
    if (known.length > 0) console.log(['Keys of earlier runs:', ...known.map((line) => `  ${line}`), ''].join('\n'));
    console.log(`${reportOf(theirs, ours, comparison, secrets)}\nThe answers are in ${folder}.`);
    if (comparison.differences.length > 0 || theirs.left.length > 0) process.exitCode = 1;
  } finally {
    await sandbox.stop();
  }
}

try {
  await main();
} catch (error) {
  report(new Error(messageOf(error)));
}
