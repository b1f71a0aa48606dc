import { spawn } from 'node:child_process';

/** How a program ended. */
export interface Ending {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly timedOut: boolean;
  /** The last part of its output. */
  readonly output: string;
}

const KEPT_CHARACTERS = 8_000;

/** The process groups that are running, so that none outlives this program. */
const groups = new Set<number>();

process.on('exit', () => {
  for (const group of groups) endGroup(group);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

/** Ends a process and all its descendants. It must have been started `detached`. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  groups.delete(pid);
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Already exited.
  }
}

/** Registers a detached process, to be ended with this program. */
export function watchGroup(pid: number | undefined): void {
  if (pid !== undefined) groups.add(pid);
}

interface Options {
  readonly cwd: string;
  readonly limitMs: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs Node with arguments; after the time limit, ends the process with all its children. */
export async function runNode(args: readonly string[], { cwd, limitMs, env = {} }: Options): Promise<Ending> {
  return await new Promise((resolve, reject) => {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, args, { cwd, detached: true, stdio, env: { ...process.env, ...env } });
    watchGroup(child.pid);
    let output = '';
    let timedOut = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        output = (output + chunk).slice(-KEPT_CHARACTERS);
      });
    }
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup(child.pid);
    }, limitMs);
    child.on('error', reject);
    // A leftover child process of the program keeps its output open: end the child, and the output closes.
    child.on('exit', () => {
      clearTimeout(timer);
      endGroup(child.pid);
    });
    child.on('close', (status) => {
      resolve({ status, timedOut, output });
    });
  });
}
