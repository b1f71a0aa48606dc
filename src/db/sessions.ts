import { and, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';

import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import { toAccount, type Account } from './accounts';
import type { Db } from './database';
import { accounts, sessions } from './schema';

/** A signed-in browser. */
export interface SessionRow {
  readonly idHash: string;
  /** The account whose data is shown. */
  readonly account: AccountId;
  /** The operator's own account while they impersonate; null otherwise. */
  readonly impersonator: AccountId | null;
  readonly impersonationEnds: Instant | null;
  readonly created: Instant;
  readonly lastSeen: Instant;
  /** Absolute end. */
  readonly expires: Instant;
}

/** Stores a new session. */
export async function insertSession(db: Db, session: Omit<SessionRow, 'impersonator' | 'impersonationEnds'>): Promise<void> {
  await db.insert(sessions).values(session).run();
}

/**
 * Returns the session whose cookie hashes to `idHash`, with its accounts; null when there is none. The caller checks
 * whether it is still valid.
 */
export async function findSession(
  db: Db,
  idHash: string,
): Promise<{ session: SessionRow; account: Account; impersonator: Account | null } | null> {
  const operators = alias(accounts, 'operators');
  const row = await db
    .select({ session: sessions, account: accounts, impersonator: operators })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.account))
    .leftJoin(operators, eq(operators.id, sessions.impersonator))
    .where(eq(sessions.idHash, idHash))
    .get();
  if (row === undefined) return null;
  const { session, account, impersonator } = row;
  return { session, account: toAccount(account), impersonator: impersonator === null ? null : toAccount(impersonator) };
}

/** Records that the session was used. */
export async function touchSession(db: Db, idHash: string, now: Instant): Promise<void> {
  await db.update(sessions).set({ lastSeen: now }).where(eq(sessions.idHash, idHash)).run();
}

/** Ends one session. */
export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, idHash)).run();
}

/** Makes an operator's session show `subject` until `ends`. Only for a session that is not impersonating already. */
export async function beginImpersonation(db: Db, idHash: string, subject: AccountId, ends: Instant): Promise<void> {
  await db
    .update(sessions)
    .set({ impersonator: sql`coalesce(${sessions.impersonator}, ${sessions.account})`, account: subject, impersonationEnds: ends })
    .where(eq(sessions.idHash, idHash))
    .run();
}

/** Ends impersonation: the session shows its operator's own account again. */
export async function endImpersonation(db: Db, idHash: string): Promise<void> {
  await db
    .update(sessions)
    .set({ account: sql`${sessions.impersonator}`, impersonator: null, impersonationEnds: null })
    .where(and(eq(sessions.idHash, idHash), isNotNull(sessions.impersonator)))
    .run();
}

/** Ends every session of an account. Operators who impersonate it keep their sessions, as themselves. */
export async function endSessionsOf(db: Db, accountId: AccountId): Promise<void> {
  await db.batch([
    db
      .update(sessions)
      .set({ account: sql`${sessions.impersonator}`, impersonator: null, impersonationEnds: null })
      .where(and(eq(sessions.account, accountId), isNotNull(sessions.impersonator))),
    db.delete(sessions).where(or(eq(sessions.account, accountId), eq(sessions.impersonator, accountId))),
  ]);
}

/** Deletes sessions that have expired or have not been used since `idleSince`. */
export async function pruneSessions(db: Db, now: Instant, idleSince: Instant): Promise<void> {
  await db
    .delete(sessions)
    .where(or(lt(sessions.expires, now), lt(sessions.lastSeen, idleSince)))
    .run();
}
