import type { Context } from 'hono';
import { html } from 'hono/html';

import type { WorldApi } from '../../world-api';
import type { ShopRow } from '../context';
import { uninstall } from '../install';
import { signedAddress } from '../oauth/authorize';
import { installOf } from '../token-store';
import { page } from './layout';

/** Serves the shop's Apps page, which opens the app with a signed URL, as Shopify does, or uninstalls it. */
export async function appsPage(c: Context, world: WorldApi, shop: ShopRow): Promise<Response> {
  const open = await signedAddress(world, `${world.env.APP_ORIGIN}/shopify/index`, shop.domain, {});
  const installed = installOf(world, shop.domain) !== null;
  const body = html`<h1>Apps of ${shop.name}</h1>
    <p>${installed ? 'Shelfbridge is installed.' : 'Shelfbridge is not installed. Opening it starts the installation.'}</p>
    <form method="post">
      <a class="button primary" href="${open}">Open Shelfbridge</a>
      ${installed ? html`<button name="do" value="uninstall" type="submit">Uninstall</button>` : ''}
    </form>`;
  return c.html(page('Apps', shop.domain, body));
}

/** Handles the uninstall button. */
export async function appsSubmit(c: Context, world: WorldApi, shop: ShopRow): Promise<Response> {
  const form = new URLSearchParams(await c.req.text());
  if (form.get('do') === 'uninstall' && uninstall(world, shop)) {
    world.log({ platform: 'shopify', kind: 'page', owner: shop.domain, title: 'app uninstalled', detail: '', outcome: 'ok' });
  }
  return c.redirect(c.req.path, 303);
}
