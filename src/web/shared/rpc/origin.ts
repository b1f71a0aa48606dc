/** The part of `window.location` that decides where calls go. */
export interface PageAddress {
  readonly protocol: string;
  readonly hostname: string;
  /** '' when the page is served on its protocol's own port. */
  readonly port: string;
}

/**
 * Where remote calls go: `/rpc` of the page's own origin, or, where the page is served on a port, of the port after it
 * (specification, document 2, section 7.1).
 */
export function rpcBase(page: PageAddress): string {
  const port = page.port === '' ? '' : `:${Number(page.port) + 1}`;
  return `${page.protocol}//${page.hostname}${port}/rpc`;
}
