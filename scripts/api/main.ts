import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { writePage } from './page';
import { readProto } from './proto';

const PAGE = 'docs/api.md';

/** Returns the page as the formatter prints it. */
function formatted(text: string): string {
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/oxfmt', ['--stdin-filepath', PAGE], { input: text, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${PAGE} cannot be formatted: ${stderr}`);
  return stdout;
}

const { services, messages } = readProto();
const page = formatted(writePage(services, messages));
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page) {
  console.error(`${PAGE} is not what proto/ and the Worker's tables give; run npm run gen.`);
  process.exitCode = 1;
}
