// Runs the whole app as a child process on free ports with its own data folder, for tests and screenshots.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { addresses, type Addresses } from './local-values.ts';
import { findFree } from './ports.ts';
import { root } from './root.ts';

/** The longest a start may take, in ms, including on a cold disk and a small machine. */
const START = 180_000;

/** The line the host prints when everything responds. */
const READY = 'Ctrl-C stops everything';

/** Returns every live process that uses this data folder, found by its environment. Zombie processes do not count. */
export function processesOf(dataDir: string): number[] {
  const mark = `DATA_DIR=${dataDir}\0`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return `${readFileSync(`/proc/${pid}/environ`, 'utf8')}\0`.includes(mark);
      } catch {
        return false; // has exited, or belongs to another user
      }
    })
    .map(Number);
}

/** What counts as a result: everything but the values that stand for "not yet". */
type Truthy<T> = Exclude<T, false | null | undefined | '' | 0>;

/** Waits until `holds` returns a truthy value and returns it; fails with `what` after `limit` ms. */
export async function until<T>(holds: () => T | Promise<T>, what: string, limit = 180_000): Promise<Truthy<T>> {
  const end = Date.now() + limit;
  for (;;) {
    const value = await holds();
    if (value) return value as Truthy<T>;
    if (Date.now() > end) throw new Error(`waited ${limit} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Creates an empty data folder and returns its path. */
export const makeDataDir = (): string => mkdtempSync(join(tmpdir(), 'shelfbridge-'));

function command(): [program: string, ...words: string[]] {
  const npm = process.env['npm_execpath'];
  return npm && existsSync(npm) ? [process.execPath, npm, 'start', '--'] : ['npm', 'start', '--'];
}

/** Options of a start. */
interface Start {
  readonly dataDir?: string;
  readonly port?: number;
  readonly args?: readonly string[];
  readonly keepData?: boolean;
}

/** A running app. */
export interface App extends Addresses {
  readonly port: number;
  readonly dataDir: string;
  /** What it printed so far. */
  output(): string;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Throws when the sandbox has reported a defect of its own: the app took it for an error of the platform, so that whatever ran against it proved less. */
function refuseDefects(output: string): void {
  const defect = /^.*sandbox: a (?:Shopify resolver|Square operation) failed.*$/mu.exec(output);
  if (defect !== null) throw new Error(`the sandbox itself failed: ${defect[0]}`);
}

/**
 * Starts the app as a user does, with `npm start`, and waits until it reports that it is ready. `stop` sends Ctrl-C (SIGINT to the whole
 * process group) and waits until no process is left; `kill` ends every process at once, without warning.
 */
export async function startApp({ dataDir = makeDataDir(), port, args = [], keepData = false }: Start = {}): Promise<App> {
  const first = port ?? (await findFree(3));
  const [program, ...words] = command();
  const child = spawn(program, [...words, ...args], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(first), DATA_DIR: dataDir },
  });
  let output = '';
  let ended = false;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.on('exit', () => (ended = true));

  const gone = () => until(() => processesOf(dataDir).length === 0, `the end of processes ${processesOf(dataDir).join(', ')}`);
  const signal = (pid: number, name: NodeJS.Signals): void => {
    try {
      process.kill(pid, name);
    } catch {
      // Already exited.
    }
  };
  const app: App = {
    ...addresses(first),
    port: first,
    dataDir,
    output: () => output,
    async stop() {
      if (child.pid !== undefined) signal(-child.pid, 'SIGINT');
      await gone();
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
      refuseDefects(output);
    },
    async kill() {
      for (const pid of processesOf(dataDir)) signal(pid, 'SIGKILL');
      await gone();
      refuseDefects(output);
    },
  };
  try {
    await until(() => ended || output.includes(READY), `the app to start; it printed:\n${output}`, START);
    if (ended) throw new Error(`the app ended while starting; it printed:\n${output}`);
    return app;
  } catch (error) {
    await app.kill();
    throw error;
  }
}
