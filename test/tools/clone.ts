import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  /** Both streams, as they came. */
  readonly output: string;
}

/** A clone of this repository with its dependencies, as somebody who installs the product has it: files that git knows, and no others. */
export interface Clone {
  readonly folder: string;
  /** Runs one of the repository's scripts without a terminal, in an environment with nothing but what is given. `started` is told its ID. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>, started?: (pid: number) => void): Promise<Ended>;
  /** Runs a line of a document in a shell, without an account and with a network that leads nowhere. */
  shell(command: string): Promise<Ended>;
  remove(): void;
}

/** Creates a clone in a temporary folder. */
export function cloneHere(): Clone {
  const folder = mkdtempSync(join(tmpdir(), 'clone-'));
  const listed = execFileSync(
    'git',
    [
      'ls-files',
      '-z',
      '--cached',
      '--others',
      '--exclude-standard',
      'src',
      'scripts',
      'migrations',
      'docs',
      'sandbox',
      'test/tools',
      'test/domain/linking',
    ],
    {
      cwd: repository,
      encoding: 'utf8',
    },
  );
  const top = ['package.json', 'package-lock.json', 'wrangler.toml', 'vite.config.ts', 'tsconfig.base.json', 'README.md'];
  for (const file of [...listed.split('\0').filter(Boolean), ...top]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(repository, file), join(folder, file), { force: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    run: (args, env = {}, started = () => {}) => start(folder, [process.execPath, ...args], env, started),
    shell: (command) => start(folder, ['/bin/sh', '-c', command], OFFLINE, () => {}),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Port 9 of this machine discards what is sent there: whatever needs a network fails at once. */
const OFFLINE = { HTTP_PROXY: 'http://localhost:9', HTTPS_PROXY: 'http://localhost:9', CLOUDFLARE_API_BASE_URL: 'http://localhost:9' };

function start(
  folder: string,
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  started: (pid: number) => void,
): Promise<Ended> {
  return new Promise((done, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
    });
    if (child.pid !== undefined) started(child.pid);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => done({ code, output }));
  });
}
