import type { ProxyOptions } from 'vite';

/**
 * Requests to the page's address that belong to the Worker, as patterns over path and query. `/shopify/index` is a page unless Shopify
 * signed the request. Production has the same list in wrangler.toml (`run_worker_first`).
 */
const ROUTES = [
  '^/shopify/(oauthRequest|oauthCallback|billingReturn)/?(\\?|$)',
  '^/shopify/index/?\\?(.*&)?hmac=',
  '^/square/(oauthRequest|oauthCallback)/?(\\?|$)',
  '^/(deletions|exports)/',
  '^/(signout|healthz)/?(\\?|$)',
];

/** Requests for files. The Worker's runtime serves the built files as in production, and only the Worker responds with 404. */
const FILES = ['^/assets(/|\\?|$)', '^/[^?]*\\.[^/?]*(\\?|$)'];

const sendTo = (worker: string, patterns: readonly string[]): Record<string, ProxyOptions> =>
  Object.fromEntries(patterns.map((pattern) => [pattern, { target: worker, changeOrigin: false }]));

/**
 * Returns the Vite proxy setting that forwards the Worker's routes to `worker`. The Worker sees the page's host, and builds no address from
 * it.
 */
export const routesTo = (worker: string): Record<string, ProxyOptions> => sendTo(worker, ROUTES);

/** Returns the same setting, including the files of a built page. */
export const routesAndFilesTo = (worker: string): Record<string, ProxyOptions> => sendTo(worker, [...ROUTES, ...FILES]);
