import { changeAlerts, openAlerts } from '../../db/alerts';
import type { AccountId } from '../../domain/account/account-id';
import { CLEARED_AFTER_MS, decideAlerts, merchantWaitMs } from '../../domain/account/alerting';
import type { Health, Lasting } from '../../domain/account/health-problem';
import type { Instant } from '../../domain/instant';
import type { Services } from '../runtime/services';
import { operatorText, platformOf } from './wording';

/** The dependencies of raising alerts. */
export type RaiseDeps = Pick<Services, 'db' | 'config' | 'now'>;

/**
 * Raises and ends an account's alerts by its health problems. `health` is null when its object does not answer. Returns when to check
 * again; null: when something changes.
 */
export async function watchAccount(
  deps: RaiseDeps,
  account: AccountId,
  lasting: readonly Lasting[],
  health: Health | null,
): Promise<Instant | null> {
  const open = await openAlerts(deps.db, account);
  if (open.length === 0 && lasting.length === 0) return null;
  const now = deps.now();
  const { raise, gone, back, clear, lookAgain } = decideAlerts(lasting, open, now);
  const { alertWebhookUrl, merchantAlertAfterMs } = deps.config;
  const begins = raise.map((trouble) => {
    const waitMs = merchantWaitMs(trouble, lasting, merchantAlertAfterMs);
    return {
      kind: trouble,
      source: health === null ? ('' as const) : platformOf(trouble, health),
      message: health === null ? "The account's object does not answer." : operatorText(trouble, health),
      operatorDue: alertWebhookUrl === '' ? null : now,
      merchantDue: waitMs === null ? null : now + waitMs,
    };
  });
  await changeAlerts(deps.db, account, { raise: begins, gone, back, clear, notifiesOperators: alertWebhookUrl !== '' }, now);
  return lookAgain;
}

/** A problem of the installation itself: a failed cron job, a dead letter. */
export interface OwnProblem {
  readonly kind: string;
  readonly message: string;
}

/** No account: an installation-wide alert. */
const ALL = 0;

/**
 * Raises and ends alerts of the installation itself. Alerts of `kinds` that are not among the present problems start to end; alerts of
 * other kinds are unchanged.
 */
export async function watchOwn(deps: RaiseDeps, kinds: readonly string[], present: readonly OwnProblem[]): Promise<void> {
  const now = deps.now();
  const open = (await openAlerts(deps.db, ALL)).filter(({ kind }) => kinds.includes(kind));
  if (open.length === 0 && present.length === 0) return;
  const there = (kind: string): boolean => present.some((one) => one.kind === kind);
  const notifiesOperators = deps.config.alertWebhookUrl !== '';
  const absent = open.filter(({ kind }) => !there(kind));
  const over = absent.filter(({ goneSince }) => goneSince !== null && now - goneSince >= CLEARED_AFTER_MS);
  await changeAlerts(
    deps.db,
    ALL,
    {
      raise: present
        .filter(({ kind }) => !open.some((one) => one.kind === kind))
        .map((one) => ({ ...one, source: '' as const, operatorDue: notifiesOperators ? now : null, merchantDue: null })),
      gone: absent.filter(({ goneSince }) => goneSince === null).map(({ kind }) => kind),
      back: open.filter(({ kind, goneSince }) => goneSince !== null && there(kind)).map(({ kind }) => kind),
      clear: over.map(({ kind }) => kind),
      notifiesOperators,
    },
    now,
  );
}
