import { Hono } from 'hono';

import type { WorldApi } from '../world-api';
import { serve } from './api-route';
import type { Operation } from './call';
import { CATALOG_READ_ROUTES } from './catalog-read';
import { CATALOG_WRITE_ROUTES } from './catalog-write';
import { dashboardApp } from './dashboard';
import { notEmulated } from './errors';
import { INVENTORY_OPERATIONS } from './inventory';
import { LOCATION_OPERATIONS } from './locations';
import { oauthApp } from './oauth';
import { ORDER_OPERATIONS } from './orders';
import { SUBSCRIPTION_OPERATIONS } from './subscription-operations';
import { TEAM_OPERATIONS } from './team';

/** All operations of `/v2` that the emulator implements. */
const OPERATIONS: readonly Operation[] = [
  ...LOCATION_OPERATIONS,
  ...CATALOG_READ_ROUTES,
  ...CATALOG_WRITE_ROUTES,
  ...INVENTORY_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...TEAM_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
];

/** The emulated part of Square; mounted at `/square`. */
export function squareApp(world: WorldApi): Hono {
  const app = new Hono();
  app.route('/', oauthApp(world));
  app.route('/dashboard', dashboardApp(world));
  for (const operation of OPERATIONS) {
    const path = operation.path.replaceAll(/\{(\w+)\}/gu, ':$1');
    app.on(operation.method, path, (c) => serve(world, operation, c));
  }
  app.all('/v2/*', async (c) => {
    await c.req.text();
    const name = `${c.req.method} ${c.req.path.replace(/^\/square/u, '')}`;
    const { failure } = notEmulated(name);
    world.log({ platform: 'square', kind: 'call', owner: '', title: name, detail: 'not emulated', outcome: 'refused' });
    return c.json({ errors: failure.errors }, failure.status);
  });
  // A bug of the emulator itself: respond in Square's format, and log the reason where the user sees it.
  app.onError((error, c) => {
    // oxlint-disable-next-line no-console -- bugs of the sandbox itself, for its user
    console.error('sandbox: a Square operation failed', error);
    world.log({
      platform: 'square',
      kind: 'call',
      owner: '',
      title: `${c.req.method} ${c.req.path}`,
      detail: error.message,
      outcome: 'failed',
    });
    return c.json(
      { errors: [{ category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR', detail: 'The emulator failed; its log says why.' }] },
      500,
    );
  });
  return app;
}
