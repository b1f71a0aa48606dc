import type { Instant } from '../instant';
import type { Source } from '../source';
import type { ClosedShop } from './closed-shop';
import { NEARLY_FULL } from './storage-use';

/** Kinds of health problems of an account, the worst first: an account with one of them ranks above all with milder ones. */
export const HEALTH_PROBLEMS = [
  /** Entitled, but nothing is kept in sync. */
  'stopped',
  /** Levels are indeterminate: it is unknown whether a write took effect. */
  'frozen',
  /** Another app copies changes of variants: nothing is written to them until the merchant decides. */
  'another_writer',
  /** A platform refuses our token. */
  'shopify_token',
  'square_token',
  /** Shopify serves no request for the shop: an unpaid bill, locked by Shopify, or for another reason. */
  'shop_frozen',
  'shop_locked',
  'shop_closed',
  /** A platform refuses our own client id or secret, so no token can be renewed. */
  'shopify_credentials',
  'square_credentials',
  /** The object's storage is nearly full: once it is, nothing can be stored and so nothing is synced. */
  'storage',
  /** Webhook subscriptions are missing. */
  'webhooks',
  /** A platform changes levels without sending webhooks. */
  'webhooks_silent',
  /** A platform's webhooks have a format that cannot be read. */
  'webhooks_unreadable',
  /** A platform fails, or cannot be reached. */
  'unreachable',
  /** A read looks wrong and is not applied until the merchant approves it. */
  'doubt',
  /** Levels whose change a platform refuses. */
  'blocked',
  /** Variants that were linked no longer sync, and the merchant did not ask for it. */
  'unlinked',
  /** Both platforms sold what only one had. */
  'oversold',
  /** Another app seems to copy changes of variants. */
  'suspected_writer',
  /** Changes take too long. */
  'lag',
  /** Levels with a change over the merchant's maximum. */
  'held',
  /** Shopify answers in a different API version than requested. */
  'api_version',
] as const;

/** A kind of health problem. */
export type HealthProblem = (typeof HEALTH_PROBLEMS)[number];

/** Returns the kind of this name; null when there is none. */
export function parseHealthProblem(text: string): HealthProblem | null {
  return HEALTH_PROBLEMS.find((trouble) => trouble === text) ?? null;
}

/** The state of a connection: never made or ended by its owner, in use, or refused by the platform. */
export type ConnectionStanding = 'connected' | 'needs_reconnect' | 'disconnected';

/** The facts that an account's health is judged by, as its object knows them at one moment. */
export interface Health {
  readonly entitled: boolean;
  /** The merchant wants changes to be sent. */
  readonly autoSync: boolean;
  /** Operators have paused changes to a platform. */
  readonly paused: boolean;
  /** Locations are paired: from then on stock is to be kept in sync. */
  readonly paired: boolean;
  readonly shopify: ConnectionStanding;
  readonly square: ConnectionStanding;
  /** Connected platforms that do not answer, or answer with errors. */
  readonly failing: readonly Source[];
  /** Number of required webhook subscriptions that are missing. */
  readonly missingWebhooks: number;
  /** Platforms that change levels without a webhook, and the number of such changes in the last day. */
  readonly silent: readonly Source[];
  readonly untold: number;
  /** Number of webhooks of the last day that could not be read, or only in part. */
  readonly unreadableWebhooks: number;
  readonly held: number;
  readonly blocked: number;
  /** Number of pairs whose link ended although the merchant did not ask for it. */
  readonly unlinked: number;
  /** Number of variants of which both platforms sold what only one had. */
  readonly oversold: number;
  /** Number of variants on hold because another app copies their changes, and of those of which it seems to. */
  readonly writersHeld: number;
  readonly writersSuspected: number;
  readonly frozen: number;
  /** A read of a side waits for approval. */
  readonly doubt: boolean;
  /** Neither side was ever read completely, and the last attempt failed. */
  readonly neverRead: boolean;
  /** 95th percentile of the last day's write lag, in ms; null when nothing was written. */
  readonly lagP95Ms: number | null;
  /** The same for the latest writes only, while they are recent (see `LagWatch`); null when there were none. */
  readonly recentP95Ms: number | null;
  /** Age of the oldest change still under way, in ms; 0 when there is none. */
  readonly oldestUnderWayMs: number;
  /** Changes that the last reconciliations found and no webhook had reported. */
  readonly drift: number;
  /** Why Shopify serves no request for the shop; null while it does. */
  readonly closed: ClosedShop | null;
  /** Platforms that refuse our own client id or secret. */
  readonly credentialsRefused: readonly Source[];
  /** The API version that Shopify answers in, when it differs from the requested one; null otherwise. */
  readonly servedVersion: string | null;
  /** How many stored tokens each key of `TOKEN_KEYS` seals, by its version: an older key is needed until its count is 0. */
  readonly sealedBy: Readonly<Record<string, number>>;
  /** The used share of what the object may store, 0 to 1. */
  readonly storageShare: number;
}

/** The values above which lag counts as a health problem, in ms. */
export interface LagBounds {
  /** Age of the oldest change still under way. */
  readonly oldestMs: number;
  /** 95th percentile of the latest writes. */
  readonly p95Ms: number;
}

/** The default bounds, unless an installation sets its own. */
export const USUAL_LAG: LagBounds = { oldestMs: 10 * 60_000, p95Ms: 60_000 };

/**
 * Returns an account's health problems, the worst first. An account without entitlement has none: the product promises
 * it nothing. A lost connection before locations are paired belongs to onboarding.
 */
export function healthProblemsOf(health: Health, bounds: LagBounds): HealthProblem[] {
  if (!health.entitled) return [];
  const inOrder = health.shopify === 'connected' && health.square === 'connected';
  const found: Readonly<Record<HealthProblem, boolean>> = {
    stopped: health.paired && (!inOrder || health.neverRead),
    frozen: health.frozen > 0,
    another_writer: health.writersHeld > 0,
    shopify_token: health.shopify === 'needs_reconnect',
    square_token: health.square === 'needs_reconnect',
    shop_frozen: health.closed === 'frozen',
    shop_locked: health.closed === 'locked',
    shop_closed: health.closed !== null && health.closed !== 'frozen' && health.closed !== 'locked',
    shopify_credentials: health.credentialsRefused.includes('shopify'),
    square_credentials: health.credentialsRefused.includes('square'),
    storage: health.storageShare >= NEARLY_FULL,
    // A shop that serves no requests cannot be asked for its subscriptions, nor be sent new ones.
    webhooks: health.shopify === 'connected' && health.closed === null && health.missingWebhooks > 0,
    webhooks_silent: health.paired && health.silent.length > 0,
    webhooks_unreadable: health.unreadableWebhooks > 0,
    unreachable: health.failing.length > 0,
    doubt: health.doubt,
    blocked: health.blocked > 0,
    unlinked: health.unlinked > 0,
    oversold: health.oversold > 0,
    suspected_writer: health.writersSuspected > 0,
    lag: lags(health, bounds, inOrder),
    held: health.held > 0,
    api_version: health.servedVersion !== null,
  };
  return HEALTH_PROBLEMS.filter((trouble) => found[trouble]);
}

/**
 * Returns whether changes lag. Changes that wait for a reason reported separately do not lag, nor does a slowness that
 * is over.
 */
function lags(health: Health, bounds: LagBounds, inOrder: boolean): boolean {
  if ((health.recentP95Ms ?? 0) > bounds.p95Ms) return true;
  const reasons = [
    !health.autoSync,
    health.paused,
    !inOrder,
    health.failing.length > 0,
    health.blocked > 0,
    health.frozen > 0,
    health.writersHeld > 0,
  ];
  const explained = health.closed !== null || health.credentialsRefused.length > 0 || reasons.includes(true);
  return !explained && health.oldestUnderWayMs > bounds.oldestMs;
}

/**
 * Kinds caused by the installation, not by one account: they raise one alert however many accounts are affected. Each
 * affected account's list shows them as well.
 */
export const SHARED_PROBLEMS: readonly HealthProblem[] = ['shopify_credentials', 'square_credentials', 'api_version'];

/** Returns the combined severity of these problems: any worse one outweighs all milder ones. 0 for none. */
export function severityOf(troubles: readonly HealthProblem[]): number {
  return troubles.reduce((sum, trouble) => sum + 2 ** (HEALTH_PROBLEMS.length - 1 - HEALTH_PROBLEMS.indexOf(trouble)), 0);
}

/** A health problem and when it started. */
export interface Lasting {
  readonly trouble: HealthProblem;
  readonly since: Instant;
}

/** Returns the current problems with their start times: known ones keep theirs. */
export function lastingProblems(known: readonly Lasting[], present: readonly HealthProblem[], now: Instant): Lasting[] {
  return present.map((trouble) => ({ trouble, since: known.find((one) => one.trouble === trouble)?.since ?? now }));
}
