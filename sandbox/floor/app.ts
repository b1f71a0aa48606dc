import { Hono, type Context } from 'hono';

import type { LogReader, Outcome, Owner, ShelfItem, WorldApi } from '../world-api';
import { FLOOR_FILES } from './files';
import { floorPage } from './page';
import { readFloorRequest, type FloorRequest } from './requests';
import { joinShelves } from './shelves';

/** Variants of a shelf per page. */
const PAGE = 400;
/** Lines of the log per response. */
const LOG_LINES = 200;

type FloorWorld = WorldApi & LogReader;

/** Serves the Shop floor: a page to sell, restock, and recount from, outside the app. Mounted at the root. */
export function floorApp(world: FloorWorld): Hono {
  const app = new Hono();
  const home = (c: Context): Response | Promise<Response> => c.html(floorPage(world.owners), 200, { 'content-security-policy': POLICY });
  app.get('/', home);
  app.get('/floor', home);
  app.get('/floor/state', (c) => c.json(state(world, c)));
  app.get('/floor/:file', (c) => {
    const name = c.req.param('file');
    const file = FLOOR_FILES.get(name);
    if (file === undefined) return c.notFound();
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
    return c.body(file, 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' });
  });
  app.post('/floor/:kind', async (c) => {
    const source = await c.req.text();
    // Another site's page could post a form here, but not JSON without a CORS preflight.
    if (!(c.req.header('content-type') ?? '').startsWith('application/json')) return c.json({ error: 'The body must be JSON.' }, 415);
    const request = readFloorRequest(c.req.param('kind'), parse(source));
    if (!request.ok) return c.json({ error: request.reason }, 400);
    const refusal = perform(world, ownerOf(world, c), request.value);
    return refusal === null ? c.json({ ok: true }) : c.json({ error: refusal }, 409);
  });
  return app;
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return null;
  }
}

/** Returns the owner that the page shows; the demo one unless another is named. */
function ownerOf(world: FloorWorld, c: Context): Owner | undefined {
  return world.owners.find((owner) => owner.name === c.req.query('owner'));
}

/**
 * Returns what changed since the page's last request: the log's newer lines, and the shelves: always, or only if something has changed
 * since (`known`), or not now (`later`).
 */
function state(world: FloorWorld, c: Context): object {
  const asked = Number(c.req.query('since') ?? '0') || 0;
  const newest = world.logSince(0, 1).at(-1)?.id ?? 0;
  // A reset starts a new log, whose numbers the page has already seen.
  const restarted = asked > newest;
  const log = world.logSince(restarted ? 0 : asked, LOG_LINES);
  const common = { now: Math.floor(world.now()), log, last: newest, restarted, config: world.config() };
  const shelves = c.req.query('shelves');
  if (shelves === 'later' || (shelves === 'known' && log.length === 0 && !restarted)) return common;
  const search = c.req.query('search') ?? '';
  const offset = Math.max(0, Math.floor(Number(c.req.query('offset') ?? '0') || 0));
  const shelfOf = (platform: 'shopify' | 'square'): { total: number; items: ShelfItem[] } =>
    world.part(platform)?.shelf(world, search, offset, PAGE, ownerOf(world, c)) ?? { total: 0, items: [] };
  const [shopify, square] = [shelfOf('shopify'), shelfOf('square')];
  return {
    ...common,
    rows: joinShelves(shopify.items, square.items),
    totals: { shopify: shopify.total, square: square.total, page: PAGE, offset },
  };
}

/** Carries out the request; returns null on success, otherwise the reason. */
function perform(world: FloorWorld, owner: Owner | undefined, request: FloorRequest): string | null {
  const reasonOf = (outcome: Outcome<unknown> | undefined): string | null =>
    outcome === undefined ? 'This platform is not part of the sandbox.' : outcome.ok ? null : outcome.reason;
  switch (request.kind) {
    case 'change':
      return reasonOf(world.part(request.platform)?.changeById(world, request.id, request.change));
    case 'rename':
      return reasonOf(world.part(request.platform)?.renameProduct(world, request.productId, request.title));
    case 'status':
      return reasonOf(world.part(request.platform)?.setProductStatus(world, request.productId, request.status));
    case 'add': {
      for (const platform of request.platforms) {
        const reason = reasonOf(world.part(platform)?.addProduct(world, request.product, owner));
        if (reason !== null) return reason;
      }
      return null;
    }
  }
}
