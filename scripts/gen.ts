// Generates src/gen and docs/api.md from proto/, and the Worker's environment type from wrangler.toml. `--check` only compares and changes
// nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { report } from './failure.ts';
import { root, tool, toolEnv } from './root.ts';
import { runBundled } from './run-bundled.ts';

const target = join(root, 'src/gen');

/** Generates the types of the Worker's bindings and variables; `check` reports whether they are up to date. */
function environmentTypes(...more: string[]): void {
  const args = ['types', '--include-runtime=false', '--strict-vars=false', ...more];
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false' };
  const { status, stdout, stderr } = spawnSync(tool('wrangler'), args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  if (status !== 0) throw new Error(`worker-configuration.d.ts: ${stdout}${stderr}`);
}

function generate(out: string): void {
  const template = readFileSync(join(root, 'buf.gen.yaml'), 'utf8').replace('out: src/gen', `out: ${JSON.stringify(out)}`);
  const { status } = spawnSync(tool('buf'), ['generate', '--template', template], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: toolEnv(),
  });
  if (status !== 0) throw new Error('buf generate failed');
}

const files = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .toSorted()
    : [];

function check(): string[] {
  const fresh = mkdtempSync(join(tmpdir(), 'gen-'));
  try {
    generate(fresh);
    const names = [...new Set([...files(fresh), ...files(target)])];
    const read = (folder: string, name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null);
    return names.filter((name) => read(fresh, name) !== read(target, name));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

try {
  if (process.argv.includes('--check')) {
    const stale = check();
    if (stale.length > 0) throw new Error(`src/gen is not what proto/ gives; run npm run gen. Different: ${stale.join(', ')}`);
    environmentTypes('--check');
  } else {
    generate(target);
    environmentTypes();
  }
  // Reads --check from this command's own arguments.
  process.exitCode = await runBundled('scripts/api/main.ts');
} catch (error) {
  report(error);
}
