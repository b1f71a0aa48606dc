import { Hono, type Context } from 'hono';

import type { WorldApi } from '../world-api';
import { bulkFile } from './bulk/file';
import type { ShopRow } from './context';
import { graphqlRoute } from './graphql-route';
import { accessTokenRoute } from './oauth/access-token';
import { authorizePage, authorizeSubmit } from './oauth/authorize';
import { appsPage, appsSubmit } from './pages/apps';
import { chargePage, chargeSubmit } from './pages/charge';

type Handler = (c: Context, shop: ShopRow) => Response | Promise<Response>;

/** Serves everything under `/shopify`. A shop that does not exist returns 404, as its domain would. */
export function shopifyApp(world: WorldApi): Hono {
  const app = new Hono();
  const ofShop =
    (handler: Handler) =>
    async (c: Context): Promise<Response> => {
      const shop = world.db.row<ShopRow>('select * from shopify_shop where domain = ?', c.req.param('shop') ?? '');
      if (shop !== null) return handler(c, shop);
      await c.req.text();
      return c.json({ errors: 'Not Found' }, 404);
    };
  app.get('/bulk/:file{[0-9]+\\.jsonl}', (c) =>
    bulkFile(world, Number.parseInt(c.req.param('file'), 10), c.req.query('signature') ?? '', c.req.header('range') ?? null),
  );
  app.post('/:shop/admin/api/:version/graphql.json', (c) =>
    ofShop((inner, shop) => graphqlRoute(world, shop, c.req.param('version'), inner.req.raw))(c),
  );
  const charge = '/:shop/admin/charges/:app/:charge/RecurringApplicationCharge/confirm_recurring_application_charge';
  app.get(
    '/:shop/admin/oauth/authorize',
    ofShop((c, shop) => authorizePage(c, world, shop)),
  );
  app.post(
    '/:shop/admin/oauth/authorize',
    ofShop((c, shop) => authorizeSubmit(c, world, shop)),
  );
  app.post(
    '/:shop/admin/oauth/access_token',
    ofShop((c, shop) => accessTokenRoute(c, world, shop)),
  );
  app.get(
    charge,
    ofShop((c, shop) => chargePage(c, world, shop)),
  );
  app.post(
    charge,
    ofShop((c, shop) => chargeSubmit(c, world, shop)),
  );
  app.get(
    '/:shop/admin/apps',
    ofShop((c, shop) => appsPage(c, world, shop)),
  );
  app.post(
    '/:shop/admin/apps',
    ofShop((c, shop) => appsSubmit(c, world, shop)),
  );
  app.get('/:shop/admin', (c) => c.redirect(`/shopify/${c.req.param('shop')}/admin/apps`, 302));
  return app;
}
