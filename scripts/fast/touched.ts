import { execFileSync } from 'node:child_process';

import { root } from '../root.ts';

/** Branches that a change is made for, in the order in which they are looked for. */
const UPSTREAM = ['@{upstream}', 'origin/HEAD', 'origin/main', 'main'];

function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** What differs from where this branch left its upstream. */
export interface Touched {
  /** The commit that is compared with; HEAD when the branch has no upstream. */
  readonly base: string;
  /** Paths relative to the repository: committed since then, uncommitted, and untracked; deleted files too. */
  readonly files: readonly string[];
}

/** Returns the files that the commits since `since` (default: since the upstream branch) and the working tree change. */
export function touchedFiles(since: string | undefined): Touched {
  const upstream = since ?? UPSTREAM.find((name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) !== null) ?? 'HEAD';
  const base = git('merge-base', 'HEAD', upstream);
  if (base === null) throw new Error(`${upstream} is no commit that this branch shares a history with`);
  const lists = [git('diff', '--name-only', '--no-renames', base), git('ls-files', '--others', '--exclude-standard')];
  const files = lists.flatMap((list) => (list ?? '').split('\n')).filter((file) => file !== '');
  return { base: git('rev-parse', '--short', base) ?? base, files: [...new Set(files)].toSorted() };
}
