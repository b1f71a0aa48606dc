import { randomBytes } from 'node:crypto';

import { readPlatformConfig } from '../../src/platforms/config';
import { isShopDomain } from '../../src/platforms/shopify/shop-domain';
import { oneOf } from '../deploy/fields.ts';
import { messageOf } from '../failure.ts';
import type { Target } from './side';

type Env = Readonly<NodeJS.Dict<string>>;

/** Square's sandbox, the only host besides this machine that the command talks to as Square. */
const SQUARE_SANDBOX = 'https://connect.squareupsandbox.com';
/** Stands for application credentials that are not given: the configuration needs some, and nothing is sent with these. */
const NONE = '-';
/** How long a read at the live platforms may lag behind a write, in ms. */
const LAG_MS = 2_000;

interface Setting {
  readonly name: string;
  readonly isRequired: boolean;
  /** Throws when the value has the wrong form; the message never has the value in it. */
  readonly check: (value: string) => unknown;
}

const setting = (name: string, isRequired: boolean, check: Setting['check']): Setting => ({ name: `CONTRACT_${name}`, isRequired, check });

function checkShop(value: string): void {
  if (!isShopDomain(value)) throw new Error('it must be like my-store.myshopify.com');
}

/** Refuses every host but Square's sandbox and this machine: a request to the real Square would change real stock. */
function checkSquareOrigin(value: string): void {
  if (value === SQUARE_SANDBOX || isLocal(value)) return;
  throw new Error(`it must be ${SQUARE_SANDBOX}; Square's production is never written to`);
}

function checkShopifyOrigin(value: string): void {
  if (!isLocal(value)) throw new Error('it is only for a sandbox on this machine; leave it out for a real store');
}

const isLocal = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname);
};

const anything = (): void => {};

const SETTINGS: readonly Setting[] = [
  setting('SHOPIFY_SHOP', true, checkShop),
  setting('SHOPIFY_TOKEN', true, oneOf("a Shopify store's access token")),
  setting('SHOPIFY_CLIENT_ID', false, anything),
  setting('SHOPIFY_CLIENT_SECRET', false, anything),
  setting('SHOPIFY_REFRESH_TOKEN', false, anything),
  setting('SHOPIFY_ORIGIN', false, checkShopifyOrigin),
  setting('SQUARE_TOKEN', true, oneOf('a Square access token')),
  setting('SQUARE_CLIENT_ID', false, oneOf("Square's application ID (sandbox)")),
  setting('SQUARE_CLIENT_SECRET', false, oneOf("Square's application secret (sandbox)")),
  setting('SQUARE_REFRESH_TOKEN', false, anything),
  setting('SQUARE_APP_TOKEN', false, anything),
  setting('SQUARE_ORIGIN', false, checkSquareOrigin),
];

/** Settings whose values must not appear in a recording. */
const SECRETS = SETTINGS.map(({ name }) => name).filter((name) => /TOKEN|SECRET/u.test(name));

/** Returns the values of the environment that must not appear in a recording. */
export const secretsOf = (env: Env): readonly string[] => SECRETS.flatMap((name) => env[name] || []);

/** Reads the store and its credentials from the environment. Throws with everything that is missing or wrong, without any value. */
export function readTarget(env: Env): Target {
  const problems = SETTINGS.flatMap(({ name, isRequired, check }) => {
    const value = env[name] ?? '';
    if (value === '') return isRequired ? [`${name} is missing`] : [];
    try {
      check(value);
      return [];
    } catch (error) {
      return [`${name}: ${messageOf(error)}`];
    }
  });
  if (problems.length > 0)
    throw new Error(['Nothing was sent. docs/contract.md says where to find these:', ...problems.map((text) => `  ${text}`)].join('\n'));
  const of = (name: string): string | null => env[`CONTRACT_${name}`] || null;
  const isReal = of('SHOPIFY_ORIGIN') === null || (of('SQUARE_ORIGIN') ?? SQUARE_SANDBOX) === SQUARE_SANDBOX;
  const config = readPlatformConfig({
    SHOPIFY_CLIENT_ID: of('SHOPIFY_CLIENT_ID') ?? NONE,
    SHOPIFY_CLIENT_SECRET: of('SHOPIFY_CLIENT_SECRET') ?? NONE,
    SHOPIFY_ORIGIN: of('SHOPIFY_ORIGIN') ?? undefined,
    SQUARE_CLIENT_ID: of('SQUARE_CLIENT_ID') ?? NONE,
    SQUARE_CLIENT_SECRET: of('SQUARE_CLIENT_SECRET') ?? NONE,
    SQUARE_ORIGIN: of('SQUARE_ORIGIN') ?? SQUARE_SANDBOX,
    SQUARE_APP_TOKEN: of('SQUARE_APP_TOKEN') ?? undefined,
    // Not used here, but part of the configuration.
    SQUARE_WEBHOOK_KEY: NONE,
    APP_ORIGIN: 'https://shelfbridge-contract.example',
    TOKEN_KEYS: `1:${randomBytes(32).toString('base64')}`,
  });
  if (!config.ok) throw new Error(config.error.join('\n'));
  return {
    shop: of('SHOPIFY_SHOP') ?? '',
    shopifyToken: of('SHOPIFY_TOKEN') ?? '',
    squareToken: of('SQUARE_TOKEN') ?? '',
    config: config.value,
    shopifyRefreshToken: of('SHOPIFY_REFRESH_TOKEN'),
    squareRefreshToken: of('SQUARE_REFRESH_TOKEN'),
    lagMs: isReal ? LAG_MS : 0,
  };
}
