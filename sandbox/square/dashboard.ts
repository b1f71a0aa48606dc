import { Hono } from 'hono';

import type { WorldApi } from '../world-api';
import { hasGrant } from './grants';
import { endGrants } from './oauth';
import { accessPage, wrongRequestPage } from './oauth-page';

/** Serves the part of the sellers' dashboard that lists the application and revokes its access. Mounted at `/square/dashboard`. */
export function dashboardApp(world: WorldApi): Hono {
  const app = new Hono();
  app.get('/apps', (c) => {
    const sellers = world.owners.map(({ merchant, title }) => ({ id: merchant, name: title }));
    return c.html(accessPage(sellers.filter(({ id }) => hasGrant(world, id, null))));
  });
  app.post('/apps', async (c) => {
    const seller = new URLSearchParams(await c.req.text()).get('seller') ?? '';
    if (!world.owners.some(({ merchant }) => merchant === seller)) return c.html(wrongRequestPage('Choose a seller.'), 400);
    if (!hasGrant(world, seller, null)) return c.html(wrongRequestPage('The application has no access to this seller.'), 409);
    endGrants(world, seller, 'MERCHANT');
    world.log({ platform: 'square', kind: 'page', owner: seller, title: 'seller revoked access', detail: '', outcome: 'ok' });
    return c.redirect(c.req.path, 303);
  });
  return app;
}
