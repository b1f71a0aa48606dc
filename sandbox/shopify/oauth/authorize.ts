import type { Context } from 'hono';
import { html } from 'hono/html';

import type { WorldApi } from '../../world-api';
import type { ShopRow } from '../context';
import { install } from '../install';
import { errorPage, page } from '../pages/layout';
import { installOf, issueCode } from '../token-store';

/** What each scope allows an app to do, as worded on the grant page. */
const SCOPE_TEXTS: Readonly<Record<string, [string, string]>> = {
  read_products: ['Products', 'view'],
  write_products: ['Products', 'view and edit'],
  read_inventory: ['Inventory', 'view'],
  write_inventory: ['Inventory', 'view and edit'],
  read_locations: ['Locations', 'view'],
  write_locations: ['Locations', 'view and edit'],
  read_orders: ['Orders', 'view'],
  read_all_orders: ['All orders', 'view'],
};

interface Asked {
  readonly redirect: string;
  readonly state: string;
  /** Without the read scopes that a write scope implies, as Shopify reports them. */
  readonly scopes: string;
}

function grantedScopes(asked: string, withheld: readonly string[]): string {
  const list = [
    ...new Set(
      asked
        .split(',')
        .map((scope) => scope.trim())
        .filter((scope) => scope !== '' && !withheld.includes(scope)),
    ),
  ];
  return list.filter((scope) => !(scope.startsWith('read_') && list.includes(`write_${scope.slice(5)}`))).join(',');
}

/** Returns whether a redirect URL is within the app under test's origins. */
function allowedRedirect(world: WorldApi, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin } = new URL(text);
  return [world.env.APP_ORIGIN, world.env.WEBHOOK_ORIGIN].some((home) => URL.canParse(home) && new URL(home).origin === origin);
}

/** Returns the requested grant, or the error in the request. */
function readAsked(world: WorldApi, query: (name: string) => string | undefined): Asked | string {
  if (query('client_id') !== world.env.SHOPIFY_CLIENT_ID) return 'The client_id is not that of a known app.';
  const redirect = query('redirect_uri') ?? '';
  if (!allowedRedirect(world, redirect)) return 'The redirect_uri is not whitelisted for this app.';
  if (query('grant_options[]') === 'per-user') return 'The sandbox gives offline tokens only (grant_options[]=per-user was asked for).';
  const more = world.config().grantOrders ? ',read_orders,read_all_orders' : '';
  const { withheldScopes } = world.config().faults.shopify;
  const scopes = grantedScopes(`${query('scope') ?? ''}${more}`, withheldScopes);
  const unknown = scopes.split(',').find((scope) => scope !== '' && SCOPE_TEXTS[scope] === undefined);
  if (unknown !== undefined) return `The sandbox does not know the scope ${unknown}.`;
  if (scopes === '') return 'No scope was asked for, or all of them are withheld.';
  return { redirect, state: query('state') ?? '', scopes };
}

/** Returns the hex HMAC-SHA256 over the sorted parameters, as in the callback. */
export async function signQuery(secret: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  const text = Object.keys(parameters)
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the `host` parameter: the shop's admin in base64. */
const hostOf = (shop: string): string => btoa(`admin.shopify.com/store/${shop.replace(/\.myshopify\.com$/, '')}`).replaceAll('=', '');

/** Returns a URL of the app with Shopify's signed parameters. The timestamp is real time, because a receiver compares it with real time. */
export async function signedAddress(
  world: WorldApi,
  address: string,
  shop: string,
  extra: Readonly<Record<string, string>>,
): Promise<string> {
  const parameters = { ...extra, host: hostOf(shop), shop, timestamp: String(Math.floor(Date.now() / 1000)) };
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  url.searchParams.set('hmac', await signQuery(world.env.SHOPIFY_CLIENT_SECRET, parameters));
  return url.href;
}

async function grant(c: Context, world: WorldApi, shop: ShopRow, asked: Asked): Promise<Response> {
  install(world, shop, asked.scopes);
  const code = issueCode(world, shop.domain, asked.scopes);
  world.log({ platform: 'shopify', kind: 'page', owner: shop.domain, title: 'app granted', detail: asked.scopes, outcome: 'ok' });
  return c.redirect(await signedAddress(world, asked.redirect, shop.domain, { code, state: asked.state }), 302);
}

/**
 * Serves `GET /{shop}/admin/oauth/authorize`: the grant page; redirects immediately when the same scopes were granted before, as Shopify
 * does, or under autoApprove.
 */
export async function authorizePage(c: Context, world: WorldApi, shop: ShopRow): Promise<Response> {
  const asked = readAsked(world, (name) => c.req.query(name));
  if (typeof asked === 'string') return c.html(errorPage('This app cannot be installed', shop.domain, asked), 400);
  const before = installOf(world, shop.domain);
  if (world.config().autoApprove || before?.scopes === asked.scopes) return grant(c, world, shop, asked);
  const rows = asked.scopes.split(',').map((scope) => SCOPE_TEXTS[scope] ?? [scope, '']);
  const body = html`<h1>Install Shelfbridge</h1>
    <p>${before === null ? `The app asks ${shop.name} for access to:` : `The app asks ${shop.name} for new access to:`}</p>
    <ul>
      ${rows.map(([what, how]) => html`<li><span>${what}</span><span>${how}</span></li>`)}
    </ul>
    <form method="post">
      <button class="primary" type="submit">Install app</button>
    </form>`;
  return c.html(page('Install app', shop.domain, body));
}

/** Handles the button of the grant page. */
export async function authorizeSubmit(c: Context, world: WorldApi, shop: ShopRow): Promise<Response> {
  await c.req.text();
  const asked = readAsked(world, (name) => c.req.query(name));
  if (typeof asked === 'string') return c.html(errorPage('This app cannot be installed', shop.domain, asked), 400);
  return grant(c, world, shop, asked);
}
