// Runs the big chaos test: the whole app under every fault switch of the sandbox, with kills and SKU changes, then a verdict for each
// variant. Takes about ten minutes.
//
//   node scripts/chaos/run.ts [--changes 900] [--kills 5] [--renames 40] [--poisoned 4] [--refused 0.03]
//     [--ends 1] [--seeds 1,2]
//
// With --ends 1, access ends too: the app is uninstalled at Shopify before the faults, access is revoked at Square and comes back without
// some scopes during them, shops are frozen or locked for a while, and token endpoints fail; the merchant reconnects.
//
// The same test with a smaller plan is part of `npm test`: test/browser/storm.test.ts. Exits with 1 when a variant is neither exact nor
// reported by the product, or when more than 1% are reported. Variants that exchange their SKUs are judged by the history of their links
// (test/browser/support/storm-swap.ts). STORM_DUMP=file keeps the data folder and appends the history of every variant that is not exact
// to the file.
//
//   node scripts/chaos/run.ts --links [--variants 10000] [--seed N]
//
// changes every product of a catalog in ways that could end links, while everything sells, and judges every variant by its links
// (test/browser/alone/links.test.ts). With 10,000 variants it takes up to an hour.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

import { root, tool } from '../root.ts';

const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '900' },
    kills: { type: 'string', default: '5' },
    renames: { type: 'string', default: '40' },
    poisoned: { type: 'string', default: '4' },
    refused: { type: 'string', default: '0.03' },
    ends: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    links: { type: 'boolean', default: false },
    variants: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '11' },
  },
});

/** Returns the test to run, and the environment variables that set its size. */
function chosen(): { readonly project: string; readonly file: string; readonly env: Readonly<Record<string, string>> } {
  const { links, variants, seed, ...storm } = values;
  if (!links) {
    const env = Object.fromEntries(Object.entries(storm).map(([name, value]) => [`STORM_${name.toUpperCase()}`, value]));
    return { project: 'storm', file: 'test/browser/storm.test.ts', env };
  }
  const count = Number(variants);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--variants must be a whole number, not ${variants}`);
  return {
    project: 'alone',
    file: 'test/browser/alone/links.test.ts',
    env: {
      LINKS_VARIANTS: variants,
      LINKS_SEED: seed,
      // The larger the catalog, the longer both halves of a rename, and what follows them, take.
      LINKS_GRACE_MS: String(Math.max(60_000, count * 30)),
      LINKS_LIMIT_MS: String(Math.max(180_000, count * 150)),
    },
  };
}

const { project, file, env } = chosen();
const child = spawn(tool('vitest'), ['run', '--project', project, file], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...env, CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' },
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
