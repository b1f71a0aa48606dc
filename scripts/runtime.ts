// Runs a Worker locally from its wrangler.toml, directly in the runtime. Wrangler's own development server puts a second runtime before it;
// both ends drop idle connections between them after the same five seconds, and every hundredth POST with them (cloudflare/workers-sdk
// issue 14641).
import { request as askPlain, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as askSecure } from 'node:https';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';

import { context, type Plugin } from 'esbuild';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type MiniflareOptions, type WorkerdStructuredLog } from 'miniflare';
import { unstable_getMiniflareWorkerOptions as optionsOf, type Unstable_Config } from 'wrangler';

import { BUNDLING } from './bundling.ts';
import { root } from './root.ts';
import { readSettings } from './worker-settings.ts';

/** Sends a Worker's request to the network over a new connection for each request, so that none is dropped for being idle. */
function toNetwork(request: IncomingMessage, response: ServerResponse): void {
  const { host = '', ...others } = request.headers;
  const headers = Object.fromEntries(Object.entries(others).filter(([name]) => name !== 'connection' && !name.startsWith('mf-')));
  const [hostname, port] = host.split(':');
  const ask = port === undefined ? askSecure : askPlain;
  const asked = ask(
    { hostname, port, path: request.url, method: request.method, headers: { ...headers, host }, agent: false },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    },
  );
  // As on a real network, an unreachable or broken peer is a lost connection.
  asked.on('error', () => response.destroy());
  response.on('close', () => asked.destroy());
  request.pipe(asked);
}

/**
 * Returns an entry module for the Worker that also reads the rest of an unread request body, as the platform's edge does: closing the
 * connection while the client still sends loses the response. If the client disconnects, nothing waits for the rest.
 */
const entryOf = (main: string): string => `
  import worker from ${JSON.stringify(main)};
  export * from ${JSON.stringify(main)};
  const fetch = async (request, ...rest) => {
    try {
      return await worker.fetch(request, ...rest);
    } finally {
      if (request.body !== null && !request.bodyUsed) await request.body.pipeTo(new WritableStream()).catch(() => {});
    }
  };
  export default { ...worker, fetch };`;

/** The source map of the running bundle. */
interface Sources {
  map: SourceMap | null;
}

/** Prints a Worker's log, or only its warnings; stack traces refer to lines of the sources. */
function printer(sources: Sources, all: boolean) {
  return ({ level, message }: WorkerdStructuredLog): void => {
    const warns = level === 'error' || level === 'warn';
    if (!warns && !all) return;
    const text = message.replaceAll(/file:\S*?worker\.mjs:(\d+):(\d+)|worker\.mjs:(\d+):(\d+)/gu, (whole: string, ...at: string[]) => {
      const [line = 0, column = 0] = at.slice(0, 4).flatMap((text) => (text === undefined ? [] : Number(text)));
      const entry = sources.map?.findEntry(line - 1, column - 1);
      return entry === undefined || !('originalSource' in entry)
        ? whole
        : `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
    (warns ? process.stderr : process.stdout).write(`${text}\n`);
  };
}

/** How a Worker starts. */
interface Options {
  /** Its wrangler.toml, relative to the repository. */
  readonly config: string;
  readonly port: number;
  /** The folder of its data. */
  readonly persist: string;
  readonly bindings: Readonly<Record<string, string>>;
  /** The folder of static files. */
  readonly assets?: string;
  readonly watch: boolean;
}

/** A Worker that runs. */
interface Runtime {
  dispose(): Promise<void>;
}

/**
 * Starts a Worker. `watch` bundles and loads it again whenever a source changes; while the new version cannot be bundled, the previous one
 * stays.
 */
export async function startRuntime({ config, port, persist, bindings, assets, watch }: Options): Promise<Runtime> {
  const settings = readSettings(config);
  // The secrets are among the given bindings, so the runtime must not look for them elsewhere.
  const { workerOptions, main = '' } = optionsOf({ ...settings, secrets: undefined } as object as Unstable_Config);
  const sources: Sources = { map: null };
  const withCode = (contents: string): MiniflareOptions =>
    convertV4MiniflareOptions({
      host: 'localhost',
      port,
      cf: false,
      resourcePersistencePath: join(persist, 'v3'),
      unsafeTriggerHandlers: true,
      unsafeLocalExplorer: true,
      logRequests: watch,
      log: new Log(watch ? LogLevel.INFO : LogLevel.WARN),
      handleStructuredLogs: printer(sources, watch),
      workers: [
        {
          ...workerOptions,
          modules: [{ type: 'ESModule', path: 'worker.mjs', contents }],
          name: settings.name,
          bindings: { ...settings.vars, ...bindings },
          outboundService: { node: toNetwork },
          ...(assets !== undefined && { assets: { ...(workerOptions['assets'] as object), directory: assets } }),
        },
      ],
    });
  let runtime: Miniflare | null = null;
  const load = async (contents: string) => {
    if (runtime === null) runtime = new Miniflare(withCode(contents));
    else await runtime.setOptions(withCode(contents));
    await runtime.ready;
  };
  const loading: Plugin = {
    name: 'load',
    setup: (build) =>
      build.onEnd(async ({ errors, outputFiles }) => {
        if (errors.length > 0) return;
        const textOf = (ending: string) => outputFiles?.find(({ path }) => path.endsWith(ending))?.text ?? '';
        sources.map = new SourceMap(JSON.parse(textOf('.map')) as SourceMapPayload);
        await load(textOf('.mjs'));
      }),
  };
  const bundling = await context({
    ...BUNDLING,
    stdin: { contents: entryOf(main), resolveDir: root },
    outfile: 'worker.mjs',
    sourcemap: 'external',
    plugins: [loading],
  });
  await bundling.rebuild();
  if (watch) await bundling.watch();
  return {
    async dispose() {
      await bundling.dispose();
      await runtime?.dispose();
    },
  };
}
