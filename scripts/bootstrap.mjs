// Installs the dependencies and the Node version they need; the `pre…` hook of every command. Plain JavaScript without imports of ours, for
// any Node from 20.0 and npm 10 or 11, because nothing else is installed yet when it runs.
//
// Two stages, because npm on an older Node silently leaves out packages whose engines require a newer one: first the pinned Node into a
// temporary folder, then `npm ci` on it. No package may run an install script, whatever npm's version and settings allow: nothing here
// needs one. A stamp makes the next call return at once. With `--node`, any installation with a Node will do:
// `npm run lock` completes a lock file that `npm ci` still refuses.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const pin = `node-${process.platform}-${process.arch}`;
const version = JSON.parse(read('package.json')).optionalDependencies[pin];
const stamp = createHash('sha256')
  .update(read('package-lock.json') + pin)
  .digest('hex');
const installed = () => read('node_modules/.installed') === stamp;

function npm(node, args, env = process.env) {
  const cli = process.env.npm_execpath;
  if (!cli) throw new Error('run this through npm: npm start, npm test, npm run check');
  const { status, signal } = spawnSync(node, [cli, ...args, '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2], env });
  if (status !== 0) throw new Error(`npm ${args[0]} failed (${status ?? signal})`);
}

/** Makes the pinned Node the one that commands find: npm 10 lets the pin for the other architecture claim the name, and links nothing. */
function link() {
  mkdirSync('node_modules/.bin', { recursive: true });
  rmSync('node_modules/.bin/node', { force: true });
  symlinkSync(`../${pin}/bin/node`, 'node_modules/.bin/node');
}

function install() {
  console.error('Installing dependencies (once; takes about half a minute) …');
  const folder = mkdtempSync(join(tmpdir(), 'node-'));
  try {
    npm(process.execPath, ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `${pin}@${version}`]);
    const node = join(folder, 'node_modules', pin, 'bin/node');
    npm(node, ['ci', '--ignore-scripts'], { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` });
    link();
    writeFileSync('node_modules/.installed', stamp);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs `work` under a lock: a second command in the same clone waits, and the lock of a killed command is taken over. */
function locked(folder, work) {
  for (;;) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = Number(read(`${folder}/pid`));
    // Killed after creating the folder and before writing its owner: no owner, and old.
    const nameless = owner === 0 && Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 10_000;
    if (nameless || (owner !== 0 && !alive(owner))) rmSync(folder, { recursive: true, force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  }
  writeFileSync(`${folder}/pid`, String(process.pid));
  try {
    work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  if (!version) throw new Error(`no Node is pinned for ${process.platform} ${process.arch}; Linux on x64 or arm64 is needed`);
  if (process.argv.includes('--node') && existsSync(`node_modules/${pin}/bin/node`)) link();
  else if (!installed()) locked('.install-lock', () => installed() || install());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
