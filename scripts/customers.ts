// Creates many customers with awkward names, to inspect the operator screens: `npm run customers -- [count]` writes them into the database
// of a running app (PORT as given to npm start). They have no shop behind them, and the app never contacts one.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { localPort, parsed, showedHelp } from './deploy/command-line.ts';
import { messageOf, report } from './failure.ts';
import { addresses, type Addresses } from './local-values.ts';
import { readSettings } from './worker-settings.ts';

const DAY = 86_400_000;
const KINDS = [
  'harbour-goods',
  'st-marys-bakery',
  'maison-d-ete',
  'atelier-kobo',
  'a',
  '0-0',
  'xn--caf-dma',
  'the-very-long-name-of-a-shop-that-nobody-shortened',
];
const NAMES = [
  'Harbour & Pine',
  'St. Mary’s "Bakery"',
  'Maison d’Été — Zürich',
  '東京アトリエ工房',
  'متجر الزهور',
  '<script>alert(1)</script>',
  'Ω≈ç√∫˜µ≤≥÷ 🧶🪡',
  `${'Very '.repeat(40)}long`,
];
const MAILS: readonly ((n: number) => string)[] = [
  (n) => `owner${n}@example.com`,
  (n) => `o'brien+shop${n}@example.co.uk`,
  (n) => `"quoted name"${n}@example.org`,
  (n) => `店主${n}@例え.jp`,
  (n) => `صاحب${n}@example.ae`,
  (n) => `<b>bold</b>${n}@example.com`,
  (n) => `${'a.very.long.address.that.goes.on'.repeat(4)}.${n}@subdomain.of.a.subdomain.example.museum`,
  () => '',
];

// The health problems by severity, as src/domain/account/health-problem.ts orders them.
const HEALTH_PROBLEMS = [
  'stopped',
  'frozen',
  'shopify_token',
  'square_token',
  'shop_frozen',
  'shop_locked',
  'shop_closed',
  'shopify_credentials',
  'square_credentials',
  'webhooks',
  'unreachable',
  'doubt',
  'blocked',
  'lag',
  'held',
  'api_version',
];

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A customer without a shop behind it; times are ms since the epoch. */
interface Customer {
  readonly domain: string;
  readonly name: string;
  readonly email: string;
  readonly subscribed: boolean;
  readonly accessEnds: number | null;
  readonly created: number;
  readonly lastLogin: number | null;
  /** From the most to the least severe. */
  readonly troubles: readonly string[];
}

/** Returns an entry of a list, which repeats. */
function cycle<Entry>(list: readonly Entry[], index: number): Entry {
  const entry = list[Math.floor(index) % list.length];
  if (entry === undefined) throw new Error('nothing to choose from');
  return entry;
}

/** Returns a customer by number, from 1. All awkward cases repeat, in varying combinations. `now` is ms since the epoch. */
function awkwardCustomer(number: number, now: number): Customer {
  return {
    domain: `${cycle(KINDS, number)}-${number}.myshopify.com`,
    name: cycle(NAMES, number),
    email: cycle(MAILS, number / 3)(number),
    subscribed: number % 5 === 0,
    // From 25 days ago to 40 days ahead; paying customers have no end date.
    accessEnds: number % 5 === 0 ? null : now + ((number % 66) - 25) * DAY,
    created: now - number * DAY,
    lastLogin: number % 7 === 0 ? null : now - (number % 90) * DAY,
    troubles: HEALTH_PROBLEMS.filter((_, index) => number % 9 === 0 && (number / 9) % (index + 2) === 0),
  };
}

/** Returns the SQL of a customer's row, with a health report as if just read, so that no code queries the account object. */
function statements(one: Customer, now: number): string[] {
  const account = `(select id from accounts where shop_domain = ${quote(one.domain)})`;
  const weight = one.troubles.reduce((sum, trouble) => sum + 2 ** (HEALTH_PROBLEMS.length - 1 - HEALTH_PROBLEMS.indexOf(trouble)), 0);
  const has = (trouble: string): number => Number(one.troubles.includes(trouble));
  const access = (source: string): number => Number(!one.troubles.includes(`${source}_token`));
  const columns = 'shop_domain, name, email, subscribed, access_ends, billing_checked_at, created, last_login';
  const values = [quote(one.domain), quote(one.name), quote(one.email), Number(one.subscribed), one.accessEnds ?? 'null', now, one.created];
  const health = {
    troubles: quote(JSON.stringify(one.troubles)),
    severity: weight,
    since: one.troubles.length === 0 ? 'null' : now - DAY / 2,
    held: has('held') * 3,
    blocked: has('blocked') * 2,
    frozen: has('frozen'),
    missing_webhooks: has('webhooks') * 4,
    lag_p95_ms: has('lag') ? 95_000 : 900,
    shopify_access: access('shopify'),
    square_access: access('square'),
    entitled: Number(one.subscribed || (one.accessEnds ?? 0) > now),
    checked_at: now,
    visit_due: now + 365 * DAY,
  };
  const sets = Object.entries(health).map(([column, value]) => `${column} = ${value}`);
  return [
    `insert or ignore into accounts (${columns}) values (${[...values, one.lastLogin ?? 'null'].join(', ')});`,
    `update fleet set ${sets.join(', ')} where account = ${account};`,
    ...one.troubles.map(
      (trouble) =>
        `insert or ignore into fleet_troubles (account, trouble, since) values (${account}, ${quote(trouble)}, ${now - DAY / 2});`,
    ),
  ];
}

/** The longest text of SQL sent at once, in characters. D1 takes statements of up to 100 KB, and the local database holds a whole text to that. */
const AT_ONCE = 60_000;

/**
 * Runs SQL statements on the database of a running app; the app's next query sees the new rows. The app's own runtime runs them: SQLite has
 * one writer, and workerd waits for no other process, so writing from a second one makes the app's own writes fail.
 */
export async function writeSql({ worker }: Pick<Addresses, 'worker'>, statements: readonly string[]): Promise<void> {
  const [database] = readSettings('wrangler.toml').d1_databases;
  const address = `${worker}/cdn-cgi/local/explorer/api/d1/database/${database?.database_id}/raw`;
  for (let from = 0, sql = ''; from < statements.length; sql = '') {
    while (from < statements.length && sql.length < AT_ONCE) sql += `${statements[from++]}\n`;
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sql }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`the rows could not be written: HTTP ${response.status} ${answer}`);
  }
}

/** Writes `count` customers into the database of a running app. */
export async function seedCustomers(app: Pick<Addresses, 'worker'>, count: number, now = Date.now()): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  await writeSql(
    app,
    numbers.flatMap((number) => statements(awkwardCustomer(number, now), now)),
  );
}

/** The texts of the product's operator alerts for some problems, for screenshots and manual tests. */
const WORDS = {
  stopped: 'Nothing is kept in step, although the account is entitled to it.',
  frozen: '1 variant is frozen: it could not be known whether a write took effect.',
  shopify_token: 'Shopify refuses our token.',
  webhooks: '4 webhook subscriptions at Shopify are missing.',
  held: "3 variants are held: a change is over the merchant's maximum, or came together during a pause.",
};

/** Writes alerts about customers that have health problems, some of them resolved, and failed work of account 1. */
export async function seedAlerts(app: Pick<Addresses, 'worker'>, now = Date.now()): Promise<void> {
  const hour = 3_600_000;
  const alerts = Object.entries(WORDS).map(
    ([kind, message], index) =>
      `insert or ignore into alerts (account, kind, message, raised_at, operator_told_at, merchant_told_at, gone_since, cleared_at)
       select account, ${quote(kind)}, ${quote(message)}, ${now - 12 * hour}, ${now - 12 * hour + 1000},
       ${index < 3 ? now - 11 * hour : 'null'}, ${index % 2 === 0 ? 'null, null' : `${now - 2 * hour}, ${now - 2 * hour + 600_000}`}
       from fleet_troubles where trouble = ${quote(kind)} order by account limit 5;`,
  );
  const times = `${now - 2 * hour}, ${now - 2 * hour}, ${now - 2 * hour}, ${now - hour}`;
  const tasks = ['square', 'shopify'].map(
    (source) =>
      `insert into tasks (name, account, source, state, attempts, queued_at, due, started_at, finished_at, error)
       values ('locations', 1, '${source}', 'failed', 6, ${times}, '${source === 'square' ? 'Square' : 'Shopify'} did not answer.');`,
  );
  await writeSql(app, [...alerts, ...tasks]);
}

const USAGE = `npm run customers -- [COUNT]
Writes COUNT customers (1000 without it) with awkward names into the database of a running app (PORT as given to npm start).`;

/** The most customers at once: all rows are prepared in memory, and a larger count is a typing error. */
const MOST = 100_000;

async function main(args: string[]): Promise<void> {
  if (showedHelp(args, USAGE)) return;
  const [given = '1000'] = parsed(() => parseArgs({ args, allowPositionals: true })).positionals;
  const count = Number(given);
  if (!/^\d+$/u.test(given) || count < 1 || count > MOST) throw new Error(`COUNT must be a whole number from 1 to ${MOST}, not '${given}'`);
  const app = addresses(localPort());
  await seedCustomers(app, count).catch((error: unknown) => {
    throw new Error(`is the app running (npm start, with the same PORT)? ${messageOf(error)}`, { cause: error });
  });
  console.log(`${count} customers are at ${app.page}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2)).catch(report);
