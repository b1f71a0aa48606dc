// `npm run check`: runs every check that does not need a running product. `npm run check -- lint types` runs only the named steps.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { root, tool } from './root.mjs';

const KB = 1000;
/** Bundle sizes after gzip, in bytes; the page's is what its first screen loads. */
const CEILING = { worker: 500 * KB, page: 150 * KB };
/** Prefixes of tokens and client secrets of both platforms; none may reach a browser. */
const SECRET = /shpat_[0-9a-f]|shpss_[0-9a-f]|sq0csp-|EAAA[\w-]{20}/u;

const scratch = mkdtempSync(join(tmpdir(), 'check-'));

/** Runs a command quietly and returns its output; throws with the output when the command fails. */
function run(command, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, CI: 'true', WRANGLER_SEND_METRICS: 'false' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(output.trim() || `${command} exited with ${code}`))));
  });
}

const size = (bytes) => `${(bytes / KB).toFixed(0)} KB gzip`;

function within(name, bytes, ceiling) {
  if (bytes > ceiling) throw new Error(`${name} is ${size(bytes)}, above the ceiling of ${size(ceiling)}`);
  return `${size(bytes)} of ${size(ceiling)}`;
}

/** The screen that a new visitor sees first. */
const FIRST_SCREEN = 'merchant/sign-in/sign-in-page.tsx';

/**
 * Returns the scripts of the page's first screen: the entry, that screen, and everything they import statically; not what other routes load
 * later.
 */
function firstScript(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const files = new Set();
  const follow = (key) => {
    if (files.has(manifest[key].file)) return;
    files.add(manifest[key].file);
    for (const next of manifest[key].imports ?? []) follow(next);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry || key === FIRST_SCREEN) follow(key);
  return [...files].filter((file) => file.endsWith('.js')).map((file) => readFileSync(join(folder, file)));
}

const gzipped = (buffers) => buffers.reduce((sum, buffer) => sum + gzipSync(buffer).byteLength, 0);

async function buildPage(folder) {
  await run(tool('vite'), 'build', '--config', 'vite.config.ts', '--outDir', folder, '--emptyOutDir', '--manifest', '--logLevel', 'warn');
  for (const file of globSync('**/*.{js,css,html}', { cwd: folder })) {
    if (SECRET.test(readFileSync(join(folder, file), 'utf8'))) throw new Error(`${file} holds what looks like a token`);
  }
  return within("the first page's JavaScript", gzipped(firstScript(folder)), CEILING.page);
}

async function buildWorker(assets) {
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
const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];

const STEPS = {
  generated: () => run(process.execPath, 'scripts/gen.mjs', '--check'),
  lock: () => run(...npm, 'ci', '--dry-run', '--no-audit', '--no-fund'),
  format: () => run(tool('oxfmt'), '--check'),
  lint: () => run(tool('oxlint'), '--type-aware', '--deny-warnings', '--report-unused-disable-directives'),
  ...Object.fromEntries(
    folders.map((file) => [`types ${file.replace(/\/?tsconfig\.json$/u, '') || 'tools'}`, () => run(tool('tsc'), '-p', file)]),
  ),
  layers: () => run(tool('depcruise'), 'src', 'sandbox', 'test', 'scripts', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'),
  terms: () => run(process.execPath, 'scripts/terms.mjs'),
  'dead code': () => run(tool('knip'), '--no-progress', '--no-config-hints'),
  proto: () => run(tool('buf'), 'lint'),
  build: async () => {
    const page = join(scratch, 'web');
    return `page ${await buildPage(page)}; Worker ${await buildWorker(page)}`;
  },
};

const asked = process.argv.slice(2);
const queue = Object.entries(STEPS).filter(([name]) => asked.length === 0 || asked.some((word) => name.startsWith(word)));
let failures = 0;

async function work() {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [name, step] = next;
    const start = performance.now();
    const [mark, text] = await step().then(
      (output) => ['ok    ', name === 'build' ? output : ''],
      (error) => ['FAILED', `\n${error.message}\n`],
    );
    if (mark === 'FAILED') failures += 1;
    console.log(`${mark}  ${name}  ${((performance.now() - start) / 1000).toFixed(1)} s  ${text}`.trimEnd());
  }
}

try {
  if (queue.length === 0) throw new Error(`no such step; there are: ${Object.keys(STEPS).join(', ')}`);
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
  if (failures > 0) throw new Error(`${failures} of the checks failed`);
  console.log('All checks are well.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
