import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import type { CloudflareApi } from './cloudflare-api.ts';

/** Returns a port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * Runs what was deployed where it is expected: the clone's Worker under its production configuration, with the secrets it was given. It leads
 * a process group of its own, which has the runtime in it.
 */
function serve(folder: string, port: number, secrets: ReadonlyMap<string, string>): ChildProcess {
  const code = `
    import { migrate } from './scripts/migrate.ts';
    import { startRuntime } from './scripts/runtime.ts';
    await migrate('deployed', 'wrangler.production.toml');
    await startRuntime({
      config: 'wrangler.production.toml', port: ${port}, persist: 'deployed', assets: 'dist/web', watch: false,
      bindings: ${JSON.stringify(Object.fromEntries(secrets))},
    });`;
  // A file, since the runtime's threads inherit Node's options and cannot start with a script in them.
  writeFileSync(join(folder, 'serve.mjs'), code);
  return spawn(process.execPath, ['serve.mjs'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: folder, CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' },
  });
}

/** Runs the clone's Worker at a port as soon as the stand-in has received it. Returns how to stop it. */
export function serveOnceDeployed(api: CloudflareApi, folder: string, port: number): () => void {
  let served: ChildProcess | null = null;
  const waiting = setInterval(() => {
    const worker = api.holdings().workers.get('shelfbridge');
    if (worker !== undefined) served ??= serve(folder, port, worker.secrets);
  }, 200);
  return () => {
    clearInterval(waiting);
    if (served?.pid !== undefined) process.kill(-served.pid, 'SIGKILL');
  };
}
