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
  },
});

const plan = Object.fromEntries(Object.entries(values).map(([name, value]) => [`STORM_${name.toUpperCase()}`, value]));
const child = spawn(tool('vitest'), ['run', '--project', 'storm', 'test/browser/storm.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...plan, CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' },
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
