// Builds the page, migrates the database, and runs both Workers and the page's server in this one process. start.ts starts it and asks it
// to stop. Options: --watch (reload on change), --fresh (start with empty data).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { build, createServer, preview, type InlineConfig } from 'vite';

import { dataFolder, devVars, leave, migrateOnce, occupy, wipe } from './data-folder.ts';
import { messageOf } from './failure.ts';
import { mailFolder, writeMail } from './local-mail.ts';
import { addresses, productVars, sandboxVars } from './local-values.ts';
import { migrate } from './migrate.ts';
import { requireFree } from './ports.ts';
import { root } from './root.ts';
import { startRuntime } from './runtime.ts';
import { localApplication, subscribeSquare } from './square-subscription.ts';
import { routesAndFilesTo, routesTo } from './worker-routes.ts';

const watch = process.argv.includes('--watch');
const port = Number(process.env['PORT'] || 8787);
const web = join(dataFolder, 'web');
/** How long a Worker may take to respond for the first time, in ms. */
const FIRST_ANSWER = 20_000;

const closers: (() => unknown)[] = [];
let stopping = false;

/**
 * Closes everything that runs. Killing the process group is the last resort, because a runtime that hangs must not outlive this process.
 */
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), 4000).unref();
  await Promise.allSettled(closers.toReversed().map((close) => close()));
  process.exit(code);
}

process.on('disconnect', () => void stop(1));
process.on('message', (message) => {
  if (message === 'stop') void stop(0);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {}); // the supervisor decides
process.on('unhandledRejection', (error) => fail(error));
process.on('uncaughtException', (error) => fail(error));

function fail(error: unknown): void {
  if (stopping) return;
  console.error(`\nShelfbridge cannot run: ${messageOf(error)}`);
  if (process.env['DEBUG']) console.error(error);
  void stop(1);
}

async function answers(name: string, address: string): Promise<void> {
  const end = Date.now() + FIRST_ANSWER;
  for (;;) {
    const status = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(5000) }).then(
      (response) => response.status,
      () => 0,
    );
    if (status >= 200 && status < 500) return;
    if (Date.now() > end) throw new Error(`the ${name} does not answer at ${address}${status === 0 ? '' : ` (HTTP ${status})`}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** One of the two Workers. */
interface LocalWorker {
  /** Also the name of its data folder. */
  readonly name: string;
  readonly config: string;
  /** Its origin. */
  readonly at: string;
  /** A path that it answers when it runs. */
  readonly probe: string;
  readonly bindings: Readonly<Record<string, string>>;
  readonly assets?: string;
}

/** Starts one Worker from its configuration file and waits for its first response. */
async function startOne({ name, at, probe, ...options }: LocalWorker): Promise<void> {
  const worker = await startRuntime({ ...options, port: Number(new URL(at).port), persist: join(dataFolder, name), watch });
  closers.push(() => worker.dispose());
  await answers(`${name} Worker`, at + probe);
}

/** Calls the local cron endpoint every minute, because Cron Triggers do not fire locally, and writes the mail that the run sent. */
function fireCrons(worker: string): void {
  const address = `${worker}/cdn-cgi/local/scheduled?cron=${encodeURIComponent('* * * * *')}`;
  const tick = async () => {
    const response = await fetch(address, { signal: AbortSignal.timeout(55_000) }).catch(() => null);
    if (!stopping && response?.ok !== true) console.error(`The scheduled work failed (${response?.status ?? 'no answer'}).`);
    await response?.body?.cancel();
    await writeMail(worker);
  };
  const timer = setInterval(() => void tick(), 60_000);
  closers.push(() => clearInterval(timer));
  void tick();
}

async function servePage(worker: string): Promise<void> {
  const config: InlineConfig = { configFile: join(root, 'vite.config.ts'), logLevel: 'warn' };
  const address = { host: 'localhost', port, strictPort: true, open: false };
  if (watch) {
    const server = await createServer({ ...config, server: { ...address, proxy: routesTo(worker) } });
    closers.push(() => server.close());
    await server.listen();
  } else {
    const server = await preview({ ...config, build: { outDir: web }, preview: { ...address, proxy: routesAndFilesTo(worker) } });
    closers.push(() => server.close());
  }
}

async function main(): Promise<void> {
  if (!Number.isInteger(port) || port < 1024 || port > 65_533)
    throw new Error(`PORT must be a number from 1024 to 65533, not '${process.env['PORT']}'`);
  // Without these, the Workers runtime would fetch request metadata from the network, send usage reports, and record every request.
  Object.assign(process.env, { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false', X_LOCAL_OBSERVABILITY: 'false' });
  await occupy();
  closers.push(leave);
  if (process.argv.includes('--fresh')) wipe();
  await requireFree([port, port + 1, port + 2]);
  const at = addresses(port);
  const vars = devVars();
  mkdirSync(web, { recursive: true });
  console.log('Starting Shelfbridge …');
  await Promise.all([
    watch || build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir: web, emptyOutDir: true } }),
    migrateOnce(async () => migrate(join(dataFolder, 'product'))),
  ]);
  await startOne({
    name: 'product',
    config: 'wrangler.toml',
    at: at.worker,
    probe: '/healthz',
    bindings: { ...productVars(port), ...vars },
    assets: web,
  });
  // The platforms start last: they deliver webhooks held back during downtime immediately, and then not again for a minute.
  await startOne({
    name: 'sandbox',
    config: 'sandbox/wrangler.toml',
    at: at.sandbox,
    probe: '/control/config',
    bindings: sandboxVars(port, vars),
  });
  await subscribeSquare(localApplication(at, vars.SQUARE_APP_TOKEN));
  await servePage(at.worker);
  fireCrons(at.worker);
  console.log(`
  Shelfbridge     ${at.page}
  its Worker      ${at.worker}
  sandbox         ${at.sandbox}   (both platforms, emulated; sell and restock here)
  mail            ${mailFolder}   (none is sent; what would be is written here)

  First: open ${at.page}, sign in as  demo,  and follow the steps.
  Then sell something on the sandbox's page and watch the other side.
  Data is kept in ${dataFolder}; Ctrl-C stops everything.
`);
}

await main().catch(fail);
