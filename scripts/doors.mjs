/**
 * Requests to the page's address that belong to the Worker, as patterns over path and query. `/shopify/index` is a page
 * unless Shopify signed it. Production has the same list in wrangler.toml (`run_worker_first`).
 */
const DOORS = [
  '^/shopify/(oauthRequest|oauthCallback|billingReturn)/?(\\?|$)',
  '^/shopify/index/?\\?(.*&)?hmac=',
  '^/square/(oauthRequest|oauthCallback)/?(\\?|$)',
  '^/deletions/',
  '^/(signout|healthz)/?(\\?|$)',
];

/** Vite's proxy setting that sends them on to `worker`. The Worker sees the page's host; it builds no address from it. */
export function proxyTo(worker) {
  return Object.fromEntries(DOORS.map((door) => [door, { target: worker, changeOrigin: false }]));
}
