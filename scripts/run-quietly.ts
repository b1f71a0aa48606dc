import { spawn } from 'node:child_process';

import { root, toolEnv } from './root.ts';

/** Runs a tool without showing its output, and returns the output; throws with it when the tool fails. */
export function runQuietly(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...toolEnv(), ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(output.trim() || `${[command, ...args].join(' ')} exited with ${code}`));
    });
  });
}
