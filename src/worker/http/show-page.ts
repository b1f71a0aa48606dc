import type { Context } from 'hono';

import type { AppEnv } from '../runtime/app-env';
import { pageResponse, type ErrorPage } from './page';

/** Answers with a page for people, and logs which one. */
export function showPage(c: Context<AppEnv>, page: ErrorPage, why: string): Response {
  c.get('services').log.info('door.refused', { path: c.req.path, status: page.status, why });
  return pageResponse(page, c.get('requestId'), c.get('services').config.appOrigin);
}

/** Redirects the browser to a path on the page's own origin. */
export function toOwnPath(c: Context<AppEnv>, path: `/${string}`, cookies: readonly string[] = []): Response {
  return redirect(`${c.get('services').config.appOrigin}${path}`, cookies);
}

/** Redirects the browser to an address that is built from settings, never from the request. */
export function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}
