import type { Context } from 'hono';

import type { AppEnv } from '../runtime/app-env';
import { NO_SUCH_PAGE } from './pages';
import { showPage } from './show-page';

/** What is asked as a file: all under `/assets`, and whatever has an extension. No page of ours has a dot in its address. */
const FILE = /^\/assets(\/|$)|\.[^/]*$/u;

/** Paths below which the Worker has doors alone, never a page. */
const DOORS = /^\/(rpc|webhooks|deletions)(\/|$)/u;

/**
 * Answers what is neither a door nor a file: with the app for the address of a page, and with 404, never kept, for anything
 * else. A missing file must not come as the app's HTML: under an asset's headers that would be kept for a year, and a part of
 * the app that a new version has replaced would stay broken after a way back.
 */
export async function missed(c: Context<AppEnv>): Promise<Response> {
  const { path } = c.req;
  if (FILE.test(path)) return c.text('There is no such file.', 404, { 'cache-control': 'no-store' });
  if (c.req.method !== 'GET' || DOORS.test(path)) return showPage(c, NO_SUCH_PAGE, 'no such door');
  const page = await c.env.ASSETS.fetch(new Request(new URL('/', c.req.url), c.req.raw));
  // The headers of a fetched answer cannot be added to.
  return page.status === 404 ? showPage(c, NO_SUCH_PAGE, 'no page was built') : new Response(page.body, page);
}
