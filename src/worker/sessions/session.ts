import type { Account } from '../../db/accounts';
import type { Db } from '../../db/database';
import { beginImpersonation, deleteSession, endImpersonation, findSession, insertSession, touchSession } from '../../db/sessions';
import type { Instant } from '../../domain/instant';
import { hashOpaque, isOpaque, newOpaque } from './opaque';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A session that nobody used for so long has ended. */
export const SESSION_IDLE_MS = 7 * DAY;
/** However busy, a session ends after so long. */
export const SESSION_LENGTH_MS = 30 * DAY;
/** How long an operator may act as a merchant before he must ask again. */
export const IMPERSONATION_MS = HOUR;
/** `lastSeen` is written no more often than this. */
const TOUCH_MS = HOUR;

/** Who is at the keyboard, and whose data he sees. */
export interface Session {
  /** Hash of the cookie: names the session to the store and opens nothing. */
  readonly idHash: string;
  readonly account: Account;
  /** The operator, while he impersonates. */
  readonly impersonator: Account | null;
  /** When he ceases to impersonate by himself; 0 while nobody does. */
  readonly impersonationEnds: Instant;
}

/** Begins a session for an account; the answer is the cookie's value, which nothing else knows. */
export async function startSession(db: Db, accountId: number, now: Instant): Promise<string> {
  const value = newOpaque();
  const idHash = await hashOpaque(value);
  await insertSession(db, { idHash, account: accountId, created: now, lastSeen: now, expires: now + SESSION_LENGTH_MS });
  return value;
}

/** The session that a cookie's value opens; null when it is unknown, ended, or its account was uninstalled. */
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

/** Ends the session that a cookie's value opens, if there is one. */
export async function endSession(db: Db, cookie: string): Promise<void> {
  if (isOpaque(cookie)) await deleteSession(db, await hashOpaque(cookie));
}

/** Shows `subject` to the operator whose session this is, for an hour. The caller has checked that he is one. */
export async function impersonate(db: Db, session: Session, subject: number, now: Instant): Promise<void> {
  await beginImpersonation(db, session.idHash, subject, now + IMPERSONATION_MS);
}

/** Gives the operator his own account back. */
export async function stopImpersonating(db: Db, session: Session): Promise<void> {
  await endImpersonation(db, session.idHash);
}
