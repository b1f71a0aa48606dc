import type { Result } from '../domain/result';
import { err, ok } from '../domain/result';
import { MAX_ANSWER_BYTES } from './http';
import type { HttpLimits } from './http';
import type { KeyRing } from './key-ring';
import { parseKeyRing } from './key-ring';

/** How we connect and identify ourselves to Shopify. */
export interface ShopifyConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The client secret before a rotation, still accepted on signatures; null when no rotation is in progress. */
  readonly previousSecret: string | null;
  /** `YYYY-MM`; the version whose complete schema our documents are checked against. */
  readonly apiVersion: string;
  /** Returns the origin (and path prefix, locally) of a shop's Admin, without a trailing slash. Expects a checked shop domain. */
  readonly originOf: (shop: string) => string;
}

/** How we connect and identify ourselves to Square. */
export interface SquareConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `YYYY-MM-DD`, sent with every call. */
  readonly version: string;
  /** Without a trailing slash. */
  readonly origin: string;
  /** Signature key of the application's webhook subscription. */
  readonly webhookKey: string;
  /** The signature key before a rotation, still accepted; null when no rotation is in progress. */
  readonly previousWebhookKey: string | null;
  /** The application's own token, which manages the webhook subscription; null when none is set. */
  readonly appToken: string | null;
}

/** Durations in ms; shortened only in tests. */
export interface PlatformTimers {
  /** Time limit of a call. */
  readonly requestTimeoutMs: number;
  /** How long before it expires a Shopify access token (1 h) is renewed. */
  readonly shopifyRefreshAheadMs: number;
  /** Age at which a Square access token (30 days) is renewed. Square asks for at most 7 days. */
  readonly squareRefreshAgeMs: number;
  /** The pause before an unanswered write is repeated: starts at `firstMs` and doubles up to `longestMs`. */
  readonly retry: { readonly firstMs: number; readonly longestMs: number };
  /** Time from one reconciliation to the next, normally and while webhooks are missing or unreliable. */
  readonly reconcileMs: number;
  readonly reconcileSuspectMs: number;
  /** Time from one check of a shop's webhook subscriptions to the next. */
  readonly webhookCheckMs: number;
  /** Time from one complete read of a platform's catalog and levels to the next. */
  readonly wholeReadMs: number;
  /** How long a link holds after its SKUs were first observed to differ: long enough to change both sides. */
  readonly skuGraceMs: number;
}

/** Everything that the platforms' clients and the stored connections need to know about the environment. */
export interface PlatformConfig {
  readonly shopify: ShopifyConfig;
  readonly square: SquareConfig;
  /** Origin of the web app: OAuth redirects back to it. */
  readonly appOrigin: string;
  /** Origin that receives webhooks; Square signs the address derived from it. */
  readonly webhookOrigin: string;
  /** Keys that encrypt stored platform tokens. */
  readonly tokenKeys: KeyRing;
  readonly timers: PlatformTimers;
  /** Whether variants are tested for another app that copies changes; writes wait for such a test for seconds. */
  readonly silenceTest: boolean;
}

/** The version whose complete schema can be checked offline; see `docs/decisions`. */
const SHOPIFY_API_VERSION = '2026-07';
/** The version that the inventory bodies are written for: adjustments name two locations since 2026-07-15. */
const SQUARE_VERSION = '2026-09-16';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Reads the environment. The error lists each missing or malformed value by name, one per line, and never shows the value. */
export function readPlatformConfig(env: Readonly<Record<string, unknown>>): Result<PlatformConfig, readonly string[]> {
  const reader = envReader(env);
  const shopTemplate = reader.text('SHOPIFY_ORIGIN', 'https://{shop}', isShopTemplate, 'an http(s) address with {shop} in it');
  const previous = reader.text('SHOPIFY_CLIENT_SECRET_PREVIOUS', '', always, '');
  const previousKey = reader.text('SQUARE_WEBHOOK_KEY_PREVIOUS', '', always, '');
  const appToken = reader.text('SQUARE_APP_TOKEN', '', always, '');
  const appOrigin = reader.text('APP_ORIGIN', null, isOrigin, 'an http(s) origin without a path');
  const keys = reader.parsed('TOKEN_KEYS', parseKeyRing);
  const config = {
    shopify: {
      clientId: reader.text('SHOPIFY_CLIENT_ID', null, always, ''),
      clientSecret: reader.text('SHOPIFY_CLIENT_SECRET', null, always, ''),
      previousSecret: previous === '' ? null : previous,
      apiVersion: reader.text('SHOPIFY_API_VERSION', SHOPIFY_API_VERSION, (text) => /^\d{4}-\d{2}$/u.test(text), 'YYYY-MM'),
      originOf: (shop: string) => trimSlash(shopTemplate.replaceAll('{shop}', shop)),
    },
    square: {
      clientId: reader.text('SQUARE_CLIENT_ID', null, always, ''),
      clientSecret: reader.text('SQUARE_CLIENT_SECRET', null, always, ''),
      version: reader.text('SQUARE_VERSION', SQUARE_VERSION, (text) => /^\d{4}-\d{2}-\d{2}$/u.test(text), 'YYYY-MM-DD'),
      origin: trimSlash(reader.text('SQUARE_ORIGIN', 'https://connect.squareup.com', isAddress, 'an http(s) address')),
      webhookKey: reader.text('SQUARE_WEBHOOK_KEY', null, always, ''),
      previousWebhookKey: previousKey === '' ? null : previousKey,
      appToken: appToken === '' ? null : appToken,
    },
    appOrigin,
    webhookOrigin: reader.text('WEBHOOK_ORIGIN', appOrigin, isOrigin, 'an http(s) origin without a path'),
    silenceTest: reader.text('SILENCE_TEST', 'on', (text) => text === 'on' || text === 'off', 'on or off') === 'on',
    timers: {
      requestTimeoutMs: reader.duration('PLATFORM_TIMEOUT_MS', 10_000),
      shopifyRefreshAheadMs: reader.duration('SHOPIFY_REFRESH_AHEAD_MS', 10 * MINUTE),
      squareRefreshAgeMs: reader.duration('SQUARE_REFRESH_AGE_MS', 6 * DAY),
      retry: { firstMs: reader.duration('RETRY_FIRST_MS', 500), longestMs: reader.duration('RETRY_LONGEST_MS', 30_000) },
      reconcileMs: reader.duration('SWEEP_MS', 60 * MINUTE),
      reconcileSuspectMs: reader.duration('SWEEP_DOUBTFUL_MS', 5 * MINUTE),
      webhookCheckMs: reader.duration('WEBHOOK_CHECK_MS', DAY),
      wholeReadMs: reader.duration('WHOLE_READ_MS', DAY),
      skuGraceMs: reader.duration('SKU_GRACE_MS', 15 * MINUTE),
    },
  };
  if (keys === null || reader.problems.length > 0) return err(reader.problems);
  return ok({ ...config, tokenKeys: keys });
}

/** Returns the limits of every call, as configured. */
export function httpLimits(config: PlatformConfig): HttpLimits {
  return { timeoutMs: config.timers.requestTimeoutMs, maxBytes: MAX_ANSWER_BYTES };
}

/** Returns the address that Square's webhook subscription is registered with and its signature covers. */
export function squareNotificationUrl(config: PlatformConfig): string {
  return `${config.webhookOrigin}/webhooks/square`;
}

interface EnvReader {
  readonly problems: string[];
  /** Reads a text; `fallback` null means that the value is required. */
  text(name: string, fallback: string | null, valid: (text: string) => boolean, shape: string): string;
  duration(name: string, fallback: number): number;
  parsed<T>(name: string, parse: (text: string) => Result<T, string>): T | null;
}

function envReader(env: Readonly<Record<string, unknown>>): EnvReader {
  const problems: string[] = [];
  const text: EnvReader['text'] = (name, fallback, valid, shape) => {
    const value = env[name];
    if (value === undefined || value === '') {
      if (fallback === null) problems.push(`${name} is missing`);
      return fallback ?? '';
    }
    if (typeof value === 'string' && valid(value)) return value;
    problems.push(`${name} is malformed: it must be ${shape === '' ? 'a text' : shape}`);
    return '';
  };
  return {
    problems,
    text,
    duration: (name, fallback) => {
      const written = text(name, String(fallback), (value) => /^[1-9]\d{0,12}$/u.test(value), 'a whole number of milliseconds above 0');
      return written === '' ? fallback : Number(written);
    },
    parsed: (name, parse) => {
      const written = text(name, null, always, '');
      if (written === '') return null;
      const parsed = parse(written);
      if (parsed.ok) return parsed.value;
      problems.push(`${name} is malformed: ${parsed.error}`);
      return null;
    },
  };
}

const always = (): boolean => true;

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.search === '' && url.hash === ''
  );
}

function isOrigin(text: string): boolean {
  return isAddress(text) && URL.parse(text)?.origin === text;
}

function isShopTemplate(text: string): boolean {
  return text.includes('{shop}') && isAddress(text.replaceAll('{shop}', 'demo.myshopify.com'));
}

function trimSlash(text: string): string {
  return text.replace(/\/+$/u, '');
}
