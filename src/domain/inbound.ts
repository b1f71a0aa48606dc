import type { StatedProduct } from './catalog/stated-product';
import type { Instant } from './instant';
import type { Quantity } from './quantity';
import type { Source } from './source';

/** One level as a platform states it: the quantity of an item at a location, as of the platform's own time. */
export interface LevelReport {
  /** Shopify: the inventory item's number as text. Square: the variation's id. */
  readonly stockId: string;
  /** The platform's location id (Shopify: number as text). */
  readonly locationId: string;
  /** Available stock. */
  readonly quantity: Quantity;
  /** The platform's own time of the value (Shopify `updated_at`, Square `calculated_at`). */
  readonly at: Instant;
}

/** A level that a webhook names without stating its value. */
export interface UnstatedLevel {
  readonly stockId: string;
  /** Null where the webhook does not state the location. */
  readonly locationId: string | null;
}

/** A verified webhook, reduced to what the account object needs. */
export type InboundEvent =
  | {
      readonly kind: 'levels';
      readonly source: Source;
      readonly levels: readonly LevelReport[];
      /** Levels to be read, since the body names them without stating their values. */
      readonly unstated?: readonly UnstatedLevel[];
      /** The body may affect levels that it does not name: the platform is reconciled. */
      readonly incomplete?: boolean;
    }
  /** A webhook whose subject is unknown: the platform is reconciled, including its catalog. */
  | { readonly kind: 'unreadable'; readonly source: Source }
  /**
   * Shopify products/create, products/update, products/delete: number of the product as text, and what the body states
   * about it.
   */
  | { readonly kind: 'product'; readonly productId: string; readonly deleted: boolean; readonly stated: StatedProduct | null }
  /** Shopify inventory_items/update and /delete: number of the inventory item as text. */
  | { readonly kind: 'item'; readonly itemId: string; readonly deleted: boolean }
  /** Square catalog.version.updated: something in the catalog changed. */
  | { readonly kind: 'catalog' }
  | { readonly kind: 'locations'; readonly source: Source }
  /** Shopify bulk_operations/finish. */
  | { readonly kind: 'bulk-finished'; readonly operationId: string }
  /** Shopify app_subscriptions/update; the Worker does the D1 part. */
  | { readonly kind: 'subscription' }
  /** Shopify app/scopes_update, shop/update: recorded, nothing to account. */
  | { readonly kind: 'notice' }
  /** Shopify app/uninstalled or Square oauth.authorization.revoked. */
  | { readonly kind: 'revoked'; readonly source: Source };

/** The owner that a webhook names, in its signed body or its route. */
export interface InboundOwner {
  readonly source: Source;
  /** Shopify: the shop domain. Square: the merchant id. */
  readonly name: string;
}

/** The evidence of one received webhook, kept 30 days for operators. Never contains signature headers. */
export interface Receipt {
  /** The topic or event type as the platform names it. */
  readonly type: string;
  readonly receivedAt: Instant;
  /** The raw body as text. */
  readonly payload: string;
  /** Why the body, or a part of it, could not be read; absent when it could. */
  readonly problem?: string;
}

/** A verified webhook as it was read: its event, and why it is incomplete; '' when it is complete. */
export interface ReadEvent {
  readonly event: InboundEvent;
  readonly problem: string;
}
