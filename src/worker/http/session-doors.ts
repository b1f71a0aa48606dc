import type { Context } from 'hono';

import type { AppEnv } from '../app-env';
import { RELEASE } from '../release';
import { clearedSessionCookies, readCookie, SESSION_COOKIE } from '../sessions/cookies';
import { endSession } from '../sessions/session';
import { isNavigation, showPage, toOwnPath } from './door';
import * as pages from './pages';

/** `GET /signout`: ends the session on the server, and clears its cookie on the host and all parent domains. */
export async function signOut(c: Context<AppEnv>): Promise<Response> {
  if (!isNavigation(c)) return showPage(c, pages.NOT_A_NAVIGATION, 'not a navigation');
  const { db, config, local } = c.get('services');
  await endSession(db, readCookie(c.req.header('cookie') ?? null, SESSION_COOKIE));
  return toOwnPath(c, '/', clearedSessionCookies(config.appOrigin, local));
}

/** `GET /healthz`: the Worker is set up and answers. */
export function health(c: Context<AppEnv>): Response {
  return c.json({ ok: true, version: RELEASE });
}
