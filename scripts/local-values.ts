// The configuration of the two Workers on this machine: the same for `npm start` and for the tests.
import { randomBytes } from 'node:crypto';

/** The origins of a local start. */
export interface Addresses {
  readonly page: string;
  readonly worker: string;
  readonly sandbox: string;
}

/** Returns the three addresses, derived from the first port. Always `localhost`: for cookies, 127.0.0.1 is a different host. */
export function addresses(port: number): Addresses {
  return {
    page: `http://localhost:${port}`,
    worker: `http://localhost:${port + 1}`,
    sandbox: `http://localhost:${port + 2}`,
  };
}

/** The local secrets by the names of the Worker's settings. */
export type Secrets = Readonly<Record<SharedSecret | 'STATUS_SECRET' | 'TOKEN_KEYS', string>>;

/**
 * Returns random secrets for a local setup, as stored in .dev.vars. They are created once; with new ones, stored tokens could not be
 * decrypted.
 */
export function makeSecrets(): Secrets {
  const text = () => randomBytes(24).toString('base64url');
  return {
    SHOPIFY_CLIENT_ID: randomBytes(16).toString('hex'),
    SHOPIFY_CLIENT_SECRET: `shpss_${randomBytes(16).toString('hex')}`,
    SQUARE_CLIENT_ID: `sandbox-sq0idb-${text()}`,
    SQUARE_CLIENT_SECRET: `sandbox-sq0csb-${text()}`,
    SQUARE_WEBHOOK_KEY: text(),
    SQUARE_APP_TOKEN: `EAAA_app_${text()}`,
    STATUS_SECRET: text(),
    TOKEN_KEYS: `1:${randomBytes(32).toString('base64')}`,
  };
}

/** Returns the product Worker's plain variables. */
export function productVars(port: number): Record<string, string> {
  const { page, worker, sandbox } = addresses(port);
  return {
    APP_ORIGIN: page,
    WEBHOOK_ORIGIN: worker,
    SHOPIFY_ORIGIN: `${sandbox}/shopify/{shop}`,
    SQUARE_ORIGIN: `${sandbox}/square`,
    ADMIN_SHOPS: 'operator.myshopify.com',
    BILLING_MODE: 'shopify',
    MAIL_FROM: 'alerts@shelfbridge.example',
    ...thirdParties(),
  };
}

const THIRD_PARTIES = ['POSTHOG_KEY', 'POSTHOG_HOST', 'SENTRY_DSN', 'CHAT_WIDGET_ID'] as const;

/** The third parties that are configured, by setting. */
export type ThirdParties = Partial<Record<(typeof THIRD_PARTIES)[number], string>>;

/** Returns the third parties that the page may contact, as far as the environment of the start names them. */
export function thirdParties(): ThirdParties {
  return Object.fromEntries(THIRD_PARTIES.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

const SHARED = [
  'SHOPIFY_CLIENT_ID',
  'SHOPIFY_CLIENT_SECRET',
  'SQUARE_CLIENT_ID',
  'SQUARE_CLIENT_SECRET',
  'SQUARE_WEBHOOK_KEY',
  'SQUARE_APP_TOKEN',
] as const;

/** A secret that the app and the platforms know. */
type SharedSecret = (typeof SHARED)[number];

/** Returns the sandbox's variables: the app's address, and the application's credentials that both platforms know. */
export function sandboxVars(port: number, secrets: Readonly<Record<SharedSecret, string>>): Record<string, string> {
  const { page, worker } = addresses(port);
  return {
    APP_ORIGIN: page,
    WEBHOOK_ORIGIN: worker,
    ...Object.fromEntries(SHARED.map((name) => [name, secrets[name]])),
  };
}
