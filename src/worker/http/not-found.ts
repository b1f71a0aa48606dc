import type { Context } from 'hono';

import type { AppEnv } from '../runtime/app-env';
import { NO_SUCH_PAGE } from './pages';
import { showPage } from './show-page';

/** A request for a file: anything below `/assets`, and any path with an extension. No page's address contains a dot. */
const FILE = /^\/assets(\/|$)|\.[^/]*$/u;

/** Paths below which the Worker has only routes, never a page. */
const DOORS = /^\/(rpc|webhooks|deletions)(\/|$)/u;

/**
 * Answers a request that matches no route and no file: with the app for a page's address, and otherwise with 404, never cached. A missing
 * file must not be answered with the app's HTML: under an asset's headers that is cached for a year, and a part of the app that a new
 * version has replaced would stay broken after a rollback.
 */
export async function missed(c: Context<AppEnv>): Promise<Response> {
  const { path } = c.req;
  if (FILE.test(path)) return c.text('There is no such file.', 404, { 'cache-control': 'no-store' });
  if (c.req.method !== 'GET' || DOORS.test(path)) return showPage(c, NO_SUCH_PAGE, 'no such route');
  const page = await c.env.ASSETS.fetch(new Request(new URL('/', c.req.url), c.req.raw));
  // The headers of a fetched response are immutable.
  return page.status === 404 ? showPage(c, NO_SUCH_PAGE, 'no page was built') : new Response(page.body, page);
}
