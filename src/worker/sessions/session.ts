import type { Account } from '../../db/accounts';
import type { Db } from '../../db/database';
import { beginImpersonation, deleteSession, endImpersonation, findSession, insertSession, touchSession } from '../../db/sessions';
import type { AccountId } from '../../domain/account/account-id';
import type { Instant } from '../../domain/instant';
import { hashOpaque, isOpaque, newOpaque } from './opaque';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A session ends when it is unused for this long. */
export const SESSION_IDLE_MS = 7 * DAY;
/** A session ends after this long, however busy. */
export const SESSION_LENGTH_MS = 30 * DAY;
/** How long an operator may act as a merchant before they must start again. */
export const IMPERSONATION_MS = HOUR;
/** The least time between two writes of `lastSeen`. */
const TOUCH_MS = HOUR;

/** A session: its user, and whose data they see. */
export interface Session {
  /** Hash of the cookie: identifies the session in the store but cannot be used to open it. */
  readonly idHash: string;
  readonly account: Account;
  /** The operator, while they impersonate. */
  readonly impersonator: Account | null;
  /** When the impersonation ends by itself; 0 without one. */
  readonly impersonationEnds: Instant;
}

/** Starts a session for an account; returns the cookie's value, which is stored nowhere else. */
export async function startSession(db: Db, accountId: AccountId, now: Instant): Promise<string> {
  const value = newOpaque();
  const idHash = await hashOpaque(value);
  await insertSession(db, { idHash, account: accountId, created: now, lastSeen: now, expires: now + SESSION_LENGTH_MS });
  return value;
}

/** Returns the session of a cookie's value; null when it is unknown, ended, or its account was uninstalled. */
export async function readSession(db: Db, cookie: string, now: Instant): Promise<Session | null> {
  if (!isOpaque(cookie)) return null;
  const idHash = await hashOpaque(cookie);
  const found = await findSession(db, idHash);
  if (found === null) return null;
  const { session, account, impersonator } = found;
  if (session.expires <= now || session.lastSeen + SESSION_IDLE_MS <= now) return null;
  if (now - session.lastSeen > TOUCH_MS) await touchSession(db, idHash, now);
  if (session.impersonator === null)
    return account.status === 'active' ? { idHash, account, impersonator: null, impersonationEnds: 0 } : null;
  if (impersonator === null || impersonator.status !== 'active') return null;
  const impersonationEnds = session.impersonationEnds ?? 0;
  if (impersonationEnds > now) return { idHash, account, impersonator, impersonationEnds };
  await endImpersonation(db, idHash);
  return { idHash, account: impersonator, impersonator: null, impersonationEnds: 0 };
}

/** Ends the session of a cookie's value, if there is one. */
export async function endSession(db: Db, cookie: string): Promise<void> {
  if (isOpaque(cookie)) await deleteSession(db, await hashOpaque(cookie));
}

/** Starts impersonating `subject` in this session, for an hour. The caller has checked that the session's user is an operator. */
export async function impersonate(db: Db, session: Session, subject: AccountId, now: Instant): Promise<void> {
  await beginImpersonation(db, session.idHash, subject, now + IMPERSONATION_MS);
}

/** Ends the impersonation. */
export async function stopImpersonating(db: Db, session: Session): Promise<void> {
  await endImpersonation(db, session.idHash);
}
