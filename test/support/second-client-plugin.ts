import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'esbuild';
import type { Plugin } from 'vitest/config';

/** What a test imports to get the clients; `second-client.d.ts` has its type. */
const NAME = 'virtual:second-client';
const RESOLVED = `\0${NAME}`;

/** The services of a proto file, by the file's name: `sh/history.proto` holds `sh.History`. */
function serviceOf(file: string): string {
  return `sh.${file.charAt(0).toUpperCase()}${file.slice(1)}`;
}

/** Runs twirpscript's generator over proto/ as buf's plugin. */
function generate(out: string): void {
  const plugin = { local: [process.execPath, 'node_modules/twirpscript/dist/compiler.js'], out, opt: ['language=typescript'] };
  const template = JSON.stringify({ version: 'v2', plugins: [plugin] });
  const { status, stderr } = spawnSync('node_modules/.bin/buf', ['generate', '--template', template], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`twirpscript's code could not be generated: ${stderr}`);
}

async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'second-client-'));
  try {
    generate(folder);
    const files = readdirSync(join(folder, 'sh')).flatMap((name) => (name === 'common.pb.ts' ? [] : [name.replace(/\.pb\.ts$/u, '')]));
    const imports = files.map((file, index) => `import * as s${index} from './sh/${file}.pb';`);
    const entries = files.map((file, index) => `${JSON.stringify(serviceOf(file))}: s${index}`);
    const contents = `${imports.join('\n')}\nexport { TwirpError } from 'twirpscript';\nexport const clients = { ${entries.join(', ')} };\n`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: folder, loader: 'ts' },
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2024',
      conditions: ['workerd', 'worker'],
      nodePaths: [join(process.cwd(), 'node_modules')],
    });
    return outputFiles[0]?.text ?? '';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Serves tests a second, independent implementation of the protocol: twirpscript's clients, generated from proto/ when a
 * test asks for them, so that no copy of them can be out of date.
 */
export function secondClient(): Plugin {
  return {
    name: 'second-client',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? bundle() : undefined),
  };
}
