// `npm run doctor`: checks whether a running setup can do its work, and shows how to fix what it finds. `--help` lists what it can check.
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';

import { dataFolder } from './data-folder.ts';
import { localPort, parsed, showedHelp } from './deploy/command-line.ts';
import { accountChecks, type Check } from './deploy/inspect.ts';
import { CONFIG_FILE } from './deploy/production-config.ts';
import { problemsOf, type Vars } from './deploy/settings-check.ts';
import { readSecrets } from './deploy/setup-state.ts';
import { messageOf, codeOf, report } from './failure.ts';
import { productVars } from './local-values.ts';
import { root } from './root.ts';
import { EVENTS, type Subscription } from './square-subscription.ts';
import { readSettings } from './worker-settings.ts';

/** The largest clock difference, in ms. A larger one breaks signed timestamps and token expiry. */
const SKEW = 60_000;

const USAGE = `npm run doctor -- OPTIONS
Checks whether a running setup can do its work, and shows how to fix what it finds. Without an option: the app that npm start runs here, with
the same PORT and DATA_DIR (PORT=9000 npm run doctor).

  --production   what npm run setup has deployed: from outside, and in the Cloudflare account
  --vars FILE    another deployment: the variables of wrangler.toml, and those of FILE before them (NAME=value lines, secrets included;
                 these sign test messages, and are not shown)
  --help         show this`;

/** What the command line asks for. */
interface Options {
  readonly vars?: string | undefined;
  readonly production?: boolean | undefined;
}

const DEPLOYED = '; to check what npm run setup has deployed, run npm run doctor -- --production';
const NOT_DEPLOYED = '; to install it in your Cloudflare account, run npm run setup';

function readVars(options: Options): Vars {
  if (options.production === true) {
    if (!existsSync(join(root, CONFIG_FILE)))
      throw new Error(`there is no ${CONFIG_FILE}: nothing was set up from this clone; run npm run setup`);
    return { ...readSettings(CONFIG_FILE).vars, ...readSecrets() };
  }
  const base = readSettings('wrangler.toml').vars;
  if (options.vars) return { ...base, ...parseEnv(readFileSync(options.vars, 'utf8')) };
  const file = join(dataFolder, '.dev.vars');
  const vars = productVars(localPort());
  if (!existsSync(file))
    throw new Error(`nothing was started here yet: run npm start${existsSync(join(root, CONFIG_FILE)) ? DEPLOYED : NOT_DEPLOYED}`);
  return { ...base, ...vars, ...parseEnv(readFileSync(file, 'utf8')) };
}

async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(10_000), ...init });
  } catch (error) {
    const code = error instanceof Error ? codeOf(error.cause) : '';
    throw new Error(`${address} cannot be reached (${code || messageOf(error)})`, { cause: error });
  }
}

function need(holds: unknown, advice: string): asserts holds {
  if (!holds) throw new Error(advice);
}

function nearNow(response: Response, whose: string): void {
  // The local Workers runtime sends no Date header; the platforms and Cloudflare do.
  const stated = Date.parse(response.headers.get('date') ?? '');
  const apart = Number.isNaN(stated) ? 0 : Math.abs(stated - Date.now());
  need(apart < SKEW, `${whose} clock and this machine's are ${Math.round(apart / 1000)} s apart; set the clock by NTP`);
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64');

/** Sends a harmless message with a valid and with an invalid signature: the first must be accepted, the second refused. */
async function signatures(address: string, keyName: string, messageFor: (right: boolean) => RequestInit): Promise<undefined> {
  const right = await ask(address, { method: 'POST', ...messageFor(true) });
  need(right.status !== 401, `${address} refuses a message signed with ${keyName}; the Worker holds another key`);
  need(right.status < 500, `${address} fails on a signed message (${right.status}); see the Worker's log`);
  const wrong = await ask(address, { method: 'POST', ...messageFor(false) });
  need(wrong.status === 401, `${address} answers ${wrong.status} to a forged message instead of 401`);
}

/**
 * Returns the checks from outside by name; each throws with an advice, or returns a note. `worker`: the origin at which the Worker answers,
 * which locally is not that of the page.
 */
function checks(vars: Vars, worker: string): Record<string, Check> {
  const {
    APP_ORIGIN: app = '',
    WEBHOOK_ORIGIN: hooks = app,
    SHOPIFY_CLIENT_SECRET = '',
    SQUARE_WEBHOOK_KEY = '',
    SQUARE_APP_TOKEN = '',
  } = vars;
  return {
    'settings are complete': async () => {
      const problems = await problemsOf(vars);
      need(problems.length === 0, problems.join('; '));
    },
    'the Worker answers': async () => {
      const response = await ask(`${worker}/healthz`);
      need(response.status === 200, `${worker}/healthz answers ${response.status}; is the Worker deployed and APP_ORIGIN right?`);
      nearNow(response, "the Worker's");
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
      need((await response.text()).includes(version), `another version than ${version} runs there; deploy again`);
    },
    'the page is served, under its security policy': async () => {
      const response = await ask(`${app}/`);
      need((await response.text()).includes('id="root"'), `${app}/ is not the page; is dist/web deployed?`);
      need(response.headers.get('content-security-policy'), `${app}/ has no content-security-policy; is _headers deployed?`);
    },
    'remote calls reach the Worker': async () => {
      const response = await ask(`${worker}/rpc/sh.Account/None`, { method: 'POST' });
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      need(isJson, `${worker}/rpc/… is answered by something else than the Worker (${response.status}); is it routed there?`);
    },
    "Shopify's redirect address": async () => {
      const response = await ask(`${app}/shopify/oauthRequest?shop=demo`);
      const target = URL.parse(response.headers.get('location') ?? '');
      need(target !== null, `${app}/shopify/oauthRequest leads nowhere (${response.status})`);
      const redirect = target.searchParams.get('redirect_uri');
      need(redirect === `${app}/shopify/oauthCallback`, `the redirect address is ${redirect}; APP_ORIGIN must be ${app}`);
      need(target.searchParams.get('client_id') === vars['SHOPIFY_CLIENT_ID'], 'the Worker presents another SHOPIFY_CLIENT_ID');
      const page = await ask(target.href);
      need(page.status < 400, `Shopify refuses the grant (${page.status}): allow ${redirect} in the app's settings there`);
      nearNow(page, "Shopify's");
    },
    "Shopify's webhook key": () =>
      signatures(`${hooks}/webhooks/shopify`, 'SHOPIFY_CLIENT_SECRET', (right) => {
        const body = JSON.stringify({ id: 1 });
        return {
          body,
          headers: {
            'content-type': 'application/json',
            'x-shopify-topic': 'shop/update',
            'x-shopify-shop-domain': 'shelfbridge-doctor.myshopify.com',
            'x-shopify-hmac-sha256': hmac(right ? SHOPIFY_CLIENT_SECRET : 'forged', body),
            'x-shopify-webhook-id': crypto.randomUUID(),
            'x-shopify-event-id': crypto.randomUUID(),
            'x-shopify-triggered-at': new Date().toISOString(),
            'x-shopify-api-version': vars['SHOPIFY_API_VERSION'] ?? '',
          },
        };
      }),
    "Square's webhook key": () =>
      signatures(`${hooks}/webhooks/square`, 'SQUARE_WEBHOOK_KEY', (right) => {
        const body = JSON.stringify({
          merchant_id: 'SHELFBRIDGE-DOCTOR',
          type: 'catalog.version.updated',
          event_id: crypto.randomUUID(),
          created_at: new Date().toISOString(),
          data: { type: 'catalog_version', id: 'doctor', object: { catalog_version: { updated_at: new Date().toISOString() } } },
        });
        const key = right ? SQUARE_WEBHOOK_KEY : 'forged';
        return {
          body,
          headers: { 'content-type': 'application/json', 'x-square-hmacsha256-signature': hmac(key, `${hooks}/webhooks/square${body}`) },
        };
      }),
    "Square's webhook subscription": async () => {
      if (!SQUARE_APP_TOKEN) return 'not looked at, since SQUARE_APP_TOKEN is not set';
      const response = await ask(`${vars['SQUARE_ORIGIN']}/v2/webhooks/subscriptions`, {
        headers: { authorization: `Bearer ${SQUARE_APP_TOKEN}`, 'square-version': vars['SQUARE_VERSION'] ?? '' },
      });
      need(response.ok, `Square answers ${response.status}; is SQUARE_APP_TOKEN right?`);
      nearNow(response, "Square's");
      const { subscriptions = [] } = (await response.json()) as { subscriptions?: readonly Subscription[] };
      const own = subscriptions.find((one) => one.notification_url === `${hooks}/webhooks/square`);
      need(own, `no subscription has the address ${hooks}/webhooks/square; add it in Square's developer console`);
      need(own.enabled !== false, 'the subscription is switched off; enable it');
      const missing = EVENTS.filter((event) => !own.event_types.includes(event));
      need(missing.length === 0, `the subscription lacks ${missing.join(', ')}`);
      need(!own.signature_key || own.signature_key === SQUARE_WEBHOOK_KEY, "SQUARE_WEBHOOK_KEY is not that subscription's signature key");
      return undefined;
    },
  };
}

const answers = (address: string): Promise<boolean> =>
  ask(address).then(
    () => true,
    () => false,
  );

/** Throws where the app is not running: every check would find the same. `app`: the page's address, which a person knows; `worker`: the Worker's. */
async function requireRunning(app: string, worker: string): Promise<void> {
  if ((await answers(`${worker}/healthz`)) || (await answers(`${app}/`))) return;
  throw new Error(`nothing answers at ${app}: run npm start, or give the PORT that it runs with (PORT=9000 npm run doctor)`);
}

async function main(args: string[]): Promise<void> {
  if (showedHelp(args, USAGE)) return;
  const { values: options } = parsed(() => parseArgs({ args, options: { vars: { type: 'string' }, production: { type: 'boolean' } } }));
  const vars = readVars(options);
  // Locally the page has a server of its own, and its scripts call the Worker at the Worker's own port.
  const isLocal = options.production !== true && options.vars === undefined;
  const worker = (isLocal ? vars['WEBHOOK_ORIGIN'] : vars['APP_ORIGIN']) ?? '';
  if (isLocal) await requireRunning(vars['APP_ORIGIN'] ?? '', worker);
  const inside = options.production === true ? accountChecks(vars, Date.now()) : {};
  let faults = 0;
  for (const [name, check] of Object.entries({ ...checks(vars, worker), ...inside })) {
    const [mark, text] = await check().then(
      (note) => (note ? ['--  ', note] : ['ok  ', '']),
      (error: unknown) => ['FIX ', messageOf(error)],
    );
    if (mark === 'FIX ') faults += 1;
    console.log(`${mark}  ${name}${text ? `: ${text}` : ''}`);
  }
  if (faults > 0) process.exitCode = 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  report(error);
}
