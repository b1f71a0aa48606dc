import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the working tree, so that edits made during a hunt do not affect it. */
export interface Tree {
  readonly root: string;
  /** A folder inside the copy for bundles, where packages resolve. */
  readonly scratch: string;
  remove(): void;
}

/** Copies the working tree, including uncommitted files, and links the packages. */
export function copyTree(root: string): Tree {
  // Git still lists a file that was deleted but not committed.
  const files = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
    .split('\0')
    .filter((file) => file !== '' && lstatSync(join(root, file), { throwIfNoEntry: false })?.isFile() === true);
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  const remove = (): void => {
    rmSync(copy, { recursive: true, force: true });
  };
  try {
    for (const file of files) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      cpSync(join(root, file), join(copy, file));
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const scratch = join(copy, '.mutants');
    mkdirSync(scratch);
    return { root: copy, scratch, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Returns the commit id of HEAD. */
export function headCommit(root: string): string {
  return git(root, 'rev-parse', 'HEAD').trim();
}

function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
