// `npm run docs:commands`: runs every command block of README.md, docs/deploy.md and docs/operations.md in a fresh clone, and fails on a block
// that does not work, or that is neither run nor marked with the reason why not. Cloudflare and both platforms are the tests' stand-ins;
// wrangler is the real one. Only the installation of the dependencies may use the network: everything else runs in a network namespace that
// has nothing but this machine, where the system allows one.
//
// Options: --list names the blocks and their marks, and runs nothing; --reuse takes this checkout's dependencies instead of installing them.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { report } from '../failure.ts';
import { root } from '../root.ts';
import { openAccount, type Account } from './account.ts';
import { commandBlocks, DOCUMENTS, undecided, type CommandBlock } from './blocks.ts';
import { cloneWorkingTree, freshEnv, pathWithoutOurTools, runShell, type Ended, type Scratch } from './scratch.ts';

/** How long one block may take, ms. */
const BLOCK_WITHIN = 40 * 60_000;
/** How long a first look at a deployment may take on an idle machine once the dependencies are installed, ms. */
const DRY_RUN_WITHIN = 3 * 60_000;
/** Set in the process that runs without a network: the folder of its clone. */
const INSIDE = 'DOCS_COMMANDS_INSIDE';
/** How a process gets a network of its own that leads nowhere but to itself; the first one that the system allows is used. */
const ALONE = [
  ['unshare', '--net'],
  ['unshare', '--map-root-user', '--net'],
] as const;
const LOOPBACK = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const;
/** Port 9 of this machine discards what is sent there: where the network cannot be taken away, what asks for it by the usual way fails. */
const NO_PROXY = { HTTP_PROXY: 'http://localhost:9', HTTPS_PROXY: 'http://localhost:9', NO_PROXY: 'localhost,127.0.0.1' };

const seconds = (took: number): string => `${(took / 1000).toFixed(1).padStart(6)} s`;

/** Throws with what commands printed when they failed. */
function requireWell(what: string, { code, output, took }: Ended): void {
  if (code !== 0) throw new Error(`FAIL  ${seconds(took)}  ${what} ended with ${code}:\n\n${output}`);
  console.log(`ok    ${seconds(took)}  ${what}`);
}

function environment(block: CommandBlock, scratch: Scratch, account: Account, isAlone: boolean): Readonly<NodeJS.Dict<string>> {
  const env = { ...freshEnv(scratch), ...(!isAlone && NO_PROXY) };
  switch (block.mark?.kind) {
    case 'run in an account':
      return { ...env, ...account.env };
    case 'run until':
      return { ...env, PORT: String(account.freePort) };
    default:
      return { ...env, CLOUDFLARE_API_BASE_URL: 'http://localhost:9' };
  }
}

/** Runs the blocks in their order: the documents lead from a first look to a deployment that is kept up. */
async function runBlocks(blocks: readonly CommandBlock[], scratch: Scratch, isAlone: boolean): Promise<void> {
  const account = await openAccount(scratch.folder);
  try {
    for (const block of blocks) {
      const where = `${block.file}:${block.line}`;
      if (block.mark === null) throw new Error(`${where} has no mark`);
      if (block.mark.kind === 'not run') {
        console.log(`--              ${where}  not run: ${block.mark.reason}`);
        continue;
      }
      const until = block.mark.kind === 'run until' ? { until: block.mark.text } : {};
      const env = environment(block, scratch, account, isAlone);
      const ended = await runShell(block.commands, { folder: scratch.folder, env, within: BLOCK_WITHIN, ...until });
      requireWell(`${where}  ${block.commands.map((command) => command.replace(/\s+#.*$/u, '')).join('; ')}`, ended);
    }
    account.requireUnderstood();
  } finally {
    account.close();
  }
}

/** Everything after the installation, in the process that has no network. */
async function inside(blocks: readonly CommandBlock[], base: string, isAlone: boolean): Promise<void> {
  const scratch = { base, folder: join(base, 'clone'), remove: () => {} };
  const env = { ...freshEnv(scratch), ...(!isAlone && NO_PROXY) };
  const look = await runShell(['npm run deploy -- --dry-run'], { folder: scratch.folder, env, within: BLOCK_WITHIN });
  requireWell('npm run deploy -- --dry-run, installed and without a network', look);
  // Not a failure: a busy machine is slower.
  if (look.took > DRY_RUN_WITHIN) console.log(`--              that is more than ${DRY_RUN_WITHIN / 60_000} minutes`);
  await runBlocks(blocks, scratch, isAlone);
}

/** Starts this program again without a network; resolves to its exit code. */
function startInside(scratch: Scratch): Promise<number> {
  const alone = ALONE.find(([command, ...args]) => spawnSync(command, [...args, ...LOOPBACK, 'true'], { stdio: 'ignore' }).status === 0);
  if (alone === undefined)
    console.log('--              this system allows no network namespace: the network is only hidden behind a proxy');
  const [command, ...args] = [...(alone === undefined ? [] : [...alone, ...LOOPBACK]), process.execPath, import.meta.filename];
  const env = { ...process.env, [INSIDE]: scratch.base, DOCS_COMMANDS_ALONE: alone === undefined ? '' : 'true' };
  return new Promise((resolve, reject) => {
    const child = spawn(command ?? '', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { list: { type: 'boolean' }, reuse: { type: 'boolean' } } });
  const blocks = DOCUMENTS.flatMap((file) => commandBlocks(file, readFileSync(join(root, file), 'utf8')));
  const faults = undecided(blocks);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const base = process.env[INSIDE];
  if (base !== undefined) return inside(blocks, base, process.env['DOCS_COMMANDS_ALONE'] === 'true');
  const marked = blocks.filter(({ mark }) => mark?.kind === 'not run').length;
  const summary = `${blocks.length} blocks: ${blocks.length - marked} run, ${marked} marked with why not`;
  if (values.list === true) {
    for (const { file, line, mark } of blocks) console.log(`${file}:${line}  ${Object.values(mark ?? {}).join(': ')}`);
    console.log(summary);
    return undefined;
  }
  const start = Date.now();
  const scratch = cloneWorkingTree(values.reuse === true);
  try {
    if (values.reuse !== true) {
      // With the settings of the person at the keyboard, who may reach the registry through a proxy.
      const env = { ...process.env, PATH: pathWithoutOurTools() };
      const first = await runShell(['npm run deploy -- --dry-run'], { folder: scratch.folder, env, within: BLOCK_WITHIN });
      requireWell('npm run deploy -- --dry-run in a fresh clone, which installs the dependencies', first);
    }
    if ((await startInside(scratch)) !== 0) throw new Error('A block does not work (see above).');
    console.log(`${summary}; all of them work (${Math.round((Date.now() - start) / 1000)} s)`);
  } finally {
    scratch.remove();
  }
  return undefined;
}

try {
  await main();
} catch (error) {
  report(error);
}
