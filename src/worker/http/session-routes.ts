import type { Context } from 'hono';

import { pingDatabase } from '../../db/database';
import type { AppEnv } from '../runtime/app-env';
import { within } from '../runtime/deadline';
import { reasonOf } from '../runtime/log';
import { RELEASE } from '../runtime/release';
import { clearedSessionCookies, readCookie, SESSION_COOKIE } from '../sessions/cookies';
import { endSession } from '../sessions/session';
import { toOwnPath } from './show-page';

/** `GET /signout`: ends the session on the server, and clears its cookie on the host and all parent domains. */
export async function signOut(c: Context<AppEnv>): Promise<Response> {
  const { db, config, local } = c.get('services');
  await endSession(db, readCookie(c.req.header('cookie') ?? null, SESSION_COOKIE));
  return toOwnPath(c, '/', clearedSessionCookies(config.appOrigin, local));
}

/** How long the shared database may take to answer `/healthz`, in ms. */
const HEALTH_MS = 2_000;

/**
 * `GET /healthz`: 200 while the Worker is configured and the shared database answers in time; otherwise 503, with the reason. Sync keeps
 * running without that database; calls and pages do not.
 */
export async function health(c: Context<AppEnv>): Promise<Response> {
  const { db, log } = c.get('services');
  const answer = { version: RELEASE };
  try {
    if ((await within(pingDatabase(db), HEALTH_MS)).timely) return c.json({ ok: true, ...answer });
    log.error('health.database-slow', { limitMs: HEALTH_MS });
  } catch (thrown) {
    log.error('health.database-down', { reason: reasonOf(thrown) });
  }
  return c.json({ ok: false, ...answer, database: 'unavailable' }, 503);
}
