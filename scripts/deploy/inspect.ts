// What the doctor looks at in the Cloudflare account of an installation: everything that nobody can see from outside.
import { readSettings } from '../worker-settings.ts';
import { accounts, consumesQueue, queryDatabase, secretNames } from './cloudflare.ts';
import { CONFIG_FILE, queueNames } from './production-config.ts';
import { migrationFiles } from './steps.ts';

/** Looks at one thing: returns a note, or nothing when all is well; throws with what to do. */
export type Check = () => Promise<string | undefined>;

const MINUTE = 60_000;
/** How long ago the minute's cron may have run, in ms. */
const CRON_WITHIN = 5 * MINUTE;

/** What the database says about the installation, read at once. */
interface Figures {
  readonly scheduled: readonly { readonly name: string; readonly at: number | null; readonly ok: number | null }[];
  /** Tokens by the version of the key that seals them. */
  readonly sealed: Readonly<Record<string, number>>;
  readonly accounts: number;
  /** Accounts whose tokens were not counted yet. */
  readonly unread: number;
  /** Entitled accounts that lack webhook subscriptions at Shopify. */
  readonly unsubscribed: number;
  /** Open alerts that could not be sent, to operators and to merchants. */
  readonly unsentToOperators: number;
  readonly unsentToMerchants: number;
}

const FIGURES = `
  select
    (select json_group_array(json_object('name', name, 'at', last_attempted_at, 'ok', last_success)) from scheduled) as scheduled,
    (select json_group_object(key, tokens) from
      (select key, sum(value) as tokens from fleet, json_each(fleet.sealed_by) group by key)) as sealed,
    (select count(*) from fleet) as accounts,
    (select count(*) from fleet where sealed_by is null) as unread,
    (select count(*) from fleet where missing_webhooks > 0 and entitled = 1) as unsubscribed,
    (select count(*) from alerts where operator_tries > 0 and operator_told_at is null and cleared_at is null) as unsentToOperators,
    (select count(*) from alerts where merchant_tries > 0 and merchant_told_at is null and cleared_at is null) as unsentToMerchants`;

async function readFigures(name: string): Promise<Figures> {
  const [row = {}] = await queryDatabase(name, FIGURES);
  const counts = Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Number(value)]));
  const scheduled: unknown = JSON.parse(String(row['scheduled']));
  const sealed: unknown = JSON.parse(String(row['sealed']));
  // The columns are those of the query above.
  return { ...counts, scheduled, sealed } as object as Figures;
}

/** Returns a function that runs once and returns the same afterward. */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => (running ??= run());
}

/**
 * Returns the checks of the installation that `wrangler.production.toml` describes, by name. `vars`: its variables, and the secrets that are
 * known here; `now`: ms since the epoch.
 */
export function accountChecks(vars: Readonly<NodeJS.Dict<string>>, now: number): Record<string, Check> {
  const settings = readSettings(CONFIG_FILE);
  const { name } = settings;
  const login = once(accounts);
  const figures = once(() => readFigures(name));
  const deployed = once(() => secretNames(name));
  /** Skips a check that an earlier one makes pointless: what is wrong is said once. */
  const after =
    (earlier: readonly Check[], check: Check): Check =>
    async () => {
      for (const one of earlier) if (await one().then(Boolean, () => true)) return 'not looked at, because of the above';
      return check();
    };
  const isLoggedIn: Check = async () => {
    await login();
    return undefined;
  };
  const migrations = once(() => checkMigrations(name));
  return {
    'Cloudflare: the login': isLoggedIn,
    'Cloudflare: migrations of the database': after([isLoggedIn], migrations),
    'Cloudflare: queues': after([isLoggedIn], () => checkQueues(name)),
    'Cloudflare: secrets': after([isLoggedIn], async () => checkSecrets(await deployed(), settings.secrets?.required ?? [])),
    'Cloudflare: scheduled work': after([isLoggedIn, migrations], async () => checkScheduled(await figures(), now)),
    'the keys that seal tokens': after([isLoggedIn, migrations], async () => checkKeys(await figures(), vars['TOKEN_KEYS'])),
    'mail and alerts': after([isLoggedIn, migrations], async () => {
      const isMailBound = settings.send_email.some((binding) => binding.name === 'MAIL');
      const isHookSet = Boolean(vars['ALERT_WEBHOOK_URL']) || (await deployed())?.includes('ALERT_WEBHOOK_URL') === true;
      return checkNotices(await figures(), { mailFrom: vars['MAIL_FROM'] ?? '', isMailBound, isHookSet });
    }),
    "Shopify's webhook subscriptions": after([isLoggedIn, migrations], async () => checkSubscriptions(await figures())),
    'the route': async () => checkRoute(vars['APP_ORIGIN'] ?? '', settings),
  };
}

async function checkMigrations(name: string): Promise<undefined> {
  const rows = await queryDatabase(name, 'select name from d1_migrations order by id');
  const applied = rows.map((row) => String(row['name']));
  const files = migrationFiles();
  const missing = files.filter((file) => !applied.includes(file));
  if (missing.length > 0) throw new Error(`the database lacks ${missing.join(', ')}: npm run deploy applies them`);
  const unknown = applied.filter((file) => !files.includes(file));
  if (unknown.length > 0) throw new Error(`the database is newer than this clone, which lacks ${unknown.join(', ')}: git pull`);
}

async function checkQueues(name: string): Promise<undefined> {
  const problems: string[] = [];
  for (const queue of queueNames(name)) {
    const consumes = await consumesQueue(name, queue);
    if (consumes === null) problems.push(`there is no queue ${queue}: npm run deploy creates it`);
    else if (!consumes) problems.push(`the Worker does not consume ${queue}: npm run deploy connects it`);
  }
  if (problems.length > 0) throw new Error(problems.join('; '));
}

/** Secrets that a rotation keeps beside the new ones, for as long as it lasts. */
const PREVIOUS = ['SHOPIFY_CLIENT_SECRET_PREVIOUS', 'SQUARE_WEBHOOK_KEY_PREVIOUS'];

function checkSecrets(names: readonly string[] | null, required: readonly string[]): string | undefined {
  if (names === null) throw new Error('the account has no such Worker: npm run setup deploys it');
  const missing = required.filter((one) => !names.includes(one));
  if (missing.length > 0) throw new Error(`the Worker lacks ${missing.join(', ')}: npm run setup sends them`);
  const kept = PREVIOUS.filter((one) => names.includes(one));
  return kept.length === 0 ? undefined : `a rotation is not finished: ${kept.join(', ')} is still accepted (docs/operations.md)`;
}

function checkScheduled({ scheduled }: Figures, now: number): string | undefined {
  const latest = Math.max(...scheduled.map(({ at }) => at ?? 0), 0);
  if (latest === 0) return 'nothing has run yet; right after a first deployment, look again in two minutes';
  if (latest < now - CRON_WITHIN)
    throw new Error(`nothing has run since ${new Date(latest).toISOString()}: the cron trigger is gone; npm run deploy sets it again`);
  // A task counts as failed until it has ended.
  const failed = scheduled.filter(({ ok, at }) => ok === 0 && (at ?? 0) < now - MINUTE).map(({ name }) => name);
  if (failed.length > 0) throw new Error(`the last run failed of ${failed.join(', ')}; the Worker's log says why (npx wrangler tail)`);
  return undefined;
}

function checkKeys({ sealed, unread }: Figures, keys: string | undefined): string | undefined {
  const counts = Object.entries(sealed)
    .filter(([, tokens]) => tokens > 0)
    .map(([version, tokens]) => `${tokens} tokens with key ${version}`);
  const count = counts.length === 0 ? 'no tokens yet' : counts.join(', ');
  const waiting = unread === 0 ? '' : `; ${unread} accounts were not read yet`;
  if (keys === undefined) return `${count}${waiting}; TOKEN_KEYS is not known here`;
  const versions = keys.split(',').map((entry) => entry.trim().split(':')[0] ?? '');
  const lost = Object.entries(sealed).find(([version, tokens]) => tokens > 0 && !versions.includes(version));
  if (lost !== undefined)
    throw new Error(
      `${lost[1]} tokens are sealed with key ${lost[0]}, which TOKEN_KEYS lacks: add it again, or their merchants must reconnect`,
    );
  if (versions.length === 1) return undefined;
  const newest = Math.max(...versions.map(Number));
  const unused = versions.filter((version) => Number(version) < newest && !sealed[version]);
  const advice = unused.length === 0 || unread > 0 ? 'keep every key until its count is 0' : `key ${unused.join(', ')} is no longer needed`;
  return `${count}${waiting}; ${advice}`;
}

interface Notices {
  readonly mailFrom: string;
  readonly isMailBound: boolean;
  readonly isHookSet: boolean;
}

function checkNotices(figures: Figures, { mailFrom, isMailBound, isHookSet }: Notices): string | undefined {
  if (mailFrom !== '' && !isMailBound) throw new Error('MAIL_FROM is set, but the Worker has no MAIL binding: npm run setup writes it');
  const { unsentToOperators: operators, unsentToMerchants: merchants } = figures;
  if (operators > 0) throw new Error(`alerts that ALERT_WEBHOOK_URL did not accept: ${operators}; does it answer 2xx?`);
  if (merchants > 0)
    throw new Error(`alerts that could not be mailed: ${merchants}; is the domain of ${mailFrom} set up for sending at Cloudflare?`);
  const notes = [
    ...(mailFrom === '' ? ['merchants get no mail, since MAIL_FROM is not set'] : []),
    ...(isHookSet ? [] : ['operators see alerts on /admin/alerts alone, since ALERT_WEBHOOK_URL is not set']),
  ];
  return notes.length === 0 ? undefined : notes.join('; ');
}

function checkSubscriptions({ unsubscribed, accounts: all }: Figures): undefined {
  if (unsubscribed > 0)
    throw new Error(
      `${unsubscribed} of ${all} accounts lack webhook subscriptions at Shopify; /admin lists them, and repairs each on its page`,
    );
}

function checkRoute(origin: string, { workers_dev: isDev, routes = [] }: ReturnType<typeof readSettings>): undefined {
  const host = URL.parse(origin)?.hostname ?? '';
  const patterns = routes.map((route) => (typeof route === 'string' ? route : route.pattern));
  if (isDev === true || patterns.some((pattern) => pattern.split('/')[0] === host)) return;
  throw new Error(`the Worker is routed at ${patterns.join(', ') || 'no address'}, and APP_ORIGIN is ${origin}: npm run setup writes both`);
}
