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

/** What is asked as a file. The Worker's runtime has the built ones as in production, and only the Worker says 404. */
const FILES = ['^/assets(/|\\?|$)', '^/[^?]*\\.[^/?]*(\\?|$)'];

const sendTo = (worker, patterns) => Object.fromEntries(patterns.map((pattern) => [pattern, { target: worker, changeOrigin: false }]));

/** Vite's proxy setting that sends the doors on to `worker`. The Worker sees the page's host; it builds no address from it. */
export const routesTo = (worker) => sendTo(worker, DOORS);

/** The same with the files of a built page. */
export const routesAndFilesTo = (worker) => sendTo(worker, [...DOORS, ...FILES]);
