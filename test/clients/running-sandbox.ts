import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';
import { unstable_startWorker as startWorker } from 'wrangler';

import { makeSecrets, sandboxVars } from '../../scripts/local-values';

/** A separate sandbox for one test file, over real HTTP, initially empty. */
export interface RunningSandbox {
  /** Where the emulated Square is, e.g. for the official client's `baseUrl`. */
  readonly square: string;
  readonly origin: string;
  readonly secrets: Readonly<Record<string, string>>;
  /** A request to the sandbox; the answer's JSON. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: Json; headers: Headers }>;
  /** The JSON that a path answers. */
  read(path: string): Promise<Json>;
  /** Sets the sandbox's switches. */
  configure(switches: unknown): Promise<{ status: number; body: Json }>;
  /** Resets the sandbox. */
  reset(world: object): Promise<{ status: number; body: Json }>;
  /** A change of stock from outside the app. */
  change(change: object): Promise<{ status: number; body: Json }>;
  stop(): Promise<void>;
}

/** Starts a sandbox for a test file, and stops it at its end. */
export async function useSandbox(): Promise<RunningSandbox> {
  const sandbox = await startSandbox();
  afterAll(() => sandbox.stop());
  return sandbox;
}

/** A JSON object as the tests look at it. */
export type Json = Readonly<Record<string, unknown>>;

/** Reads the JSON object of an answer. */
export function readJson(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error(`not a JSON object: ${text.slice(0, 200)}`);
  return { ...value };
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, 'localhost', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('no free port'));
      });
    });
  });
}

/** Starts the sandbox's Worker on a free port and waits for its first answer. */
export async function startSandbox(): Promise<RunningSandbox> {
  const port = await freePort();
  const persist = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const secrets = makeSecrets();
  // The app's addresses: nothing listens there unless a test does.
  const bindings = Object.entries(sandboxVars(port + 1, secrets)).map(([name, value]) => [name, { type: 'plain_text', value }] as const);
  const worker = await startWorker({
    config: 'sandbox/wrangler.toml',
    envFiles: [],
    bindings: Object.fromEntries(bindings),
    dev: { server: { hostname: 'localhost', port }, persist, watch: false, inspector: false, liveReload: false, logLevel: 'none' },
  });
  await worker.ready;
  const origin = `http://localhost:${port}`;
  const call: RunningSandbox['call'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = (answer.headers.get('content-type') ?? '').includes('json');
    return { status: answer.status, body: readJson(json ? text : '{}'), headers: answer.headers };
  };
  return {
    origin,
    square: `${origin}/square`,
    secrets,
    call,
    read: async (path) => (await call('GET', path)).body,
    configure: (switches) => call('PUT', '/control/config', switches),
    reset: (world) => call('POST', '/control/reset', world),
    change: (change) => call('POST', '/control/change', change),
    stop: async () => {
      await worker.dispose();
      rmSync(persist, { recursive: true, force: true });
    },
  };
}
