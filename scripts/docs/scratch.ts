import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { root } from '../root.ts';

/** How commands ended. */
export interface Ended {
  readonly code: number | null;
  /** Both streams, as they came. */
  readonly output: string;
  /** How long it took, ms. */
  readonly took: number;
}

/** How commands are run. */
export interface Shell {
  readonly folder: string;
  readonly env: Readonly<NodeJS.Dict<string>>;
  /** The text after which the commands are stopped by Ctrl-C; without it they must end by themselves. */
  readonly until?: string;
  /** How long they may take, ms. */
  readonly within: number;
}

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=docs', '-c', 'user.email=docs@localhost', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** A clone of this repository in a temporary folder, beside the bare repository that it came from. */
export interface Scratch {
  readonly base: string;
  /** The clone. */
  readonly folder: string;
  remove(): void;
}

/**
 * Clones what git knows of the working tree; new files must be added first. With `reuse`, the clone has this checkout's dependencies,
 * otherwise none.
 */
export function cloneWorkingTree(reuse: boolean): Scratch {
  const base = mkdtempSync(join(tmpdir(), 'docs-'));
  const folder = join(base, 'clone');
  git(base, 'init', '--quiet', '--bare', '--initial-branch=main', 'upstream.git');
  const state = git(root, 'stash', 'create') || 'HEAD';
  git(root, 'push', '--quiet', join(base, 'upstream.git'), `${state}:refs/heads/main`);
  git(base, 'clone', '--quiet', 'upstream.git', 'clone');
  // As a clone of a published repository, whose address leads to the one beside it.
  const published = 'https://github.com/example/shelfbridge.git';
  git(folder, 'remote', 'set-url', 'origin', published);
  git(folder, 'config', `url.${join(base, 'upstream.git')}.insteadOf`, published);
  git(folder, 'config', 'user.name', 'docs');
  git(folder, 'config', 'user.email', 'docs@localhost');
  mkdirSync(join(base, 'home'));
  if (reuse) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { base, folder, remove: () => rmSync(base, { recursive: true, force: true }) };
}

/** The environment of somebody who has just opened a terminal: a home without settings, and not this checkout's tools. */
export const freshEnv = ({ base }: Scratch): Readonly<NodeJS.Dict<string>> => ({
  PATH: pathWithoutOurTools(),
  HOME: join(base, 'home'),
  TMPDIR: tmpdir(),
  LANG: 'C.UTF-8',
  // The runtime would ask the network for details of a request, and wrangler would send usage reports.
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
});

/** The search path without what npm put before it. */
export const pathWithoutOurTools = (): string =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules') && !folder.includes('node-gyp-bin'))
    .join(delimiter);

/** Runs commands in a shell that stops at the first one that fails. */
export function runShell(commands: readonly string[], { folder, env, until, within }: Shell): Promise<Ended> {
  const start = Date.now();
  return new Promise((resolve, reject) => {
    // A process group of its own: Ctrl-C goes to all of it.
    const child = spawn('/bin/sh', ['-ec', commands.join('\n')], {
      cwd: folder,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let isStopped = false;
    const signal = (name: NodeJS.Signals): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, name);
      } catch {
        // The group has ended by itself.
      }
    };
    const bound = setTimeout(() => {
      output += `\n(stopped: it did not end within ${within / 1000} s)\n`;
      signal('SIGKILL');
    }, within);
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      if (until === undefined || isStopped || !output.includes(until)) return;
      isStopped = true;
      signal('SIGINT');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', reject);
    child.on('close', (code, by) => {
      clearTimeout(bound);
      // A shell that is interrupted ends by the signal, or with 130; npm passes its child's 0 on.
      const isWell = isStopped && (code === 0 || code === 130 || by === 'SIGINT');
      resolve({ code: isWell ? 0 : until !== undefined && code === 0 ? 1 : code, output, took: Date.now() - start });
    });
  });
}
