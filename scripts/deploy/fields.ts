// What setup has to be told: nine fields, and a tenth where the login has several accounts. Everything else it finds, creates or generates.
import { isMailAddress } from '../../src/domain/account/mail-address.ts';
import { checkAddress } from './address.ts';
import { environmentAt, environmentOf, SQUARE_ORIGINS } from './square-environment.ts';

/** One thing that only the person who installs can know. */
export interface Field {
  /** The name of the Worker's setting, also the environment variable that answers it. */
  readonly name: string;
  /** The command line's option; secrets have none, since a command line is visible to others and stays in the shell's history. */
  readonly flag?: string;
  readonly question: string;
  /** Where to find the value. */
  readonly where: string;
  readonly secret: boolean;
  /** What an empty answer means; without it the field must be answered. */
  readonly fallback?: string;
  /** Returns the value as it is used; throws with what is wrong with its form. */
  readonly check: (value: string) => string;
}

/** The forms of the platforms' credentials, by what they are. A value of one form in the place of another is named as what it is. */
const KINDS = [
  ["a Shopify app's client secret", /^shpss_[0-9a-f]{32}$/u],
  ["a Shopify store's access token", /^shp(?:at|ca|pa|ua)_/u],
  ["Square's application ID (production)", /^sq0idp-[\w-]{20,}$/u],
  ["Square's application ID (sandbox)", /^sandbox-sq0idb-[\w-]{20,}$/u],
  ["Square's application secret (production)", /^sq0csp-[\w-]{20,}$/u],
  ["Square's application secret (sandbox)", /^sandbox-sq0csb-[\w-]{20,}$/u],
  ['a Square access token', /^(?:EAAA|EAAl|sq0atp-|sandbox-sq0atb-)[\w-]{10,}$/u],
  ["Shopify's client ID or a client secret in its old form", /^[0-9a-f]{32}$/u],
] as const;

/** What a credential is, as far as its form tells. */
type Kind = (typeof KINDS)[number][0];

/** Returns a check that the value is one of these kinds; the message never has the value in it. */
export const oneOf =
  (...wanted: readonly Kind[]) =>
  (value: string): string => {
    const kind = KINDS.find(([, form]) => form.test(value))?.[0];
    if (kind !== undefined && wanted.includes(kind)) return value;
    if (/\s/u.test(value)) throw new Error('it has white space inside; copy the value alone');
    throw new Error(kind === undefined ? `it does not look like ${wanted.join(' or ')}` : `this is ${kind}, not ${wanted.join(' or ')}`);
  };

const choice =
  (...allowed: readonly string[]) =>
  (value: string): string => {
    if (!allowed.includes(value.toLowerCase())) throw new Error(`it must be ${allowed.join(' or ')}`);
    return value.toLowerCase();
  };

function checkShops(value: string): string {
  const shops = value.split(',').map((shop) => shop.trim().toLowerCase());
  const wrong = shops.find((shop) => !/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/u.test(shop));
  if (wrong !== undefined) throw new Error(`"${wrong}" is not a shop's domain; they look like my-store.myshopify.com`);
  return shops.join(',');
}

function checkMail(value: string): string {
  if (value !== '' && !isMailAddress(value)) throw new Error('it must be one mail address');
  return value;
}

const SHOPIFY_PAGE = 'Shopify: dev.shopify.com > Apps > your app > Settings > Credentials';
const SQUARE_PAGE = 'Square: developer.squareup.com/apps > your application';

/** The fields, in the order in which they are asked. */
export const FIELDS: readonly Field[] = [
  {
    name: 'APP_ORIGIN',
    flag: 'address',
    question: 'Address of this installation',
    where:
      'A hostname of a domain in your Cloudflare account (stock.example.com), or shelfbridge.YOUR-SUBDOMAIN.workers.dev;\n' +
      '  the dashboard shows your subdomain under Workers & Pages, at the right',
    secret: false,
    check: checkAddress,
  },
  {
    name: 'PLAN',
    flag: 'plan',
    question: 'Cloudflare plan, paid or free',
    where: 'docs/deploy.md tells what the free plan is enough for',
    secret: false,
    fallback: 'paid',
    check: choice('paid', 'free'),
  },
  {
    name: 'BILLING_MODE',
    flag: 'billing',
    question: 'Who pays, none (your own stores) or shopify (a service: merchants subscribe)',
    where: 'none: access never ends and nothing is charged',
    secret: false,
    fallback: 'none',
    check: choice('none', 'shopify'),
  },
  {
    name: 'ADMIN_SHOPS',
    flag: 'operators',
    question: "Shops whose owners are this installation's operators",
    where: 'Shop domains with commas between: my-store.myshopify.com (Shopify admin > Settings > Domains)',
    secret: false,
    check: checkShops,
  },
  {
    name: 'SHOPIFY_CLIENT_ID',
    question: "Shopify's client ID",
    where: `${SHOPIFY_PAGE} > Client ID`,
    secret: false,
    check: oneOf("Shopify's client ID or a client secret in its old form"),
  },
  {
    name: 'SHOPIFY_CLIENT_SECRET',
    question: "Shopify's client secret",
    where: `${SHOPIFY_PAGE} > Secret`,
    secret: true,
    check: oneOf("a Shopify app's client secret", "Shopify's client ID or a client secret in its old form"),
  },
  {
    name: 'SQUARE_CLIENT_ID',
    question: "Square's application ID",
    where: `${SQUARE_PAGE} > OAuth > Production Application ID`,
    secret: false,
    check: oneOf("Square's application ID (production)", "Square's application ID (sandbox)"),
  },
  {
    name: 'SQUARE_CLIENT_SECRET',
    question: "Square's application secret",
    where: `${SQUARE_PAGE} > OAuth > Production Application Secret`,
    secret: true,
    check: oneOf("Square's application secret (production)", "Square's application secret (sandbox)"),
  },
  {
    name: 'SQUARE_APP_TOKEN',
    question: "Square's access token",
    where: `${SQUARE_PAGE} > Credentials > Production Access token (it manages the webhook subscription, which setup creates)`,
    secret: true,
    check: oneOf('a Square access token'),
  },
];

/** Settings that most installations leave as they are: by option or environment, and never asked. */
export const OPTIONAL: readonly Field[] = [
  { name: 'SUPPORT_EMAIL', flag: 'support-email', question: '', where: '', secret: false, fallback: '', check: checkMail },
  { name: 'MAIL_FROM', flag: 'mail-from', question: '', where: '', secret: false, fallback: '', check: checkMail },
];

/** The answers by the names of their fields. */
export type Answers = Readonly<Record<string, string>>;

/** Answers that are each right in form, and not together. */
export class Contradiction extends Error {
  /** The fields of which one is wrong. */
  readonly fields: readonly string[];

  constructor(message: string, ...fields: readonly string[]) {
    super(message);
    this.fields = fields;
  }
}

/** Checks what only several answers together tell, as far as they are given; throws a `Contradiction` with what is wrong. */
export function checkTogether(answers: Answers): void {
  const of = (name: string): string => answers[name] ?? '';
  if (of('SHOPIFY_CLIENT_ID') !== '' && of('SHOPIFY_CLIENT_ID') === of('SHOPIFY_CLIENT_SECRET')) {
    throw new Contradiction(
      'SHOPIFY_CLIENT_SECRET is the same as SHOPIFY_CLIENT_ID; copy the secret, which the page shows beside it',
      'SHOPIFY_CLIENT_ID',
      'SHOPIFY_CLIENT_SECRET',
    );
  }
  checkSquare(of('SQUARE_CLIENT_ID'), of('SQUARE_CLIENT_SECRET'), of('SQUARE_ORIGIN'));
}

/** Throws a `Contradiction` where Square's credentials are not all of the environment that the Worker would call. */
function checkSquare(id: string, secret: string, origin: string): void {
  if (id !== '' && secret !== '' && environmentOf(id) !== environmentOf(secret)) {
    throw new Contradiction(
      "SQUARE_CLIENT_ID and SQUARE_CLIENT_SECRET are of different environments, one of Square's sandbox and one of production",
      'SQUARE_CLIENT_ID',
      'SQUARE_CLIENT_SECRET',
    );
  }
  const given = environmentOf(id || secret);
  const called = environmentAt(origin);
  if (given === null || called === null || given === called) return;
  const name = id === '' ? 'SQUARE_CLIENT_SECRET' : 'SQUARE_CLIENT_ID';
  throw new Contradiction(
    given === 'sandbox'
      ? `${name} is of Square's sandbox: use the production credentials, or add --var SQUARE_ORIGIN=${SQUARE_ORIGINS.sandbox}`
      : `${name} is of Square's production, and SQUARE_ORIGIN is the address of its sandbox: use the sandbox credentials, or set --var SQUARE_ORIGIN=${SQUARE_ORIGINS.production}`,
    'SQUARE_CLIENT_ID',
    'SQUARE_CLIENT_SECRET',
    'SQUARE_APP_TOKEN',
  );
}
