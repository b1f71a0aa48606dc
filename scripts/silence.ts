import type { ChildProcess } from 'node:child_process';

/** Kills a process started as `detached`, with everything that it started in its group. */
export function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/**
 * Kills a process, started as `detached` with piped output, and what it started, once it has printed nothing for `quietMs`. Returns a function
 * that tells whether that happened.
 */
export function killWhenSilent(child: ChildProcess, quietMs: number): () => boolean {
  let isKilled = false;
  const timer = setTimeout(() => {
    isKilled = true;
    killGroup(child);
  }, quietMs);
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', () => timer.refresh());
  child.on('exit', () => {
    clearTimeout(timer);
  });
  return () => isKilled;
}
