import type { Context } from 'hono';

import type { AppEnv } from '../runtime/app-env';
import { readCookie, SESSION_COOKIE } from './cookies';
import { readSession, stopImpersonating, type Session } from './session';

/** Returns the browser's session; null when it has none. Someone who is no longer an operator stops impersonating. */
export async function sessionOf(c: Context<AppEnv>): Promise<Session | null> {
  const services = c.get('services');
  const { db, config } = services;
  const session = await readSession(db, readCookie(c.req.header('cookie') ?? null, SESSION_COOKIE), services.now());
  if (session === null || session.impersonator === null || config.adminShops.has(session.impersonator.shopDomain)) return session;
  await stopImpersonating(db, session);
  return { ...session, account: session.impersonator, impersonator: null, impersonationEnds: 0 };
}
