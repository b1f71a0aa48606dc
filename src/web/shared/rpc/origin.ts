/** The part of `window.location` that decides where calls go. */
export interface PageAddress {
  readonly protocol: string;
  readonly hostname: string;
  /** '' when the page is served on the default port. */
  readonly port: string;
}

/**
 * Returns the base URL of remote calls: `/rpc` on the page's origin, or on the next port if the page is served on a port.
 */
export function rpcBase(page: PageAddress): string {
  const port = page.port === '' ? '' : `:${Number(page.port) + 1}`;
  return `${page.protocol}//${page.hostname}${port}/rpc`;
}
