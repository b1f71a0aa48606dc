import { findAccount, type Account } from '../../db/accounts';
import { fleetRow, knownProblems, saveFleet, saveSilence, type FleetFigures, type FleetRow } from '../../db/fleet';
import type { AccountId } from '../../domain/account/account-id';
import {
  lastingProblems,
  severityOf,
  healthProblemsOf,
  HEALTH_PROBLEMS,
  type Health,
  type Lasting,
} from '../../domain/account/health-problem';
import type { Instant } from '../../domain/instant';
import { watchAccount } from '../alerts/raise';
import { raiseShared } from '../alerts/shared-problems';
import { within } from '../runtime/deadline';
import { reasonOf } from '../runtime/log';
import type { Services } from '../runtime/services';
import { enqueueTask, type TaskQueueDeps } from '../runtime/task-queue';

/** The dependencies of a visit to an account. */
export type VisitDeps = TaskQueueDeps & Pick<Services, 'config' | 'account'>;

const MINUTE = 60_000;
/** How long an object may take to return its health, ms. */
const ANSWER_MS = 10_000;
/** How soon an account without problems is read again, unless its object asks for it, ms. */
const WELL_MS = 6 * 60 * MINUTE;
/** The same for an account with problems, and for one whose object does not answer, ms. */
const ILL_MS = 10 * MINUTE;
const SILENT_MS = MINUTE;

/** Reads an account's health from its object, stores it, and raises or ends its alerts. Throws when the object does not answer. */
export async function visit(deps: VisitDeps, account: Account): Promise<void> {
  const health = await ask(deps, account);
  const known = await knownProblems(deps.db, account.id);
  // A merchant who removed the app gets no further alerts.
  const present = account.status === 'uninstalled' ? [] : healthProblemsOf(health, deps.config.lag);
  const lasting = lastingProblems(known, present, deps.now());
  const lookAgain = await watchAccount(deps, account.id, lasting, health);
  await saveFleet(deps.db, figuresOf(account, health, lasting, { now: deps.now(), lookAgain }), known);
  if (account.status !== 'uninstalled') await raiseShared(deps, health, deps.config.lag);
  const began = present.filter((trouble) => !known.some((one) => one.trouble === trouble));
  if (began.includes('webhooks') || began.includes('webhooks_silent')) await enqueueTask(deps, 'webhook_subscriptions', account.id, '');
}

/** Reads the health from the object, in two attempts at most: an object that has just been moved does not answer the first one. */
async function ask(deps: VisitDeps, account: Account): Promise<Health> {
  for (let asked = 1; ; asked += 1) {
    try {
      const answer = await within(deps.account(account.id).health(), ANSWER_MS);
      if (answer.timely) return answer.value;
      throw new Error(`no answer within ${ANSWER_MS} ms`);
    } catch (thrown) {
      if (asked === 2) throw thrown;
    }
  }
}

/** Visits an account by its id. An object that does not answer is stored as a health problem instead of thrown. */
export async function visitById(deps: VisitDeps, accountId: AccountId): Promise<void> {
  const account = await findAccount(deps.db, accountId);
  if (account === null) return;
  try {
    await visit(deps, account);
  } catch (thrown) {
    deps.log.warn('visit.failed', { account: accountId, reason: reasonOf(thrown) });
    await noteSilence(deps, account);
  }
}

/** Visits an account for an operator who waits for the result. */
export async function healthNow(deps: VisitDeps, accountId: AccountId): Promise<FleetRow | 'unknown' | 'unreachable'> {
  const account = await findAccount(deps.db, accountId);
  if (account === null) return 'unknown';
  try {
    await visit(deps, account);
  } catch (thrown) {
    deps.log.warn('visit.failed', { account: accountId, reason: reasonOf(thrown) });
    await noteSilence(deps, account);
    return 'unreachable';
  }
  return (await fleetRow(deps.db, accountId)) ?? 'unknown';
}

/**
 * Stores that an account's object does not answer. An account that was in sync until then counts as stopped; its figures stay as last read.
 */
async function noteSilence(deps: VisitDeps, account: Account): Promise<void> {
  const now = deps.now();
  const row = await fleetRow(deps.db, account.id);
  if (row === null) return;
  const known = await knownProblems(deps.db, account.id);
  const before = HEALTH_PROBLEMS.filter((trouble) => known.some((one) => one.trouble === trouble));
  const present =
    row.entitled && row.shopifyAccess && row.squareAccess && !before.includes('stopped') ? ['stopped' as const, ...before] : before;
  const lasting = lastingProblems(known, present, now);
  const lookAgain = await watchAccount(deps, account.id, lasting, null);
  const visitDue = Math.min(now + SILENT_MS, lookAgain ?? Number.POSITIVE_INFINITY);
  await saveSilence(deps.db, { account: account.id, lasting, severity: severityOf(present), visitDue }, known);
}

function figuresOf(
  account: Account,
  health: Health,
  lasting: readonly Lasting[],
  { now, lookAgain }: { readonly now: Instant; readonly lookAgain: Instant | null },
): FleetFigures {
  const { held, blocked, frozen, missingWebhooks, lagP95Ms, oldestUnderWayMs, drift, entitled, failing } = health;
  const regular = now + (lasting.length === 0 ? WELL_MS : ILL_MS);
  return {
    account: account.id,
    lasting,
    severity: severityOf(lasting.map(({ trouble }) => trouble)),
    held,
    blocked,
    frozen,
    missingWebhooks,
    lagP95Ms,
    oldestUnderWayMs,
    drift,
    entitled: entitled && account.status === 'active',
    shopifyAccess: health.shopify === 'connected',
    squareAccess: health.square === 'connected',
    unreachable: failing,
    sealedBy: health.sealedBy,
    checkedAt: now,
    visitDue: Math.min(regular, lookAgain ?? regular),
  };
}
