import type { Context } from 'hono';
import { html } from 'hono/html';

import type { WorldApi } from '../../world-api';
import type { ShopRow } from '../context';
import type { SubscriptionRow } from '../nodes/subscription-node';
import { approve, decline, findSubscription } from '../subscription';
import { errorPage, page } from './layout';

function find(c: Context, world: WorldApi, shop: ShopRow): SubscriptionRow | null {
  const row = findSubscription(world, shop.domain, Number(c.req.param('charge')));
  return row !== null && row.signature === c.req.query('signature') ? row : null;
}

function back(c: Context, row: SubscriptionRow): Response {
  const url = new URL(row.return_url);
  url.searchParams.set('charge_id', String(row.id));
  return c.redirect(url.href, 302);
}

const gone = (c: Context, shop: ShopRow): Response | Promise<Response> =>
  c.html(errorPage('This charge is not waiting', shop.domain, 'It was answered before, has expired, or never existed.'), 404);

/** Returns whether the store cannot pay: Shopify lets a development store approve only test charges. */
const cannotPay = (world: WorldApi, row: SubscriptionRow): boolean => world.config().shopifyPlan === 'development' && row.test !== 1;

const unpayable = (c: Context, shop: ShopRow): Response | Promise<Response> =>
  c.html(errorPage('This charge cannot be approved', shop.domain, 'A development store can approve test charges only.'), 403);

/** Serves the page on which a merchant confirms a charge. */
export function chargePage(c: Context, world: WorldApi, shop: ShopRow): Response | Promise<Response> {
  const row = find(c, world, shop);
  if (row === null || row.status !== 'PENDING') return gone(c, shop);
  if (cannotPay(world, row)) return unpayable(c, shop);
  if (world.config().autoApprove) {
    approve(world, row);
    return back(c, row);
  }
  const body = html`<h1>Approve subscription</h1>
    <p>Shelfbridge will bill ${shop.name} through Shopify.</p>
    <ul>
      <li><span>Plan</span><span>${row.name}</span></li>
      <li><span>Price</span><span>${row.amount} ${row.currency} ${row.interval === 'ANNUAL' ? 'a year' : 'every 30 days'}</span></li>
      <li><span>Free trial</span><span>${row.trial_days === 0 ? 'none' : `${row.trial_days} days`}</span></li>
      ${row.test === 1 ? html`<li><span>Test charge</span><span>nobody is billed</span></li>` : ''}
    </ul>
    <form method="post">
      <button class="primary" name="answer" value="approve" type="submit">Approve</button>
      <button name="answer" value="decline" type="submit">Decline</button>
    </form>`;
  return c.html(page('Approve subscription', shop.domain, body));
}

/** Handles the buttons. After a decline, Shopify keeps the merchant in its own admin. */
export async function chargeSubmit(c: Context, world: WorldApi, shop: ShopRow): Promise<Response> {
  const form = new URLSearchParams(await c.req.text());
  const row = find(c, world, shop);
  if (row === null || row.status !== 'PENDING') return gone(c, shop);
  const approved = form.get('answer') === 'approve';
  if (approved && cannotPay(world, row)) return unpayable(c, shop);
  world.log({
    platform: 'shopify',
    kind: 'page',
    owner: shop.domain,
    title: approved ? 'charge approved' : 'charge declined',
    detail: `${row.amount} ${row.currency}`,
    outcome: approved ? 'ok' : 'refused',
  });
  if (approved) {
    approve(world, row);
    return back(c, row);
  }
  decline(world, row);
  return c.redirect(`/shopify/${shop.domain}/admin/apps`, 302);
}
