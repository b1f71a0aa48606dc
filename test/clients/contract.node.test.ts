import { readFileSync, readdirSync } from 'node:fs';

import { beforeAll, describe, expect, test } from 'vitest';

import { Ledger } from '../../scripts/contract/clean-up';
import { compareRecordings } from '../../scripts/contract/compare';
import { readTarget } from '../../scripts/contract/credentials';
import { connect } from '../../scripts/contract/own-sandbox';
import { record, type Recording } from '../../scripts/contract/run';
import { readSchema } from '../../scripts/contract/schema-facts';
import { metBy } from '../../scripts/contract/side';
import { startProxy, type Change } from './changing-proxy';
import { PLANTS } from './contract-plants';
import { useSandbox, type RunningSandbox } from './running-sandbox';
import { appOrigin } from './shopify-kit';

const repository = new URL('../../', import.meta.url);
const schema = readSchema(readFileSync(new URL('sandbox/shopify/schema.graphql', repository), 'utf8'));
// The real platforms are another sandbox, with another world.
const ours = await useSandbox();
const real = await useSandbox();

type Env = Readonly<Record<string, string>>;
const envs = new Map<RunningSandbox, Env>();

async function recordAt(sandbox: RunningSandbox, only = '', origin = sandbox.origin): Promise<Recording> {
  const env = envs.get(sandbox) ?? (await connect(sandbox.origin, appOrigin(sandbox), sandbox.secrets));
  envs.set(sandbox, env);
  const there = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace(sandbox.origin, origin)]));
  const target = readTarget(there);
  return record({ target, fetch, ledger: new Ledger(null), allowed: metBy(target, true), only });
}

/** Records the real platforms through a proxy that changes their answers. */
async function recordChanged(change: Change, only: string): Promise<Recording> {
  const proxy = await startProxy(real.origin, change);
  try {
    return await recordAt(real, only, proxy.origin);
  } finally {
    await proxy.stop();
  }
}

describe('the contract with the platforms', () => {
  let own: Recording;
  beforeAll(async () => {
    own = await recordAt(ours);
  });

  test('is kept where nothing differs, and every exchange is run', async () => {
    const there = await recordChanged((request, forward) => forward(request), '');
    expect(compareRecordings(there, own, schema)).toEqual({ differences: [], additional: [] });
    expect(there.outcomes.filter(({ kind }) => kind !== 'done')).toEqual([]);
    expect([...there.left, ...own.left]).toEqual([]);
  });

  test.each(PLANTS)('shows a difference: $name', async ({ exchange, call, path, real: theirs, ours: here, change }) => {
    const there = await recordChanged(change, exchange);
    const { differences } = compareRecordings(there, own, schema);
    expect(differences).toContainEqual({ exchange, call, path, real: theirs, ours: here });
    expect([...new Set(differences.map((one) => one.exchange))]).toEqual([exchange]);
  });

  test('covers every document and every call of the product', () => {
    const sources = (folder: string): string[] =>
      readdirSync(new URL(folder, repository)).map((file) => readFileSync(new URL(`${folder}/${file}`, repository), 'utf8'));
    const documents = sources('src/platforms/shopify').flatMap((text) =>
      [...text.matchAll(/document\(\s*`\s*(?:query|mutation) (\w+)/gu)].map((match) => match[1] ?? ''),
    );
    expect(documents.length).toBeGreaterThan(30);
    const paths = [...sources('src/platforms/shopify'), ...sources('src/platforms/square')].flatMap((text) =>
      [...text.matchAll(/\/(?:v2|oauth2|admin\/oauth)\/[\w/-]+/gu)].map(([path]) => path),
    );
    expect(new Set(paths).size).toBeGreaterThan(12);
    // Pages that a browser opens.
    const called = paths.filter((path) => !path.endsWith('/authorize'));
    const seen = own.calls.map(({ name }) => name);
    expect(documents.filter((name) => !seen.includes(name))).toEqual([]);
    expect(called.filter((path) => !seen.some((name) => name.endsWith(` ${path}`)))).toEqual([]);
  });
});
