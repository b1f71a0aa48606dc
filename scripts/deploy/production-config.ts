// The production configuration: wrangler.toml with the answers of one installation in place of its placeholders. It is generated, so that
// what the product needs (classes, queues, limits) is stated once, and every upgrade brings it along.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../root.ts';

/** Where an installation lives and how it is set up; nothing here is secret. */
export interface Installation {
  /** Cloudflare's account id, 32 hexadecimal digits; '' leaves the choice to wrangler. */
  readonly account: string;
  /** The Worker's name; the database has the same, and the queues start with it. */
  readonly name: string;
  /** The origin of the page and of the webhooks. */
  readonly address: string;
  /** Cloudflare refuses `cpu_ms` on the free plan. */
  readonly plan: 'free' | 'paid';
  /** The id of the D1 database. */
  readonly database: string;
  /** Variables of the Worker that differ from wrangler.toml's. */
  readonly vars: Readonly<Record<string, string>>;
}

/** The file of the production configuration. It is not committed. */
export const CONFIG_FILE = 'wrangler.production.toml';

/** What `--dry-run` builds with where nothing was set up: it shows that the configuration is complete, and names no real account. */
export const SAMPLE: Installation = {
  account: '',
  name: 'shelfbridge',
  address: 'https://shelfbridge.example.workers.dev',
  plan: 'paid',
  database: '11111111-1111-4111-8111-111111111111',
  vars: { BILLING_MODE: 'none' },
};

/**
 * Variables that the Worker knows and wrangler.toml leaves at the Worker's defaults. They stay out of it, because the button asks for every
 * variable that it has. docs/operations.md says what each is for.
 */
export const TUNING: readonly string[] = [
  'ALERT_MERCHANT_AFTER_MS',
  'LAG_OLDEST_MS',
  'LAG_P95_MS',
  'SILENCE_TEST',
  'TIMER_HEARTBEAT_MS',
  'TIMER_TASK_SLICE_MS',
];

/** The address in wrangler.toml, which stands for none. */
export const SAMPLE_ORIGIN = 'https://shelfbridge.example';

const HEADER = `# Written by \`npm run setup\` from wrangler.toml. Not to be edited by hand or committed: run it again to change something.
`;

/** A local stand-in is addressed like workers.dev: without a domain of the account. */
const isWorkersDev = (address: string): boolean => /(?:^localhost|\.workers\.dev)$/u.test(new URL(address).hostname);

/** Replaces what the pattern finds; throws when wrangler.toml has changed so that nothing, or more than `times`, is found. */
function replace(text: string, pattern: RegExp, by: (whole: string, ...groups: string[]) => string, times = 1): string {
  let found = 0;
  const next = text.replaceAll(pattern, (whole: string, ...groups: unknown[]) => {
    found += 1;
    return by(whole, ...groups.map(String));
  });
  if (found !== times) throw new Error(`wrangler.toml: ${found} lines match ${String(pattern)}, ${times} were expected`);
  return next;
}

/** A text as TOML writes it: its basic strings have JSON's escapes. */
const quote = (text: string): string => JSON.stringify(text);

/** How a Worker comes to its address, in wrangler's terms. */
interface Route {
  readonly workers_dev: boolean;
  readonly routes?: readonly { readonly pattern: string; readonly custom_domain: true }[];
}

/** Returns the route: the account's workers.dev, or the address as a custom domain, for which Cloudflare creates DNS and certificate. */
export function routeOf(address: string): Route {
  if (isWorkersDev(address)) return { workers_dev: true };
  return { workers_dev: false, routes: [{ pattern: new URL(address).hostname, custom_domain: true }] };
}

function routeLines(address: string): string {
  const { workers_dev, routes = [] } = routeOf(address);
  const listed = routes.map(({ pattern }) => `{ pattern = ${quote(pattern)}, custom_domain = true }`);
  return [`workers_dev = ${workers_dev}`, ...(listed.length > 0 ? [`routes = [${listed.join(', ')}]`] : [])].join('\n');
}

/** Returns the variables: both origins are the one address. Those that wrangler.toml lacks are added. */
function withVars(text: string, { address, vars }: Installation): string {
  const all = { APP_ORIGIN: address, WEBHOOK_ORIGIN: address, ...vars };
  return Object.entries(all).reduce((lines, [name, value]) => {
    const line = `${name} = ${quote(value)}`;
    if (TUNING.includes(name)) return replace(lines, /^\[vars\]$/gmu, (section) => `${section}\n${line}`);
    return replace(lines, new RegExp(`^${name} = ".*"$`, 'gmu'), () => line);
  }, text);
}

/** Returns the names of the variables that an installation may set: those of wrangler.toml, and those that it leaves out. */
export function variableNames(template = readFileSync(join(root, 'wrangler.toml'), 'utf8')): string[] {
  const section = /^\[vars\]$([\s\S]*?)^\[/mu.exec(template)?.[1] ?? '';
  return [...[...section.matchAll(/^([A-Z\d_]+) = /gmu)].map(([, name = '']) => name), ...TUNING];
}

/** Returns the production configuration as TOML. */
export function productionConfig(installation: Installation, template = readFileSync(join(root, 'wrangler.toml'), 'utf8')): string {
  const { account, name, plan, database, vars } = installation;
  let text = replace(template, /^name = "shelfbridge"$/gmu, () =>
    [`name = ${quote(name)}`, ...(account === '' ? [] : [`account_id = ${quote(account)}`])].join('\n'),
  );
  text = replace(text, /^workers_dev = false$/gmu, () => routeLines(installation.address));
  text = withVars(text, installation);
  text = replace(text, /^database_name = ".*"$/gmu, () => `database_name = ${quote(name)}`);
  text = replace(text, /^database_id = ".*"$/gmu, () => `database_id = ${quote(database)}`);
  // Queues are the account's: with the Worker's name before theirs, two installations can share an account.
  text = replace(
    text,
    /^(queue|dead_letter_queue) = "shelfbridge-(.+)"$/gmu,
    (_whole, key = '', queue = '') => `${key} = ${quote(`${name}-${queue}`)}`,
    8,
  );
  if (!vars['MAIL_FROM']) text = replace(text, /^# Mail to merchants\..*\n\[\[send_email\]\]\nname = "MAIL"\n\n/gmu, () => '');
  if (plan === 'free') text = replace(text, /^\[limits\]\ncpu_ms = \d+\n\n/gmu, () => '');
  return HEADER + text;
}

/** Returns the names of the installation's queues, dead-letter queues included, in the order of wrangler.toml. */
export function queueNames(name: string, template = readFileSync(join(root, 'wrangler.toml'), 'utf8')): string[] {
  return [
    ...new Set([...template.matchAll(/^(?:queue|dead_letter_queue) = "shelfbridge-(.+)"$/gmu)].map(([, queue = '']) => `${name}-${queue}`)),
  ];
}
