// `npm run button`: prints the button "Deploy to Cloudflare" for the public repository that this clone came from; with --write, README.md gets
// its link. Cloudflare has to be told that address in the link, and no file here can know it: each fork has its own.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { report } from '../failure.ts';
import { root } from '../root.ts';
import { buttonFor, publicAddress, withButton } from './button-link.ts';

try {
  const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
  const address = publicAddress(positionals[0] ?? origin());
  console.log(buttonFor(address));
  if (values.write === true) {
    const file = join(root, 'README.md');
    writeFileSync(file, withButton(readFileSync(file, 'utf8'), address));
    console.log('\nREADME.md has this button now. Commit it to the repository of that address.');
  } else console.log('\nnpm run button -- --write puts it into README.md. The repository must be public for others to use it.');
} catch (error) {
  report(error);
}

function origin(): string {
  try {
    return execFileSync('git', ['config', '--get', 'remote.origin.url'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch (error) {
    throw new Error('this clone has no remote "origin": name the address, as in npm run button -- https://github.com/OWNER/NAME', {
      cause: error,
    });
  }
}
