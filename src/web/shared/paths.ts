import type { Source } from '../../domain/source';

/** The paths of the pages. */
export const paths = {
  dashboard: '/dashboard',
  inventory: '/inventory',
  issues: '/issues',
  locations: '/locations',
  history: '/history',
  timeline: '/timeline',
  linking: '/linking',
  bulkChanges: '/bulk-changes',
  settings: '/settings',
  onboard: '/onboard',
  subscription: '/subscription',
  account: '/account',
  connections: '/connections',
  help: '/help',
  verifyAccess: '/verifyAccess',
  selfTest: '/test',
  privacy: '/privacy',
  terms: '/terms',
  admin: '/admin',
  newSite: '/new/admin',
} as const;

/** The paths of the new site. */
export const newSitePaths = {
  onboard: '/new/onboard',
  dashboard: '/new/dashboard',
  connections: '/new/connections',
  locations: '/new/locations',
  account: '/new/account',
  help: '/new/help',
  admin: paths.newSite,
  externalShopify: '/new/external/shopify',
  externalSquare: '/new/external/square',
} as const;

/** The paths of the operator pages within the merchant's shell. */
export const operatorPaths = {
  audit: '/admin/audit',
  alerts: '/admin/alerts',
  deadLetters: '/admin/dead-letters',
  pauses: '/admin/pauses',
} as const;

/** The server route that ends the session; the browser navigates there. */
export const SIGN_OUT = '/signout';
/** The server route that downloads everything stored for an account. `account` is its number. */
export const exportPath = (account: string): string => `/exports/${account}`;
/** The server route of the sign-in form: GET with the field `shop`. */
export const SIGN_IN = '/shopify/oauthRequest';

/** Returns the server route that connects or reconnects a platform. Shopify needs the shop domain. */
export function connectPath(source: Source, shopDomain: string): string {
  return source === 'shopify' ? `${SIGN_IN}?${new URLSearchParams({ shop: shopDomain }).toString()}` : '/square/oauthRequest';
}

/** Returns the path of an inventory view. */
export function inventoryPath(view: string): string {
  return `${paths.inventory}?${new URLSearchParams({ view }).toString()}`;
}

/** Returns the path of an inventory search: by SKU or by part of a name. */
export function inventorySearchPath(query: string): string {
  return `${paths.inventory}?${new URLSearchParams({ q: query }).toString()}`;
}

/** Returns the path of a platform's issues: 'missing_skus', 'duplicate_skus' or 'inventory_disabled'. */
export function issuesPath(view: string, source: Source): string {
  return `${paths.issues}?${new URLSearchParams({ view, source }).toString()}`;
}

/** The view of the issues page that lists the pairs that no longer sync. */
export const UNLINKED_VIEW = 'unlinked';

/** The path of that view. */
export const unlinkedPath = `${paths.issues}?view=${UNLINKED_VIEW}`;

/** The view of the issues page that lists what both platforms sold and only one had. */
export const OVERSOLD_VIEW = 'oversold';

/** The path of that view. */
export const oversoldPath = `${paths.issues}?view=${OVERSOLD_VIEW}`;

/** The view of the issues page that lists variants whose stock another app changes as well. */
export const WRITERS_VIEW = 'writers';

/** The path of that view. */
export const writersPath = `${paths.issues}?view=${WRITERS_VIEW}`;

/** Returns the path of that view with a variant's case marked; the whole view for ''. */
export function writerCasePath(variantId: string): string {
  return variantId === '' ? writersPath : `${writersPath}&${new URLSearchParams({ variant: variantId }).toString()}`;
}

/** Connects Square with the permission to read the names of team members. */
export const connectTeamPath = '/square/oauthRequest?team=1';

/** Returns the server route that connects Shopify with the permission to read the numbers of orders. */
export function connectOrdersPath(shopDomain: string): string {
  return `${connectPath('shopify', shopDomain)}&orders=1`;
}

/** Returns the path of the history of a SKU. */
export function historyPath(sku: string): string {
  return `${paths.history}?${new URLSearchParams({ sku }).toString()}`;
}

/** Returns the path of the timeline of a SKU. */
export function timelinePath(sku: string): string {
  return `${paths.timeline}?${new URLSearchParams({ sku }).toString()}`;
}

/** Returns the path of a bulk change. */
export function bulkChangePath(id: string): string {
  return `${paths.bulkChanges}/${encodeURIComponent(id)}`;
}

/** Returns the path of a connection. */
export function connectionPath(source: Source): string {
  return `/connection/${source}`;
}

/** Returns the path of the page that shows and changes a platform's access. */
export function platformPath(source: Source): string {
  return `/${source}`;
}

/** Returns the path of a customer's account, for operators. */
export function accountPath(accountId: string): string {
  return `/admin/account/${encodeURIComponent(accountId)}`;
}

/** Returns the path of the webhooks received for a customer. */
export function accountWebhooksPath(accountId: string): string {
  return `${accountPath(accountId)}/webhooks`;
}

/** Returns the path of the audit log of a customer. */
export function accountAuditPath(accountId: string): string {
  return `${operatorPaths.audit}?${new URLSearchParams({ account: accountId }).toString()}`;
}

/** Returns the path of the pauses of a customer. */
export function pausesPath(accountId: string): string {
  return `${operatorPaths.pauses}?${new URLSearchParams({ account: accountId }).toString()}`;
}

/** Returns the path of a location and its stock; the id is ours or the platform's. */
export function locationPath(locationId: string): string {
  return `/location/${encodeURIComponent(locationId)}`;
}
