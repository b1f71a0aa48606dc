import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build, type PluginBuild } from 'esbuild';

import { TEXT_FILES } from './bundling.ts';
import { root } from './root.ts';

/**
 * Bundles a TypeScript program, because it imports the product's sources with a bundler's module resolution, and runs it with this
 * command's arguments. Returns its exit code.
 */
export async function runBundled(entry: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  const file = join(folder, 'main.mjs');
  try {
    await build({
      entryPoints: [join(root, entry)],
      outfile: file,
      absWorkingDir: root,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      sourcemap: 'inline',
      external: ['cloudflare:*'],
      loader: TEXT_FILES,
      // Modules find the repository from their own address, which is not that of the bundle.
      define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'scripts/root.ts')).href) },
      // Packages stay outside the bundle, which is in a temporary folder: resolve them from here.
      plugins: [{ name: 'packages-from-here', setup: resolveFromHere }],
      logLevel: 'error',
    });
    const { status, signal } = spawnSync(process.execPath, ['--enable-source-maps', file, ...process.argv.slice(2)], {
      cwd: root,
      stdio: 'inherit',
    });
    if (signal) throw new Error(`${entry} was ended by ${signal}`);
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function resolveFromHere(bundler: PluginBuild): void {
  bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
    if (kind === 'entry-point' || path.startsWith('node:') || path.startsWith('cloudflare:')) return null;
    return { path: import.meta.resolve(path), external: true };
  });
}
