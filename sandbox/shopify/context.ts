import { GraphQLError } from 'graphql';

import type { WorldApi } from '../world-api';
import type { Loader } from './store/loader';
import type { LevelRow, LocationRow, ProductRow, VariantRow } from './store/rows';

/** One row of shopify_shop. */
export type ShopRow = { domain: string; id: number; name: string; email: string; owner_name: string; created_at: number };

/** Creates nodes for rows. Nodes refer to each other in cycles, so they reach one another through the context. */
export interface NodeMaker {
  item(context: ShopifyContext, row: VariantRow): object;
  level(context: ShopifyContext, row: LevelRow): object;
  location(context: ShopifyContext, row: LocationRow): object;
  product(context: ShopifyContext, row: ProductRow): object;
  variant(context: ShopifyContext, row: VariantRow): object;
}

/** What resolvers know about the request. */
export interface ShopifyContext {
  readonly world: WorldApi;
  readonly shop: ShopRow;
  readonly load: Loader;
  readonly make: NodeMaker;
  /** The caller: the app under test, or an outside client with its own token. Each has its own bucket and idempotency keys. */
  readonly app: 'app' | 'outside';
  readonly scopes: ReadonlySet<string>;
  /** The API version that is served. */
  readonly version: string;
  /** Scheme and host of the request, for URLs in responses. */
  readonly origin: string;
  /** Real time (ms) until which the response is still on its way to the caller. */
  readonly busyUntil: number;
  /** True when stock writes of this request are refused as a whole, because a fault is on. */
  readonly refused: boolean;
  /** Real ms by which the levels that the request reads are outdated, because a fault is on. */
  readonly lagMs: number;
  /** Inside a bulk operation, pages have no limit. */
  readonly bulk: boolean;
}

/** Returns the error for what the sandbox does not support, with the name. */
export const unsupported = (what: string): GraphQLError =>
  new GraphQLError(`The sandbox does not implement ${what}.`, { extensions: { code: 'SANDBOX_NOT_IMPLEMENTED' } });

/** Returns a top-level error with Shopify's code. */
export const topLevelError = (message: string, code: string): GraphQLError => new GraphQLError(message, { extensions: { code } });

/** An entry of `userErrors`. Payloads without `code` ignore it. */
export interface UserError {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code: string | null;
}

/**
 * Returns the error of a stock write that is refused as a whole. Shopify's codes for it differ by mutation; `field` is null when no field
 * applies.
 */
export const wholeRefusal = (code: string | null): UserError => userError(null, "The quantities couldn't be changed.", code);

export const userError = (field: readonly string[] | null, message: string, code: string | null = null): UserError => ({
  field,
  message,
  code,
});

/** Returns whether a set of scopes contains one: `write_x` implies `read_x`. */
export const grants = (scopes: ReadonlySet<string>, wanted: string): boolean =>
  scopes.has(wanted) || (wanted.startsWith('read_') && scopes.has(`write_${wanted.slice(5)}`));
