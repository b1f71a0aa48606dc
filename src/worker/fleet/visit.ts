import { lastingTroubles, severityOf, troublesOf, type Health, type LagBounds } from '../../domain/account/trouble';
import type { Instant } from '../../domain/instant';
import type { AccountApi } from '../../durable/api';
import { findAccount, type Account } from '../db/accounts';
import type { Db } from '../db/database';
import { fleetRow, knownTroubles, saveFleet, type FleetFigures, type FleetRow } from '../db/fleet';
import { within } from '../deadline';
import { reasonOf, type Log } from '../log';

/** What a visit to an account needs. */
export interface VisitDeps {
  readonly db: Db;
  readonly log: Log;
  readonly config: { readonly lag: LagBounds };
  now(): Instant;
  account(accountId: number): AccountApi;
}

/** How long an object may take to say how it is. */
const ANSWER_MS = 10_000;
/** When an account in which all is well is read again, unless its object asks for it. */
const WELL_MS = 6 * 3_600_000;
/** The same for one in trouble. */
const ILL_MS = 10 * 60_000;

/** Reads an account's health from its object and keeps it. Throws when the object does not answer. */
export async function visit(deps: VisitDeps, account: Account): Promise<void> {
  const answer = await within(deps.account(account.id).health(), ANSWER_MS);
  if (!answer.timely) throw new Error(`no answer within ${ANSWER_MS} ms`);
  const known = await knownTroubles(deps.db, account.id);
  await saveFleet(deps.db, figuresOf(deps, account, answer.value, known), known);
}

/** The same for an operator who waits for it. */
export async function healthNow(deps: VisitDeps, accountId: number): Promise<FleetRow | 'unknown' | 'unreachable'> {
  const account = await findAccount(deps.db, accountId);
  if (account === null) return 'unknown';
  try {
    await visit(deps, account);
  } catch (thrown) {
    deps.log.warn('visit.failed', { account: accountId, reason: reasonOf(thrown) });
    return 'unreachable';
  }
  return (await fleetRow(deps.db, accountId)) ?? 'unknown';
}

function figuresOf(deps: VisitDeps, account: Account, health: Health, known: Awaited<ReturnType<typeof knownTroubles>>): FleetFigures {
  const now = deps.now();
  // Whoever removed the app is owed nothing more.
  const present = account.status === 'uninstalled' ? [] : troublesOf(health, deps.config.lag);
  const { held, blocked, frozen, missingWebhooks, lagP95Ms, oldestUnderWayMs, drift, entitled } = health;
  return {
    account: account.id,
    lasting: lastingTroubles(known, present, now),
    severity: severityOf(present),
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
    checkedAt: now,
    visitDue: now + (present.length === 0 ? WELL_MS : ILL_MS),
  };
}
