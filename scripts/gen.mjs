// Generates src/gen from proto/. `--check` generates elsewhere and compares instead, so that it never touches the tree.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from './root.mjs';

const target = join(root, 'src/gen');

function generate(out) {
  const template = readFileSync(join(root, 'buf.gen.yaml'), 'utf8').replace('out: src/gen', `out: ${JSON.stringify(out)}`);
  const { status } = spawnSync('buf', ['generate', '--template', template], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  if (status !== 0) throw new Error('buf generate failed');
}

const files = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .toSorted()
    : [];

function check() {
  const fresh = mkdtempSync(join(tmpdir(), 'gen-'));
  try {
    generate(fresh);
    const names = [...new Set([...files(fresh), ...files(target)])];
    const read = (folder, name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null);
    return names.filter((name) => read(fresh, name) !== read(target, name));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

try {
  if (process.argv.includes('--check')) {
    const stale = check();
    if (stale.length > 0) throw new Error(`src/gen is not what proto/ gives; run npm run gen. Different: ${stale.join(', ')}`);
  } else {
    generate(target);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
