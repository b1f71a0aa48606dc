import { spawn } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { killWhenSilent } from '../../scripts/silence.ts';

/** Runs a shell script watched for silence, and returns its exit code and whether it was killed, once all that it started has ended. */
function watched(script: string, quietMs: number): Promise<{ readonly code: number | null; readonly isSilent: boolean }> {
  const child = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const isSilent = killWhenSilent(child, quietMs);
  // The pipes close with the last process that holds them.
  return new Promise((done) => child.on('close', (code) => done({ code, isSilent: isSilent() })));
}

describe('a process watched for silence', () => {
  it('is killed with what it started once it prints nothing', async () => {
    expect(await watched('echo once; sleep 600 & sleep 600', 300)).toEqual({ code: null, isSilent: true });
  });

  it('goes on while it prints to either stream, and keeps its exit code', async () => {
    expect(await watched('for i in 1 2 3; do echo $i; sleep 0.6; echo $i >&2; sleep 0.6; done; exit 3', 3_000)).toEqual({
      code: 3,
      isSilent: false,
    });
  });
});
