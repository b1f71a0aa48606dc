// What `npm run setup -- --dry-run` shows: the answers that are missing, and what setup would do with those that are there.
import { collectKnown, type Given } from './ask.ts';
import { checklist } from './checklist.ts';
import { checkTogether, type Answers, type Field } from './fields.ts';
import { outlineOf } from './installation.ts';
import { PRICE_FILE, priceText } from './price.ts';
import { CONFIG_FILE, queueNames, SAMPLE, SAMPLE_ORIGIN, type Installation } from './production-config.ts';
import { ALL, nameOf, type Options } from './setup-options.ts';
import type { SetupState } from './setup-state.ts';
import { SHOPIFY_FILE } from './shopify-app.ts';
import { migrationFiles } from './steps.ts';

/** What a dry run knows. */
interface Known {
  readonly options: Options;
  readonly state: SetupState;
  /** The secrets that are stored here. */
  readonly secrets: Answers;
  readonly env: Given['env'];
}

/** What a dry run shows. */
interface Plan {
  /** What would be installed, with samples in the place of missing answers. */
  readonly installation: Installation;
  /** The line that names the missing answers; '' when there are none. */
  readonly unanswered: string;
  /** What setup would do. */
  readonly plan: string;
}

/** Returns values for the missing answers that the plan depends on; it depends on no credential. */
function samplesFor(unanswered: readonly Field[], { options, state }: Known): Answers {
  // Checks the name as it is used with a domain, where --name chooses it.
  const name = nameOf(SAMPLE_ORIGIN, options.name, state.name);
  const samples: Answers = { APP_ORIGIN: SAMPLE.address.replace(SAMPLE.name, name), ADMIN_SHOPS: 'my-store.myshopify.com' };
  return Object.fromEntries(unanswered.map((field) => [field.name, field.fallback ?? samples[field.name] ?? '']));
}

function describeUnanswered(unanswered: readonly Field[], samples: Answers): string {
  if (unanswered.length === 0) return '';
  const names = unanswered.map(({ name, flag }) => (flag === undefined ? name : `${name} (--${flag})`));
  const values = unanswered.flatMap(({ name }) => (samples[name] ? [`${name}=${samples[name]}`] : []));
  const isWithoutCredentials = unanswered.some(({ name }) => !samples[name]);
  const used = [...values, ...(isWithoutCredentials ? ['no value for the missing credentials'] : [])];
  return `Not answered: ${names.join(', ')}; the sample below uses ${new Intl.ListFormat('en-US').format(used)}`;
}

/** Returns who pays what in a mode. */
const describeMode = (mode: string | undefined): string =>
  mode === 'shopify'
    ? `BILLING_MODE=shopify, a service: each merchant pays ${priceText()}, through Shopify (${PRICE_FILE} has the price)`
    : 'BILLING_MODE=none, your own stores: access never ends, and nothing is charged';

const describePlan = (plan: Installation['plan']): string =>
  plan === 'free' ? 'free: no CPU time limit is set, since that plan refuses one' : 'paid: with the CPU time limit of wrangler.toml';

/** Returns a warning where a service would run on the free plan; null otherwise. */
export function planWarning({ plan, vars }: Pick<Installation, 'plan' | 'vars'>): string | null {
  if (plan !== 'free' || vars['BILLING_MODE'] !== 'shopify') return null;
  return (
    'Warning: run a service on the paid plan (--plan paid). When a daily limit of the free plan is used up, the requests of all merchants fail ' +
    'until midnight UTC: docs/deploy.md, "What the free plan is enough for"'
  );
}

/** Returns the lines that show how the installation would be set up. `given`: the names of the variables that --var has set. */
function settingLines({ plan, vars }: Installation, account: string | undefined, given: readonly string[]): string[] {
  const lines = {
    mode: describeMode(vars['BILLING_MODE']),
    'Cloudflare plan': describePlan(plan),
    'Cloudflare account': `${account ?? 'the one of your login'} (not checked in a dry run)`,
    "operators' shops": vars['ADMIN_SHOPS'],
    'mail to merchants': vars['MAIL_FROM'] ? `from ${vars['MAIL_FROM']}` : 'none, without --mail-from',
    'support address': vars['SUPPORT_EMAIL'],
    'alerts to operators': 'on /admin/alerts; the secret ALERT_WEBHOOK_URL adds an address (docs/operations.md, "Settings")',
    'other variables': given.join(', '),
  };
  return Object.entries(lines).flatMap(([name, text]) => (text ? [`    ${name.padEnd(20)}${text}`] : []));
}

/** Returns what a dry run shows; throws with every given answer that is wrong, and where answers contradict each other. */
export function planOf(known: Known): Plan {
  const { options, state, secrets, env } = known;
  const vars = { ...state.vars, ...options.vars };
  const { answers, unanswered } = collectKnown(ALL, { options: options.answers, env, stored: { ...state.answers, ...secrets } });
  checkTogether({ ...answers, ...vars });
  const missing = unanswered.filter(({ name }) => !vars[name]);
  const samples = samplesFor(missing, known);
  const all = { ...samples, ...answers, ...vars };
  const name = nameOf(all['APP_ORIGIN'] ?? '', options.name, state.name);
  const installation = { ...outlineOf(all, vars, { account: '', name }), database: SAMPLE.database };
  const { address } = installation;
  const warning = planWarning(installation);
  const plan = `Setup would then, in the Cloudflare account,
  create the database ${name}
  create the queues ${queueNames(name).join(', ')}
  write ${CONFIG_FILE} and ${SHOPIFY_FILE}
  generate TOKEN_KEYS and STATUS_SECRET, unless there are some
  create Square's webhook subscription for ${address}/webhooks/square
  apply ${migrationFiles().length} migrations, deploy to ${address}, and run the doctor against it
  with these settings:
${settingLines(installation, options.account ?? state.account, Object.keys(vars)).join('\n')}
${warning === null ? '' : `\n${warning}\n`}
${checklist({ address, mode: installation.vars['BILLING_MODE'] ?? '', squareOrigin: installation.vars['SQUARE_ORIGIN'] ?? '' })}`;
  return { installation, unanswered: describeUnanswered(missing, samples), plan };
}
