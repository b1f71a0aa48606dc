import { USUAL_LAG, type LagBounds } from '../../domain/account/health-problem';
import { isMailAddress } from '../../domain/account/mail-address';
import { err, ok, type Result } from '../../domain/result';
import { readPlatformConfig, type PlatformConfig } from '../../platforms/config';
import { Secret } from './secret';

/** `shopify`: merchants subscribe through Shopify's billing. `none`: access never ends. */
export type BillingMode = 'shopify' | 'none';

/** The Worker's settings, read once and checked. */
export interface Config {
  /** The platforms' addresses, client credentials and signature keys. Not to be logged or serialized. */
  readonly platform: PlatformConfig;
  /** The page's origin; every redirect to our own pages starts with it. No address is ever built from a request. */
  readonly appOrigin: string;
  /** Started on a developer's machine: cookies without Secure, CORS for the page's own port. */
  readonly local: boolean;
  readonly statusSecret: Secret;
  readonly adminShops: ReadonlySet<string>;
  /** Stores of Shopify's own staff and similar ones, which are never charged. Development stores need not be listed. */
  readonly staffShops: ReadonlySet<string>;
  readonly billingMode: BillingMode;
  readonly allowTokenReveal: boolean;
  /** '' when unset, like the fields below. */
  readonly appListingUrl: string;
  readonly supportEmail: string;
  /** The sender address of mail to merchants; without it none is sent. */
  readonly mailFrom: string;
  /** Where alerts for operators are sent by POST; '' for nowhere. */
  readonly alertWebhookUrl: string;
  /** How much later than operators merchants get an alert, ms. */
  readonly merchantAlertAfterMs: number;
  /** The figures from which an account counts as lagging. */
  readonly lag: LagBounds;
  readonly telemetry: Telemetry;
  readonly timers: Timers;
}

/** Third-party services that the page may call; each '' when unset. All of these values are public: every page gets them. */
export interface Telemetry {
  /** PostHog; both fields are set, or neither. */
  readonly posthogKey: string;
  readonly posthogHost: string;
  /** '' on any host but the production host. */
  readonly sentryDsn: string;
  /** Crisp's website id. */
  readonly chatWidgetId: string;
}

/** Durations in milliseconds; shortened only in tests. */
export interface Timers {
  /** How long a webhook waits for the account's object before it goes to the queue. */
  readonly ingestMs: number;
  /** A running task with an older heartbeat has lost its consumer. */
  readonly heartbeatMs: number;
  /** How long one consumer works on a task before it continues with the next message. */
  readonly taskSliceMs: number;
}

const SHOP_DOMAIN = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/u;

/** Reads the Worker's environment. On failure it lists every fault, each with its variable's name and no value. */
export function parseConfig(env: object): Result<Config, readonly string[]> {
  const values: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(env));
  const platform = readPlatformConfig(values);
  const problems: string[] = platform.ok ? [] : [...platform.error];
  const reader = readerOf(values, problems);
  const telemetry = {
    posthogKey: reader.optional('POSTHOG_KEY'),
    posthogHost: reader.url('POSTHOG_HOST').replace(/\/+$/u, ''),
    sentryDsn: reader.url('SENTRY_DSN'),
    chatWidgetId: reader.optional('CHAT_WIDGET_ID'),
  };
  if ((telemetry.posthogKey === '') !== (telemetry.posthogHost === '')) {
    problems.push('POSTHOG_KEY and POSTHOG_HOST must be set together, or neither');
  }
  const own = {
    statusSecret: new Secret(reader.required('STATUS_SECRET')),
    adminShops: reader.shops('ADMIN_SHOPS'),
    staffShops: reader.shops('STAFF_SHOPS'),
    billingMode: reader.oneOf<BillingMode>('BILLING_MODE', ['shopify', 'none']),
    allowTokenReveal: reader.oneOf('ALLOW_TOKEN_REVEAL', ['false', 'true']) === 'true',
    appListingUrl: reader.url('APP_LISTING_URL'),
    supportEmail: reader.optional('SUPPORT_EMAIL'),
    alertWebhookUrl: reader.url('ALERT_WEBHOOK_URL'),
    mailFrom: reader.mailAddress('MAIL_FROM'),
    merchantAlertAfterMs: reader.milliseconds('ALERT_MERCHANT_AFTER_MS', 10 * 60_000, DAY),
    lag: {
      oldestMs: reader.milliseconds('LAG_OLDEST_MS', USUAL_LAG.oldestMs),
      p95Ms: reader.milliseconds('LAG_P95_MS', USUAL_LAG.p95Ms),
    },
    timers: {
      ingestMs: reader.milliseconds('TIMER_INGEST_MS', 3_000),
      heartbeatMs: reader.milliseconds('TIMER_HEARTBEAT_MS', 45_000),
      taskSliceMs: reader.milliseconds('TIMER_TASK_SLICE_MS', 20_000),
    },
  };
  if (!platform.ok || problems.length > 0) return err(problems);
  const { appOrigin } = platform.value;
  const local = appOrigin.startsWith('http://localhost:');
  if (!local && !appOrigin.startsWith('https://')) return err(['APP_ORIGIN must begin with https:// (or be http://localhost:port)']);
  // Errors are reported from the production host alone.
  return ok({
    platform: platform.value,
    appOrigin,
    local,
    ...own,
    telemetry: { ...telemetry, sentryDsn: local ? '' : telemetry.sentryDsn },
  });
}

/** Returns the message for the person who configures the Worker: the names of invalid settings, never a value. */
export function describeProblems(problems: readonly string[]): string {
  return ['Shelfbridge is not set up. Fix these settings of the Worker:', ...problems.map((problem) => `  ${problem}`)].join('\n');
}

interface Reader {
  required(name: string): string;
  optional(name: string): string;
  url(name: string): string;
  shops(name: string): ReadonlySet<string>;
  /** The first of the allowed values is the default. */
  oneOf<T extends string>(name: string, allowed: readonly [T, ...T[]]): T;
  /** At most `longest`, if given. */
  milliseconds(name: string, fallback: number, longest?: number): number;
  mailAddress(name: string): string;
}

const DAY = 24 * 3_600_000;

function readerOf(values: Readonly<Record<string, unknown>>, problems: string[]): Reader {
  const fault = (name: string, problem: string): string => {
    problems.push(`${name} ${problem}`);
    return '';
  };
  const optional = (name: string): string => {
    const value = values[name] ?? '';
    return typeof value === 'string' ? value.trim() : fault(name, 'is malformed: it must be a text');
  };
  return {
    optional,
    required: (name) => optional(name) || fault(name, 'is missing'),
    url: (name) => {
      const value = optional(name);
      return value === '' || (/^https?:\/\//iu.test(value) && URL.canParse(value))
        ? value
        : fault(name, 'is malformed: it must be an http(s) address');
    },
    shops: (name) => {
      const names = optional(name)
        .split(',')
        .map((shop) => shop.trim().toLowerCase())
        .filter((shop) => shop !== '');
      if (!names.every((shop) => SHOP_DOMAIN.test(shop))) {
        fault(name, 'is malformed: it must be shop domains ({shop}.myshopify.com) with commas between');
      }
      return new Set(names);
    },
    oneOf: (name, allowed) => {
      const value = optional(name);
      const found = value === '' ? allowed[0] : allowed.find((one) => one === value);
      if (found === undefined) fault(name, `is malformed: it must be one of ${allowed.join(', ')}`);
      return found ?? allowed[0];
    },
    milliseconds: (name, fallback, longest) => {
      const value = optional(name);
      if (value !== '' && !/^[1-9]\d{0,8}$/u.test(value)) fault(name, 'is malformed: it must be a whole number of milliseconds above 0');
      else if (longest !== undefined && Number(value) > longest)
        fault(name, `is malformed: it must not be more than ${longest} milliseconds`);
      return value === '' ? fallback : Number(value);
    },
    mailAddress: (name) => {
      const value = optional(name);
      return value === '' || isMailAddress(value) ? value : fault(name, 'is malformed: it must be one mail address');
    },
  };
}
