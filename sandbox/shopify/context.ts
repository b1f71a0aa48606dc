import { GraphQLError } from 'graphql';

import type { WorldApi } from '../world-api';
import type { Loader } from './store/loader';
import type { LevelRow, LocationRow, ProductRow, VariantRow } from './store/rows';

/** One row of shopify_shop. */
export type ShopRow = { domain: string; id: number; name: string; email: string; owner_name: string; created_at: number };

/** Makes nodes for rows. Nodes refer to each other in circles, so they reach one another through the context. */
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
  /** Who asks: the app under test, or the outside world with its own token. Each has its own bucket and idempotency keys. */
  readonly app: 'app' | 'outside';
  readonly scopes: ReadonlySet<string>;
  /** The version that is served. */
  readonly version: string;
  /** Scheme and host under which the sandbox was asked; for addresses in answers. */
  readonly origin: string;
  /** Real time (ms) until which the request is still on its way to the caller. */
  readonly busyUntil: number;
  /** Stock writes of this request are refused as a whole: a fault that is switched on. */
  readonly refused: boolean;
  /** Real ms by which the levels that the request reads are behind: a fault that is switched on. */
  readonly lagMs: number;
  /** Inside a bulk operation pages have no limit. */
  readonly bulk: boolean;
}

/** What the sandbox does not have, said by name. */
export const unsupported = (what: string): GraphQLError =>
  new GraphQLError(`The sandbox does not implement ${what}.`, { extensions: { code: 'SANDBOX_NOT_IMPLEMENTED' } });

/** A top-level error with Shopify's code. */
export const topLevelError = (message: string, code: string): GraphQLError => new GraphQLError(message, { extensions: { code } });

/** An entry of `userErrors`. Payloads without `code` ignore it. */
export interface UserError {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code: string | null;
}

/** What a stock write is refused with that is refused as a whole. Shopify's codes for it differ by mutation; `field` is null when no field applies. */
export const wholeRefusal = (code: string | null): UserError => userError(null, "The quantities couldn't be changed.", code);

export const userError = (field: readonly string[] | null, message: string, code: string | null = null): UserError => ({
  field,
  message,
  code,
});

/** A positive answer of a scope check: `write_x` implies `read_x`. */
export const grants = (scopes: ReadonlySet<string>, wanted: string): boolean =>
  scopes.has(wanted) || (wanted.startsWith('read_') && scopes.has(`write_${wanted.slice(5)}`));
