import type { Instant } from '../instant';
import type { Lasting, HealthProblem } from './trouble';

const MINUTE = 60_000;

/**
 * How long a trouble must last before operators are told: what mends itself meanwhile is nobody's alarm. Null for what is raised
 * once for the whole installation (`SHARED_TROUBLES`).
 */
const RAISED_AFTER_MS: Readonly<Record<HealthProblem, number | null>> = {
  stopped: 5 * MINUTE,
  frozen: 0,
  shopify_token: MINUTE,
  square_token: MINUTE,
  shop_frozen: MINUTE,
  shop_locked: MINUTE,
  shop_closed: 5 * MINUTE,
  shopify_credentials: null,
  square_credentials: null,
  webhooks: 10 * MINUTE,
  webhooks_silent: 0,
  webhooks_unreadable: 0,
  unreachable: 5 * MINUTE,
  doubt: MINUTE,
  blocked: 5 * MINUTE,
  lag: 5 * MINUTE,
  held: 60 * MINUTE,
  api_version: null,
};

/** How long a trouble must stay away before its alert ends: one that comes and goes is told once. */
export const CLEARED_AFTER_MS = 10 * MINUTE;

/**
 * How much longer than operators the merchant is left alone with a trouble that is his to know, on top of what the
 * installation sets; null for what he only sees in the app. Missing subscriptions and lost webhooks are ours to mend: he hears of them late.
 */
const MERCHANT_LATER_MS: Readonly<Record<HealthProblem, number | null>> = {
  stopped: 0,
  frozen: 0,
  shopify_token: 0,
  square_token: 0,
  shop_frozen: 0,
  shop_locked: 0,
  shop_closed: 0,
  shopify_credentials: null,
  square_credentials: null,
  webhooks: 60 * MINUTE,
  webhooks_silent: 60 * MINUTE,
  webhooks_unreadable: null,
  unreachable: null,
  doubt: 0,
  blocked: 0,
  lag: null,
  held: null,
  api_version: null,
};

/** See `MERCHANT_LATER_MS`. That nothing is kept in step is not told beside its own reason. */
export function merchantWaitMs(trouble: HealthProblem, lasting: readonly Lasting[]): number | null {
  const refused = lasting.some((one) => one.trouble === 'shopify_token' || one.trouble === 'square_token');
  return trouble === 'stopped' && refused ? null : MERCHANT_LATER_MS[trouble];
}

/** An alert that has not ended. */
export interface OpenAlert {
  readonly kind: string;
  /** Since when its trouble is not seen any more; null while it is. */
  readonly goneSince: Instant | null;
}

/** What is to become of an account's alerts. */
export interface AlertDecision {
  readonly raise: readonly HealthProblem[];
  /** Their troubles are not seen any more, as of now. */
  readonly gone: readonly string[];
  /** Their troubles are back: the same alert goes on. */
  readonly back: readonly string[];
  readonly clear: readonly string[];
  /** When to look again, if nothing changes; null when there is nothing to wait for. */
  readonly lookAgain: Instant | null;
}

/** Compares the troubles that last with the alerts that are open. */
export function decideAlerts(lasting: readonly Lasting[], open: readonly OpenAlert[], now: Instant): AlertDecision {
  const unraised = lasting.flatMap(({ trouble, since }) => {
    const afterMs = RAISED_AFTER_MS[trouble];
    return afterMs === null || open.some(({ kind }) => kind === trouble) ? [] : [{ trouble, due: since + afterMs }];
  });
  const present = (alert: OpenAlert): boolean => lasting.some(({ trouble }) => trouble === alert.kind);
  const absent = open.filter((alert) => !present(alert));
  const over = absent.filter(({ goneSince }) => goneSince !== null && now - goneSince >= CLEARED_AFTER_MS);
  const fading = absent.filter((alert) => !over.includes(alert));
  const moments = [
    ...unraised.map(({ due }) => due).filter((at) => at > now),
    ...fading.map(({ goneSince }) => (goneSince ?? now) + CLEARED_AFTER_MS),
  ];
  return {
    raise: unraised.filter(({ due }) => due <= now).map(({ trouble }) => trouble),
    gone: absent.filter(({ goneSince }) => goneSince === null).map(({ kind }) => kind),
    back: open.filter((alert) => alert.goneSince !== null && present(alert)).map(({ kind }) => kind),
    clear: over.map(({ kind }) => kind),
    lookAgain: moments.length === 0 ? null : Math.min(...moments),
  };
}
