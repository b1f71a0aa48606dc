import type { Source } from '../../domain/source';

/** The app's own pages. */
export const paths = {
  dashboard: '/dashboard',
  inventory: '/inventory',
  issues: '/issues',
  locations: '/locations',
  history: '/history',
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

/** The pages of the newer area. */
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

/** The operators' pages within the merchant's shell. */
export const operatorPaths = {
  audit: '/admin/audit',
  alerts: '/admin/alerts',
  deadLetters: '/admin/dead-letters',
  pauses: '/admin/pauses',
} as const;

/** Doors of the server that end the session; the browser navigates there. */
export const SIGN_OUT = '/signout';
/** Where the sign-in form goes, as GET with the field `shop`. */
export const SIGN_IN = '/shopify/oauthRequest';

/** Where a platform is connected, or connected again. Shopify needs to know the shop. */
export function connectPath(source: Source, shopDomain: string): string {
  return source === 'shopify' ? `${SIGN_IN}?${new URLSearchParams({ shop: shopDomain }).toString()}` : '/square/oauthRequest';
}

/** The inventory list in one of its views. */
export function inventoryPath(view: string): string {
  return `${paths.inventory}?${new URLSearchParams({ view }).toString()}`;
}

/** The inventory list searched: by a SKU, or by part of a name. */
export function inventorySearchPath(query: string): string {
  return `${paths.inventory}?${new URLSearchParams({ q: query }).toString()}`;
}

/** The variants of a platform with one kind of issue: 'missing_skus', 'duplicate_skus' or 'inventory_disabled'. */
export function issuesPath(view: string, source: Source): string {
  return `${paths.issues}?${new URLSearchParams({ view, source }).toString()}`;
}

/** The history of one SKU. */
export function historyPath(sku: string): string {
  return `${paths.history}?${new URLSearchParams({ sku }).toString()}`;
}

/** The page of one connection. */
export function connectionPath(source: Source): string {
  return `/connection/${source}`;
}

/** The page where one platform's access is looked at and changed. */
export function platformPath(source: Source): string {
  return `/${source}`;
}

/** A customer's account as operators see it. */
export function accountPath(accountId: string): string {
  return `/admin/account/${encodeURIComponent(accountId)}`;
}

/** The webhooks that were received for one customer. */
export function accountWebhooksPath(accountId: string): string {
  return `${accountPath(accountId)}/webhooks`;
}

/** What operators did to one customer. */
export function accountAuditPath(accountId: string): string {
  return `${operatorPaths.audit}?${new URLSearchParams({ account: accountId }).toString()}`;
}

/** The operators' switch for changes, at one customer. */
export function pausesPath(accountId: string): string {
  return `${operatorPaths.pauses}?${new URLSearchParams({ account: accountId }).toString()}`;
}

/** One location with its stock; the id is ours or the platform's. */
export function locationPath(locationId: string): string {
  return `/location/${encodeURIComponent(locationId)}`;
}
