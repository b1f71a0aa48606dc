// Builds the page, migrates the database, and runs both Workers and the page's server in this one process. start.mjs starts it and asks it
// to stop. Options: --watch (reload on change), --fresh (start with empty data).
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { build, createServer, preview } from 'vite';

import { dataFolder, devVars, leave, migrateOnce, occupy, wipe } from './data-folder.mjs';
import { mailFolder, writeMail } from './local-mail.mjs';
import { addresses, productVars, sandboxVars } from './local-values.mjs';
import { requireFree } from './ports.mjs';
import { root, tool, toolEnv } from './root.mjs';
import { startRuntime } from './runtime.mjs';
import { subscribeSquare } from './square-subscription.mjs';
import { routesAndFilesTo, routesTo } from './worker-routes.mjs';

const watch = process.argv.includes('--watch');
const port = Number(process.env.PORT || 8787);
const web = join(dataFolder, 'web');
/** How long a Worker may take to respond for the first time, in ms. */
const FIRST_ANSWER = 20_000;

const closers = [];
let stopping = false;

/**
 * Closes everything that runs. Killing the process group is the last resort, because a runtime that hangs must not outlive this process.
 */
async function stop(code) {
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

function fail(error) {
  if (stopping) return;
  console.error(`\nShelfbridge cannot run: ${error?.message ?? error}`);
  if (process.env.DEBUG) console.error(error);
  void stop(1);
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: toolEnv() });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(' ')} failed:\n${output}`))));
  });
}

const migrate = () =>
  run(tool('wrangler'), ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', join(dataFolder, 'product'), '-c', 'wrangler.toml']);

async function answers(name, address) {
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

/** Starts one Worker from its configuration file and waits for its first response. */
async function startOne({ name, config, at, probe, bindings, assets }) {
  const port = Number(new URL(at).port);
  const worker = await startRuntime({ config, port, persist: join(dataFolder, name), bindings, assets, watch });
  closers.push(() => worker.dispose());
  await answers(`${name} Worker`, at + probe);
}

/** Calls the local cron endpoint every minute, because Cron Triggers do not fire locally, and writes the mail that the run sent. */
function fireCrons(worker) {
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

async function servePage(worker) {
  const config = { configFile: join(root, 'vite.config.ts'), logLevel: 'warn' };
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

async function main() {
  if (!Number.isInteger(port) || port < 1024 || port > 65_533)
    throw new Error(`PORT must be a number from 1024 to 65533, not '${process.env.PORT}'`);
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
    migrateOnce(migrate),
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
  await subscribeSquare(at, vars);
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
