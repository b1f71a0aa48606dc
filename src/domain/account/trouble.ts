import type { Instant } from '../instant';
import type { Source } from '../source';
import type { ClosedShop } from './closed-shop';

/** Kinds of trouble that an account can be in, the worst first: an account with one of them stands above all with milder ones. */
export const HEALTH_PROBLEMS = [
  /** Entitled, but nothing is kept in step. */
  'stopped',
  /** Cells stopped because it could not be known whether a write took effect. */
  'frozen',
  /** A platform refuses our token. */
  'shopify_token',
  'square_token',
  /** Shopify serves no request for the shop: an unpaid bill, locked by Shopify, or for another reason. */
  'shop_frozen',
  'shop_locked',
  'shop_closed',
  /** A platform refuses our own client id or secret, so that no token is renewed. */
  'shopify_credentials',
  'square_credentials',
  /** Webhook subscriptions are missing. */
  'webhooks',
  /** A platform changes levels and does not tell of it. */
  'webhooks_silent',
  /** A platform's webhooks come in a form that cannot be read. */
  'webhooks_unreadable',
  /** A platform fails, or cannot be reached. */
  'unreachable',
  /** What was read is not believed before the merchant approves it. */
  'doubt',
  /** Cells whose change a platform refuses. */
  'blocked',
  /** Changes take too long. */
  'lag',
  /** Cells with a change over the merchant's maximum. */
  'held',
  /** Shopify answers in another API version than the one that is asked for. */
  'api_version',
] as const;

/** A kind of trouble. */
export type HealthProblem = (typeof HEALTH_PROBLEMS)[number];

/** The kind of this name; null when there is none. */
export function parseHealthProblem(text: string): HealthProblem | null {
  return HEALTH_PROBLEMS.find((trouble) => trouble === text) ?? null;
}

/** How a connection stands: never made or ended by its owner, in use, or refused by the platform. */
export type ConnectionStanding = 'connected' | 'needs_reconnect' | 'disconnected';

/** What an account's health is judged by, as its object knows it at one moment. */
export interface Health {
  readonly entitled: boolean;
  /** The merchant wants changes to be sent. */
  readonly autoSync: boolean;
  /** Operators have paused changes to a platform. */
  readonly paused: boolean;
  /** Locations are paired: from then on stock is to be kept in step. */
  readonly paired: boolean;
  readonly shopify: ConnectionStanding;
  readonly square: ConnectionStanding;
  /** Connected platforms that do not answer, or answer with errors. */
  readonly failing: readonly Source[];
  /** Webhook subscriptions that should be there and are not. */
  readonly missingWebhooks: number;
  /** Platforms that change levels without a webhook, and how many such changes there were in the last day. */
  readonly silent: readonly Source[];
  readonly untold: number;
  /** Webhooks of the last day that could not be read, or not whole. */
  readonly unreadableWebhooks: number;
  readonly held: number;
  readonly blocked: number;
  readonly frozen: number;
  /** A side's reading waits for approval. */
  readonly doubt: boolean;
  /** Neither side was ever read whole, and the last attempt failed. */
  readonly neverRead: boolean;
  /** Nineteen of twenty writes of the last day took no longer, ms; null when nothing was written. */
  readonly lagP95Ms: number | null;
  /** The same of the latest writes alone, as long as they are recent (see `LagWatch`); null when there were none. */
  readonly recentP95Ms: number | null;
  /** How long ago the oldest change that is still on its way began, ms; 0 when none is. */
  readonly oldestUnderWayMs: number;
  /** Changes that the last sweeps found and no webhook had told. */
  readonly drift: number;
  /** Why Shopify serves no request for the shop; null while it does. */
  readonly closed: ClosedShop | null;
  /** Platforms that refuse our own client id or secret. */
  readonly credentialsRefused: readonly Source[];
  /** The API version that Shopify answers in, where it is not the one that is asked for; null otherwise. */
  readonly servedVersion: string | null;
}

/** From which figures on lag counts as trouble, ms. */
export interface LagBounds {
  /** Age of the oldest change that is still on its way. */
  readonly oldestMs: number;
  /** Nineteen of twenty of the latest writes. */
  readonly p95Ms: number;
}

/** The bounds unless an installation sets its own. */
export const USUAL_LAG: LagBounds = { oldestMs: 10 * 60_000, p95Ms: 60_000 };

/**
 * The troubles that an account is in, the worst first. One who may not use the product is in none: nothing is promised to
 * him. A lost connection before locations are paired is the onboarding's matter.
 */
export function healthProblemsOf(health: Health, bounds: LagBounds): HealthProblem[] {
  if (!health.entitled) return [];
  const inOrder = health.shopify === 'connected' && health.square === 'connected';
  const found: Readonly<Record<HealthProblem, boolean>> = {
    stopped: health.paired && (!inOrder || health.neverRead),
    frozen: health.frozen > 0,
    shopify_token: health.shopify === 'needs_reconnect',
    square_token: health.square === 'needs_reconnect',
    shop_frozen: health.closed === 'frozen',
    shop_locked: health.closed === 'locked',
    shop_closed: health.closed !== null && health.closed !== 'frozen' && health.closed !== 'locked',
    shopify_credentials: health.credentialsRefused.includes('shopify'),
    square_credentials: health.credentialsRefused.includes('square'),
    // A shop that serves no request cannot be asked for them, nor be sent new ones.
    webhooks: health.shopify === 'connected' && health.closed === null && health.missingWebhooks > 0,
    webhooks_silent: health.paired && health.silent.length > 0,
    webhooks_unreadable: health.unreadableWebhooks > 0,
    unreachable: health.failing.length > 0,
    doubt: health.doubt,
    blocked: health.blocked > 0,
    lag: lags(health, bounds, inOrder),
    held: health.held > 0,
    api_version: health.servedVersion !== null,
  };
  return HEALTH_PROBLEMS.filter((trouble) => found[trouble]);
}

/** What waits for a reason that has a name of its own does not lag; nor does what was slow and is over. */
function lags(health: Health, bounds: LagBounds, inOrder: boolean): boolean {
  if ((health.recentP95Ms ?? 0) > bounds.p95Ms) return true;
  const reasons = [!health.autoSync, health.paused, !inOrder, health.failing.length > 0, health.blocked > 0, health.frozen > 0];
  const explained = health.closed !== null || health.credentialsRefused.length > 0 || reasons.includes(true);
  return !explained && health.oldestUnderWayMs > bounds.oldestMs;
}

/**
 * Kinds that are the installation's own fault and not one account's: whatever their number of accounts, they are one alert. Each
 * account's list shows them all the same.
 */
export const SHARED_PROBLEMS: readonly HealthProblem[] = ['shopify_credentials', 'square_credentials', 'api_version'];

/** How bad these troubles are together: any worse one outweighs all milder ones. 0 for none. */
export function severityOf(troubles: readonly HealthProblem[]): number {
  return troubles.reduce((sum, trouble) => sum + 2 ** (HEALTH_PROBLEMS.length - 1 - HEALTH_PROBLEMS.indexOf(trouble)), 0);
}

/** A trouble, and since when it lasts. */
export interface Lasting {
  readonly trouble: HealthProblem;
  readonly since: Instant;
}

/** The present troubles with their beginnings: those that were known keep theirs. */
export function lastingProblems(known: readonly Lasting[], present: readonly HealthProblem[], now: Instant): Lasting[] {
  return present.map((trouble) => ({ trouble, since: known.find((one) => one.trouble === trouble)?.since ?? now }));
}
