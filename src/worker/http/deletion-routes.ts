import { Hono, type Context } from 'hono';

import { deletionsOf, type Deletion } from '../../db/deletions';
import type { AppEnv } from '../runtime/app-env';
import { sessionOf } from '../sessions/session-of';
import type { ErrorPage } from './page';
import * as pages from './pages';
import { showPage } from './show-page';

/** `GET /deletions/{receipt}`: shows an operator the deletion that a receipt belongs to. */
export function deletionRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>({ strict: false });
  routes.get('/:receipt{[0-9a-f]{64}}', showReceipt);
  return routes;
}

async function showReceipt(c: Context<AppEnv>): Promise<Response> {
  const { config, db } = c.get('services');
  const session = await sessionOf(c);
  const actor = session?.impersonator ?? session?.account;
  if (actor === undefined || !config.adminShops.has(actor.shopDomain)) return showPage(c, pages.OPERATORS_ONLY, 'not an operator');
  const found = await deletionsOf(db, c.req.param('receipt') ?? '');
  return showPage(c, found.length === 0 ? pages.NO_SUCH_RECEIPT : receiptPage(found), 'receipt');
}

function receiptPage(found: readonly Deletion[]): ErrorPage {
  return {
    status: 200,
    title: 'Receipt of a deletion',
    happened: found.map(inWords).join(' '),
    safe: 'Shelfbridge keeps the receipt and the number of the account. Neither names a shop or a merchant.',
    todo: "The receipt is the SHA-256 of the shop's myshopify.com domain in lower case: anyone who knows the domain can compute it.",
    action: null,
  };
}

function inWords({ account, begun, completed, shopify, square }: Deletion): string {
  const day = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const state = completed === null ? `is being deleted (started ${day(begun)})` : `was deleted on ${day(completed)}`;
  const access = { ended: 'ended by us', none: 'had ended before', later: 'could not be ended: the platform did not answer' };
  return `Account ${account} ${state}. Access to Shopify: ${access[shopify]}. Access to Square: ${access[square]}.`;
}
