import type { Instant } from '../instant';
import type { Lasting, HealthProblem } from './health-problem';

const MINUTE = 60_000;

/**
 * How long a health problem must last before operators are notified: one that resolves earlier needs no alert. Null for
 * problems that are raised once for the whole installation (`SHARED_PROBLEMS`).
 */
const RAISED_AFTER_MS: Readonly<Record<HealthProblem, number | null>> = {
  stopped: 5 * MINUTE,
  frozen: 0,
  another_writer: 0,
  shopify_token: MINUTE,
  square_token: MINUTE,
  shop_frozen: MINUTE,
  shop_locked: MINUTE,
  shop_closed: 5 * MINUTE,
  shopify_credentials: null,
  square_credentials: null,
  storage: 0,
  webhooks: 10 * MINUTE,
  webhooks_silent: 0,
  webhooks_unreadable: 0,
  unreachable: 5 * MINUTE,
  doubt: MINUTE,
  blocked: 5 * MINUTE,
  unlinked: MINUTE,
  // What looks like a sale may turn out to be a count within minutes.
  oversold: 5 * MINUTE,
  // The next changes may show that a suspicion is none.
  suspected_writer: 5 * MINUTE,
  lag: 5 * MINUTE,
  held: 60 * MINUTE,
  api_version: null,
};

/** How long a health problem must be absent before its alert ends: an intermittent one is reported once. */
export const CLEARED_AFTER_MS = 10 * MINUTE;

/**
 * How much later than operators the merchant is notified of a health problem, on top of the installation's setting;
 * null for problems that are only shown in the app. Missing subscriptions and lost webhooks are ours to fix, so the
 * merchant is notified late.
 */
const MERCHANT_LATER_MS: Readonly<Record<HealthProblem, number | null>> = {
  stopped: 0,
  frozen: 0,
  another_writer: 0,
  shopify_token: 0,
  square_token: 0,
  shop_frozen: 0,
  shop_locked: 0,
  shop_closed: 0,
  shopify_credentials: null,
  square_credentials: null,
  storage: null,
  webhooks: 60 * MINUTE,
  webhooks_silent: 60 * MINUTE,
  webhooks_unreadable: null,
  unreachable: null,
  doubt: 0,
  blocked: 0,
  unlinked: 0,
  oversold: 0,
  suspected_writer: 0,
  lag: null,
  held: null,
  api_version: null,
};

/** Health problems that only the merchant can end and that cost stock meanwhile: they are notified at once. */
const AT_ONCE: readonly HealthProblem[] = ['another_writer'];

/**
 * Returns how long a merchant's notification of a problem waits, in ms; `usualMs`: the installation's setting. Null for problems that are only
 * shown in the app, and for `stopped` when it is caused by a refused token, which is reported itself.
 */
export function merchantWaitMs(trouble: HealthProblem, lasting: readonly Lasting[], usualMs: number): number | null {
  const refused = lasting.some((one) => one.trouble === 'shopify_token' || one.trouble === 'square_token');
  const later = trouble === 'stopped' && refused ? null : MERCHANT_LATER_MS[trouble];
  if (later === null) return null;
  return AT_ONCE.includes(trouble) ? later : usualMs + later;
}

/** An alert that has not ended. */
export interface OpenAlert {
  readonly kind: string;
  /** When its problem was first absent; null while it is present. */
  readonly goneSince: Instant | null;
}

/** The changes to make to an account's alerts. */
export interface AlertDecision {
  readonly raise: readonly HealthProblem[];
  /** Alerts whose problems are absent as of now. */
  readonly gone: readonly string[];
  /** Alerts whose problems are back: the same alert continues. */
  readonly back: readonly string[];
  readonly clear: readonly string[];
  /** When to check again if nothing changes; null when nothing is waiting. */
  readonly lookAgain: Instant | null;
}

/** Compares the lasting health problems with the open alerts. */
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
