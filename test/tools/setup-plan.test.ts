import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, test, vi } from 'vitest';

import { checked } from '../../scripts/deploy/ask';
import { checklist } from '../../scripts/deploy/checklist';
import { isDryRun } from '../../scripts/deploy/command-line';
import { checkTogether, FIELDS, type Answers } from '../../scripts/deploy/fields';
import { planOf } from '../../scripts/deploy/plan';
import { priceText } from '../../scripts/deploy/price';
import { ALL, parseOptions, USAGE } from '../../scripts/deploy/setup-options';
import { root } from '../../scripts/root';

const HEX = '0123456789abcdef'.repeat(2);
const PRODUCTION = { SQUARE_CLIENT_ID: `sq0idp-${'b'.repeat(22)}`, SQUARE_CLIENT_SECRET: `sq0csp-${'c'.repeat(43)}` };
const SANDBOX = { SQUARE_CLIENT_ID: `sandbox-sq0idb-${'b'.repeat(22)}`, SQUARE_CLIENT_SECRET: `sandbox-sq0csb-${'c'.repeat(43)}` };
const CREDENTIALS = {
  SHOPIFY_CLIENT_ID: HEX,
  SHOPIFY_CLIENT_SECRET: `shpss_${HEX}`,
  ...PRODUCTION,
  SQUARE_APP_TOKEN: `EAAA${'d'.repeat(60)}`,
};
const TO_SANDBOX = ['--var', 'SQUARE_ORIGIN=https://connect.squareupsandbox.com'];
const ADDRESS = ['--address', 'stock.example.com'];

/** What a dry run shows for a command line, in a clone in which nothing was set up. */
function planFor(args: readonly string[], env: Answers = {}): ReturnType<typeof planOf> {
  return planOf({ options: parseOptions(['--dry-run', ...args]), state: { answers: {} }, secrets: {}, env });
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a dry run without all answers', () => {
  test.each([
    [['--address', 'http://stock.example.com'], /^ {2}APP_ORIGIN: it must be an https address/mu],
    [['--billing', 'nothing'], /^ {2}BILLING_MODE: it must be none or shopify/mu],
    [['--plan', 'pro'], /^ {2}PLAN: it must be paid or free/mu],
    [['--operators', 'own.example.com'], /^ {2}ADMIN_SHOPS: "own\.example\.com" is not a shop's domain/mu],
    [['--mail-from', 'nobody'], /^ {2}MAIL_FROM: it must be one mail address/mu],
    [['--name', 'No Name'], /^--name No Name: /u],
  ])('refuses a wrong answer: %j', (args, reason) => {
    expect(() => planFor(args)).toThrow(reason);
  });

  test('names all wrong answers at once, and never shows a credential', () => {
    const wrong = (): unknown =>
      planFor(['--plan', 'pro', '--billing', 'nothing'], { SQUARE_APP_TOKEN: CREDENTIALS.SHOPIFY_CLIENT_SECRET });
    expect(wrong).toThrow(
      /^These answers are wrong:\n {2}PLAN: [\s\S]*\n {2}BILLING_MODE: [\s\S]*\n {2}SQUARE_APP_TOKEN: this is a Shopify/u,
    );
    expect(wrong).not.toThrow(/shpss_/u);
  });

  test('uses every answer that is given, and names each that is missing with what it uses instead', () => {
    const { installation, plan, unanswered } = planFor([...ADDRESS, '--billing', 'shopify'], PRODUCTION);
    expect(unanswered).toBe(
      'Not answered: PLAN (--plan), ADMIN_SHOPS (--operators), SHOPIFY_CLIENT_ID, SHOPIFY_CLIENT_SECRET, SQUARE_APP_TOKEN; the sample below ' +
        'uses PLAN=paid, ADMIN_SHOPS=my-store.myshopify.com, and no value for the missing credentials',
    );
    expect(installation).toMatchObject({ address: 'https://stock.example.com', vars: { BILLING_MODE: 'shopify' } });
    expect(plan).toContain('deploy to https://stock.example.com, and run the doctor');
    expect(plan).toMatch(/\[ \] Distribution +public$/mu);
    expect(plan).not.toContain('example.workers.dev');
  });

  test('uses samples for everything where nothing is answered, with the name that is asked for', () => {
    const { installation, unanswered } = planFor(['--name', 'mine']);
    expect(unanswered).toMatch(
      /^Not answered: APP_ORIGIN \(--address\), .*; the sample below uses APP_ORIGIN=https:\/\/mine\.example\.workers/u,
    );
    for (const { name } of FIELDS) expect(unanswered).toContain(name);
    expect(installation).toMatchObject({ name: 'mine', plan: 'paid', vars: { BILLING_MODE: 'none' } });
  });

  test('reads stored answers, and names nothing where all are there', () => {
    const answers = { APP_ORIGIN: 'https://stock.example.com', PLAN: 'free', BILLING_MODE: 'none', ADMIN_SHOPS: 'own.myshopify.com' };
    const state = { account: HEX, name: 'stock', answers, vars: { LAG_P95_MS: '1000' } };
    const { installation, plan, unanswered } = planOf({ options: parseOptions([]), state, secrets: CREDENTIALS, env: {} });
    expect(unanswered).toBe('');
    expect(installation).toMatchObject({ name: 'stock', plan: 'free', vars: { LAG_P95_MS: '1000' } });
    expect(plan).toContain(`${HEX} (not checked in a dry run)`);
  });
});

describe('the plan shows', () => {
  test('the price of a service, as the code and the specification have it, and nothing to pay for own stores', () => {
    const specification = readFileSync(join(root, 'docs/spec/subscription.md'), 'utf8');
    const [, price = 'none'] = /plan costs (\$[\d.]+ every \d+ days)/u.exec(specification) ?? [];
    const [, trial = 'none'] = /trial of (\d+ days)/u.exec(specification) ?? [];
    expect(priceText()).toBe(`${price}, after a trial of ${trial}`);
    const service = planFor(['--billing', 'shopify']).plan;
    expect(service).toContain(`BILLING_MODE=shopify, a service: each merchant pays ${priceText()}, through Shopify`);
    const own = planFor(['--billing', 'none']).plan;
    expect(own).toContain('BILLING_MODE=none, your own stores: access never ends, and nothing is charged');
    expect(own).not.toContain('$');
  });

  test('what else was answered: plan, operators, mail, account, and the names of variables', () => {
    const given = [
      '--plan',
      'free',
      '--operators',
      'own.myshopify.com',
      '--mail-from',
      'stock@example.com',
      '--support-email',
      'help@example.com',
    ];
    const { plan } = planFor([...given, '--account', HEX, '--var', 'LAG_P95_MS=98765', '--var', 'SILENCE_TEST=off']);
    const settings = Object.fromEntries(
      [...plan.matchAll(/^ {4}(\S.{18}\S?) *(.+)$/gmu)].map(([, name = '', text = '']) => [name.trim(), text]),
    );
    expect(settings).toMatchObject({
      'Cloudflare plan': 'free: no CPU time limit is set, since that plan refuses one',
      'Cloudflare account': `${HEX} (not checked in a dry run)`,
      "operators' shops": 'own.myshopify.com',
      'mail to merchants': 'from stock@example.com',
      'support address': 'help@example.com',
      'other variables': 'LAG_P95_MS, SILENCE_TEST',
    });
    expect(settings['alerts to operators']).toContain('ALERT_WEBHOOK_URL');
    expect(plan).not.toContain('98765');
    expect(planFor([]).plan).toContain('the one of your login (not checked in a dry run)');
  });

  test('a warning for a service on the free plan, and for nothing else', () => {
    const warned = (...args: string[]): boolean =>
      planFor(args).plan.includes('Warning: run a service on the paid plan (--plan paid). When');
    expect(warned('--billing', 'shopify', '--plan', 'free')).toBe(true);
    expect(warned('--billing', 'shopify', '--plan', 'paid')).toBe(false);
    expect(warned('--billing', 'none', '--plan', 'free')).toBe(false);
    expect(warned('--billing', 'shopify')).toBe(false);
  });
});

describe('an address', () => {
  const [field] = FIELDS;
  const check = (value: string): string => (field === undefined ? '' : checked(field, value));

  test.each([
    ['stock', /"stock" has no dot/u],
    ['localhost:8787', /an address of this machine/u],
    ['http://localhost:8787', /an address of this machine/u],
    ['https://app.localhost', /an address of this machine/u],
    ['stock.example.com:8443', /the port 8443.*as in https:\/\/stock\.example\.com/u],
    ['shelfbridge.YOUR-SUBDOMAIN.workers.dev', /YOUR-SUBDOMAIN stands for the subdomain of your account; the dashboard shows it/u],
    ['https://YOUR-SUBDOMAIN.workers.dev', /YOUR-SUBDOMAIN stands for/u],
    ['a.b.me.workers.dev', /the Worker's name and your subdomain alone/u],
    ['192.168.1.20', /"192\.168\.1\.20" is not a hostname/u],
    ['[::1]', /no dot/u],
    ['stock_room.example.com', /is not a hostname/u],
    ['https://user@stock.example.com', /without a path/u],
    ['ftp://stock.example.com', /https address/u],
  ])('that no installation can have is refused: %s', (value, reason) => {
    expect(() => check(value)).toThrow(reason);
  });

  test('is accepted as a domain or on workers.dev, and on this machine for a stand-in of Cloudflare alone', () => {
    expect(check('Stock.Example.com')).toBe('https://stock.example.com');
    expect(check('https://stock.example.com:443/')).toBe('https://stock.example.com');
    expect(check('bücher.example')).toBe('https://xn--bcher-kva.example');
    expect(check('shelfbridge.me.workers.dev')).toBe('https://shelfbridge.me.workers.dev');
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', 'http://localhost:9');
    expect(check('http://localhost:8787')).toBe('http://localhost:8787');
    expect(() => check('localhost:8787')).toThrow(/an address of this machine/u);
  });
});

describe('the command line of setup', () => {
  test('takes an account by an ID of 32 hexadecimal digits', () => {
    expect(parseOptions(['--account', HEX.toUpperCase()]).account).toBe(HEX);
    expect(() => parseOptions(['--account', '123'])).toThrow(
      '--account 123: an account ID has 32 hexadecimal digits; npx wrangler whoami lists those of your login',
    );
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', 'mine');
    expect(() => parseOptions([])).toThrow(/^CLOUDFLARE_ACCOUNT_ID mine: an account ID has/u);
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', '');
    expect(parseOptions([]).account).toBeUndefined();
  });

  test('refuses secrets as variables, with how to set each, and never shows them', () => {
    const set = (text: string) => (): unknown => parseOptions(['--var', text]);
    expect(set('ALERT_WEBHOOK_URL=https://hooks.example.com/the-secret')).toThrow(
      /^--var ALERT_WEBHOOK_URL: it is a secret.* npx wrangler secret put ALERT_WEBHOOK_URL --config wrangler\.production\.toml$/u,
    );
    for (const name of ['TOKEN_KEYS', 'SQUARE_WEBHOOK_KEY', 'SHOPIFY_CLIENT_SECRET']) {
      expect(set(`${name}=the-secret`)).toThrow(new RegExp(`^--var ${name}: it is a credential.*; set it in the environment$`, 'u'));
    }
    expect(set('NO_SUCH=the-secret')).toThrow(/^--var NO_SUCH: there is no such variable; there are .*SILENCE_TEST/u);
    expect(set('LAG_P95_MS')).toThrow('--var LAG_P95_MS: it must be like NAME=value');
  });

  test('checks a variable as the option of the same setting does', () => {
    expect(() => parseOptions(['--var', 'APP_ORIGIN=stock'])).toThrow(/^--var APP_ORIGIN: "stock" has no dot/u);
    expect(() => parseOptions(['--var', 'BILLING_MODE=nothing'])).toThrow('--var BILLING_MODE: it must be none or shopify');
    expect(parseOptions(['--var', 'MAIL_FROM=stock@example.com', '--var', 'APP_ORIGIN=stock.example.com']).vars).toEqual({
      MAIL_FROM: 'stock@example.com',
      APP_ORIGIN: 'https://stock.example.com',
    });
    expect(planFor(['--var', 'APP_ORIGIN=stock.example.com']).unanswered).not.toContain('APP_ORIGIN');
  });

  test('names an unknown option alone, and has each option in its help', () => {
    expect(() => parseOptions(['--adress', 'x'])).toThrow("Unknown option '--adress'; --help lists the options");
    for (const { flag, name } of ALL) if (flag !== undefined) expect(USAGE).toMatch(new RegExp(`^ {2}--${flag} .*\\(${name}\\)$`, 'mu'));
    for (const flag of ['dry-run', 'account', 'name', 'var', 'help']) expect(USAGE).toMatch(new RegExp(`^ {2}--${flag} `, 'mu'));
    for (const { flag, name } of FIELDS) if (flag === undefined) expect(USAGE).toContain(name);
  });
});

describe("Square's sandbox", () => {
  test('has a field of its own in the checklist', () => {
    const { plan } = planFor([...ADDRESS, ...TO_SANDBOX], SANDBOX);
    expect(plan).toContain(
      'OAuth, with the switch at the top of the page on Sandbox:\n    [ ] Sandbox Redirect URL          https://stock',
    );
    expect(plan).not.toContain('Production');
    const production = checklist({ address: 'https://stock.example.com', mode: 'none', squareOrigin: 'https://connect.squareup.com' });
    expect(production).toContain('on Production:\n    [ ] Production Redirect URL       https://stock.example.com/square/oauthCallback');
    expect(
      checklist({ address: 'https://stock.example.com', mode: 'none', squareOrigin: 'https://connect.squareupsandbox.com/' }),
    ).toContain('Sandbox Redirect URL');
  });

  test('takes its own credentials alone, and production those of production, as far as they are given', () => {
    for (const [name, value] of Object.entries(PRODUCTION)) {
      expect(() => planFor(TO_SANDBOX, { [name]: value })).toThrow(
        `${name} is of Square's production, and SQUARE_ORIGIN is the address of its sandbox: use the sandbox credentials, or set`,
      );
    }
    for (const [name, value] of Object.entries(SANDBOX)) {
      expect(() => planFor([], { [name]: value })).toThrow(`${name} is of Square's sandbox: use the production credentials, or add --var`);
    }
    const mixed = { ...CREDENTIALS, SQUARE_CLIENT_ID: SANDBOX.SQUARE_CLIENT_ID };
    expect(() => checkTogether(mixed)).toThrow(/different environments/u);
    expect(() => checkTogether({ ...CREDENTIALS, SQUARE_ORIGIN: 'http://localhost:9' })).not.toThrow();
    expect(() => checkTogether({})).not.toThrow();
  });
});

describe('a dry run', () => {
  test('is also what npm was asked for without the -- that hands an option on', () => {
    expect([isDryRun(true, {}), isDryRun(undefined, {}), isDryRun(undefined, { npm_config_dry_run: 'true' })]).toEqual([true, false, true]);
  });
});
