// Runs a Worker locally from its wrangler.toml, directly in the runtime. Wrangler's own development server puts a second runtime before it;
// both ends drop idle connections between them after the same five seconds, and every hundredth POST with them (cloudflare/workers-sdk
// issue 14641).
import { request as askPlain } from 'node:http';
import { request as askSecure } from 'node:https';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

import { context } from 'esbuild';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions as optionsOf, unstable_readConfig as readConfig } from 'wrangler';

import { BUNDLING } from './bundling.mjs';
import { root } from './root.mjs';

/** Sends a Worker's request to the network over a new connection for each request, so that none is dropped for being idle. */
function toNetwork(request, response) {
  const { host = '', ...others } = request.headers;
  const headers = Object.fromEntries(Object.entries(others).filter(([name]) => name !== 'connection' && !name.startsWith('mf-')));
  const [hostname, port] = host.split(':');
  const ask = port === undefined ? askSecure : askPlain;
  const asked = ask(
    { hostname, port, path: request.url, method: request.method, headers: { ...headers, host }, agent: false },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
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
const entryOf = (main) => `
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

/** Prints a Worker's log, or only its warnings; stack traces refer to lines of the sources. */
function printer(sources, all) {
  return ({ level, message }) => {
    const warns = level === 'error' || level === 'warn';
    if (!warns && !all) return;
    const text = message.replaceAll(/file:\S*?worker\.mjs:(\d+):(\d+)|worker\.mjs:(\d+):(\d+)/gu, (whole, a, b, c, d) => {
      const { originalSource, originalLine, originalColumn } = sources.map?.findEntry(Number(a ?? c) - 1, Number(b ?? d) - 1) ?? {};
      return originalSource === undefined ? whole : `${originalSource}:${originalLine + 1}:${originalColumn + 1}`;
    });
    (warns ? process.stderr : process.stdout).write(`${text}\n`);
  };
}

/**
 * Starts a Worker. `watch` bundles and loads it again whenever a source changes; while the new version cannot be bundled, the previous one
 * stays.
 *
 * @param {{ config: string, port: number, persist: string, bindings: Record<string, string>, assets?: string, watch: boolean }} options
 * @returns {Promise<{ dispose(): Promise<void> }>}
 */
export async function startRuntime({ config, port, persist, bindings, assets, watch }) {
  const settings = readConfig({ config: join(root, config) });
  // The secrets are among the given bindings, so the runtime must not look for them elsewhere.
  const { workerOptions, main } = optionsOf({ ...settings, secrets: undefined });
  const sources = { map: null };
  const withCode = (contents) =>
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
          ...(assets && { assets: { ...workerOptions.assets, directory: assets } }),
        },
      ],
    });
  let runtime = null;
  const load = async (contents) => {
    if (runtime === null) runtime = new Miniflare(withCode(contents));
    else await runtime.setOptions(withCode(contents));
    await runtime.ready;
  };
  const loading = {
    name: 'load',
    setup: (build) =>
      build.onEnd(async ({ errors, outputFiles }) => {
        if (errors.length > 0) return;
        const [map, code] = outputFiles.toSorted((a, b) => b.path.length - a.path.length);
        sources.map = new SourceMap(JSON.parse(map.text));
        await load(code.text);
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
