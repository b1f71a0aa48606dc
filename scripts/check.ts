// `npm run check`: runs every check that does not need a running product. `npm run check -- lint types` runs only the named steps.
import { globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { messageOf, report } from './failure.ts';
import { root, tool } from './root.ts';
import { runQuietly } from './run-quietly.ts';
import { secretsIn } from './secrets.ts';

const KB = 1000;
/** Bundle sizes after gzip, in bytes; the page's is what its first screen loads. */
const CEILING = { worker: 500 * KB, page: 150 * KB };
/** Prefixes of tokens and client secrets of both platforms, as code would name them; none may reach a browser. */
const PREFIX = /shpat_[0-9a-f]|shpss_[0-9a-f]|sq0csp-|EAAA[\w-]{20}/u;

const scratch = mkdtempSync(join(tmpdir(), 'check-'));

/** Runs a tool and returns its output; throws with the output when the tool fails. */
const run = (command: string, ...args: string[]): Promise<string> => runQuietly(command, args, { WRANGLER_SEND_METRICS: 'false' });

const size = (bytes: number): string => `${(bytes / KB).toFixed(0)} KB gzip`;

function within(name: string, bytes: number, ceiling: number): string {
  if (bytes > ceiling) throw new Error(`${name} is ${size(bytes)}, above the ceiling of ${size(ceiling)}`);
  return `${size(bytes)} of ${size(ceiling)}`;
}

/** The files of a built page by their sources, as Vite's manifest lists them. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly isEntry?: boolean; readonly imports?: readonly string[] }>>;

/**
 * Returns the scripts of the page's first screen, which is sign-in: those in the document, and everything they import statically; not what
 * other routes load later.
 */
function firstScript(folder: string): Buffer[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const files = new Set<string>();
  const follow = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) follow(next);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) follow(key);
  for (const [, file = ''] of readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/<script[^>]* src="\/([^"]+)"/gu)) files.add(file);
  return [...files].filter((file) => file.endsWith('.js')).map((file) => readFileSync(join(folder, file)));
}

const gzipped = (buffers: readonly Buffer[]): number => buffers.reduce((sum, buffer) => sum + gzipSync(buffer).byteLength, 0);

async function buildPage(folder: string): Promise<string> {
  await run(tool('vite'), 'build', '--config', 'vite.config.ts', '--outDir', folder, '--emptyOutDir', '--manifest', '--logLevel', 'warn');
  for (const file of globSync('**/*.{js,css,html}', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (PREFIX.test(text) || secretsIn(text).length > 0) throw new Error(`${file} holds what looks like a token`);
  }
  return within("the first page's JavaScript", gzipped(firstScript(folder)), CEILING.page);
}

async function buildWorker(assets: string): Promise<string> {
  const out = join(scratch, 'worker');
  await run(tool('wrangler'), 'deploy', '--dry-run', '--minify', '--outdir', out, '--assets', assets);
  const modules = readdirSync(out, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/\.(map|md)$/u.test(entry.name),
  );
  const bytes = gzipped(modules.map((entry) => readFileSync(join(entry.parentPath, entry.name))));
  return within("the Worker's bundle", bytes, CEILING.worker);
}

const folders = globSync(
  ['tsconfig.json', 'src/*/tsconfig.json', 'sandbox/tsconfig.json', 'scripts/**/tsconfig.json', 'test/**/tsconfig.json'],
  { cwd: root },
);
const npm = process.env['npm_execpath'];
/** Also refuses a package that does not run on the pinned Node. */
const RESOLVE = ['ci', '--dry-run', '--no-audit', '--no-fund', '--ignore-scripts', '--engine-strict'];

const STEPS: Readonly<Record<string, () => Promise<string>>> = {
  generated: () => run(process.execPath, 'scripts/gen.ts', '--check'),
  lock: () => (npm === undefined ? run('npm', ...RESOLVE) : run(process.execPath, npm, ...RESOLVE)),
  dependencies: () => run(process.execPath, 'scripts/licenses.ts'),
  format: () => run(tool('oxfmt'), '--check'),
  lint: () => run(tool('oxlint'), '--type-aware', '--deny-warnings', '--report-unused-disable-directives'),
  ...Object.fromEntries(
    folders.map((file) => [`types ${file.replace(/\/?tsconfig\.json$/u, '') || 'tools'}`, () => run(tool('tsc'), '-p', file)]),
  ),
  layers: () => run(tool('depcruise'), 'src', 'sandbox', 'test', 'scripts', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'),
  terms: () => run(process.execPath, 'scripts/terms.ts'),
  'dead code': () => run(tool('knip'), '--no-progress', '--no-config-hints'),
  proto: () => run(tool('buf'), 'lint'),
  'proto against the last release': () => run(tool('buf'), 'breaking', '--against', 'test/fixtures/release/proto.json'),
  build: async () => {
    const page = join(scratch, 'web');
    return `page ${await buildPage(page)}; Worker ${await buildWorker(page)}`;
  },
};

const asked = process.argv.slice(2);
const queue = Object.entries(STEPS).filter(([name]) => asked.length === 0 || asked.some((word) => name.startsWith(word)));
let failures = 0;

async function work(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [name, step] = next;
    const start = performance.now();
    const [mark, text] = await step().then(
      (output) => ['ok    ', name === 'build' ? output : ''],
      (error: unknown) => ['FAILED', `\n${messageOf(error)}\n`],
    );
    if (mark === 'FAILED') failures += 1;
    console.log(`${mark}  ${name}  ${((performance.now() - start) / 1000).toFixed(1)} s  ${text}`.trimEnd());
  }
}

try {
  const unknown = asked.filter((word) => !Object.keys(STEPS).some((name) => name.startsWith(word)));
  if (unknown.length > 0) throw new Error(`no step starts with ${unknown.join(', ')}; there are: ${Object.keys(STEPS).join(', ')}`);
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
  if (failures > 0) throw new Error(`${failures} of the checks failed`);
  console.log('All checks are well.');
} catch (error) {
  report(error);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
