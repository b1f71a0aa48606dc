import type { Hono } from 'hono';

import type { SandboxCatalog } from './catalog/shape';
import type { SandboxConfig } from './core/config';
import type { SandboxDatabase } from './core/database';
import type { SandboxEnv } from './env';

/** The two emulated platforms. */
export type Platform = 'shopify' | 'square';

/** One pair of a shop and a seller that belong to the same merchant. */
export interface Owner {
  /** `demo`, `second`, and `operator` are ready-made. */
  readonly name: string;
  readonly title: string;
  /** Shopify's domain of the shop. */
  readonly shop: string;
  /** Square's id of the seller. */
  readonly merchant: string;
}

/** A webhook to be delivered. The core stores the row before the first attempt, and handles loss, duplication, delay, and retries. */
export interface OutgoingWebhook {
  readonly platform: Platform;
  /** Shop domain or merchant id. */
  readonly owner: string;
  /** Shopify's topic or Square's event type. */
  readonly topic: string;
  readonly url: string;
  /** The subscription it is sent for; passed to `attemptEnded`. */
  readonly subscription: string;
  /** Headers that are the same at every attempt (ids, topic). Signatures and retry headers come from `deliveryHeaders`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A stored delivery at the time of an attempt. */
export interface Delivery extends OutgoingWebhook {
  readonly id: number;
  /** 0 for the first attempt. */
  readonly attempt: number;
  /** Sandbox time (ms) of the first attempt. */
  readonly firstSentAt: number;
  /** Why the previous attempt failed; null at the first. */
  readonly lastFailure: DeliveryFailure | null;
}

export type DeliveryFailure = 'http_error' | 'http_timeout' | 'other_error';

/** A line of the live log. */
export interface LogEntry {
  readonly platform: Platform;
  /**
   * `call`: a request with the app's token; `outside`: a request with an outside token; `webhook`; `change`: an outside change of stock or
   * catalog; `page`: a consent or billing page.
   */
  readonly kind: 'call' | 'outside' | 'webhook' | 'change' | 'page';
  readonly owner: string;
  /** One short line, e.g. `inventoryAdjustQuantities` or `inventory_levels/update`. */
  readonly title: string;
  /** Details for the reader; '' for none. */
  readonly detail: string;
  /** How it ended, which sets the color. */
  readonly outcome: 'ok' | 'refused' | 'failed' | 'lost' | 'waiting';
}

export interface StoredLogEntry extends LogEntry {
  readonly id: number;
  /** Sandbox time, ms. */
  readonly at: number;
}

/** Whether a product is sold. Square has no drafts. */
export type SaleStatus = 'active' | 'draft' | 'archived';

/** One variant on the shelf of the demo location, for the Shop floor page. */
export interface ShelfItem {
  /** The platform's own id of the variant or variation. */
  readonly id: string;
  readonly productId: string;
  readonly productTitle: string;
  /** '' when the product has only one variant. */
  readonly variantTitle: string;
  readonly sku: string;
  readonly tracked: boolean;
  /** Its product's. */
  readonly status: SaleStatus;
  /** Whole or fractional units; null: never stocked there. */
  readonly quantity: number | null;
  /** Minor units (cents). */
  readonly price: number;
}

/**
 * What an outside change of stock is. Shopify: an online order (the default of a decrease), a sale at the counter, a cancellation, a
 * fulfillment (`delta` is what leaves; available stays), stock set aside or released, and a correction (the default of everything else).
 * Square: a sale (the default of a decrease), a return, stock received (the default of an increase), waste, and a transfer to or from the
 * second location.
 */
export const CAUSES = {
  shopify: ['order', 'counter', 'cancel', 'fulfill', 'set-aside', 'adjust'],
  square: ['sale', 'return', 'receive', 'waste', 'transfer'],
} as const;

/** An outside change of stock at the demo location. `set` is a recount. */
export type StockChange =
  | { readonly set: number; readonly by?: string; readonly member?: string }
  | {
      readonly delta: number;
      /** One of the platform's `CAUSES`. */
      readonly cause?: string;
      /** The application that makes the change, which Square's log names; Square's own till unless one is named. */
      readonly by?: string;
      /** Square: the ID of the team member who makes it (`sandbox/square/team.ts`). */
      readonly member?: string;
    };

/** A change of stock at the demo pair's first location, whoever made it, as other apps see it. */
export interface StockSeen {
  readonly platform: Platform;
  readonly sku: string;
  /** Whole or fractional units; `after` is the number that it leaves. */
  readonly delta: number;
  readonly after: number;
  /** Whether it left an order. */
  readonly sale: boolean;
  /** The name of the application that made it, as far as it is stated. */
  readonly by: string;
}

/** The result of an action. Refusals are values: `reason` is shown to the user. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** What one emulated platform provides to the core. */
export interface PlatformPart {
  readonly platform: Platform;
  /** Append-only. */
  readonly migrations: readonly Migration[];
  /** Serves everything under `/{platform}`; paths inside start after that prefix. */
  app(world: WorldApi): Hono;
  /** Deletes owners, catalog, installs, and tokens (but not what belongs to the application itself, like Square's webhook subscription). */
  clear(world: WorldApi): void;
  /** Creates one owner with its locations and catalog. Called after `clear`, once per owner. Sends no webhooks. */
  seed(world: WorldApi, owner: Owner, catalogue: SandboxCatalog): void;
  /**
   * Returns stock of a SKU at an owner's first location (the demo owner's by default); null when unknown there. The oldest when the SKU is
   * duplicated.
   */
  stock(world: WorldApi, sku: string, owner?: Owner): number | null;
  /** Makes an outside sale, restock, or recount at an owner's first location (the demo owner's by default), including webhooks. */
  changeBySku(world: WorldApi, sku: string, change: StockChange, owner?: Owner): Outcome<{ before: number; after: number }>;
  /** Does the same for one variant by its platform id (for SKUs that are missing or duplicated). */
  changeById(world: WorldApi, id: string, change: StockChange): Outcome<{ before: number; after: number }>;
  /**
   * Returns an owner's shelf at its first location (the demo owner's by default), ordered by product title; `search` matches title or SKU,
   * '' all.
   */
  shelf(world: WorldApi, search: string, offset: number, limit: number, owner?: Owner): { total: number; items: ShelfItem[] };
  /**
   * Creates a product with one variant, stocked at the owner's first location (the demo owner's by default), including webhooks. `price` in
   * minor units. Returns the variant's id.
   */
  addProduct(
    world: WorldApi,
    product: { title: string; sku: string; price: number; quantity: number },
    owner?: Owner,
  ): Outcome<{ id: string }>;
  /** Renames a product, including webhooks. */
  renameProduct(world: WorldApi, productId: string, title: string): Outcome<null>;
  /** Puts a product on sale, makes it a draft, or archives it, including webhooks. */
  setProductStatus(world: WorldApi, productId: string, status: SaleStatus): Outcome<null>;
  /**
   * Returns the body that a webhook would have if it were built now; null when it contains nothing that changes, or its subject is gone.
   */
  bodyNow(world: WorldApi, webhook: OutgoingWebhook): string | null;
  /** Returns the headers of one attempt: signature, retry number. Built again at every attempt. */
  deliveryHeaders(world: WorldApi, delivery: Delivery): Promise<Record<string, string>>;
  /** Real time after which an attempt counts as failed, in ms. */
  readonly deliveryTimeoutMs: number;
  /** Sandbox time between attempts, in ms; its length is the number of retries. */
  readonly retryDelays: readonly number[];
  /** Called after every attempt, so that a platform can count consecutive failures of a subscription. */
  attemptEnded(world: WorldApi, delivery: Delivery, delivered: boolean): void;
  /** Scheduled work by name, see `WorldApi.schedule`. Must be safe to run twice. */
  readonly jobs: Readonly<Record<string, (world: WorldApi, payload: string) => void | Promise<void>>>;
  /** Returns the platform's own response for an injected 429 or 5xx (before any effect). */
  faultAnswer(status: 429 | 500 | 503): Response;
}

/** The content of a stock write. */
export interface StockWrite {
  /** Returns whether one of these SKUs or stock ids is among the items that the request changes. */
  containsAny(items: readonly string[]): boolean;
}

/** A request with the app's token. */
export interface AppRequest {
  readonly request: Request;
  /** The request's body, which has been read. */
  readonly body: string;
  /** null for a request that is not a stock write. */
  readonly stockWrite: StockWrite | null;
  /** Whether it is a read, which changes nothing. */
  readonly read: boolean;
}

/** The fault conditions under which a request reaches its platform. */
export interface Circumstances {
  /** Real ms for which the response will still be on its way after the effect. */
  readonly stillBusyMs: number;
  /** The platform must refuse the stock write as a whole, without naming an item and within its rules of idempotency. */
  readonly refused: boolean;
  /** The platform must throttle the request, whatever its bucket has left. */
  readonly throttled: boolean;
  /** Real ms by which the stock that a read returns is outdated. */
  readonly lagMs: number;
}

/** Circumstances without any fault. */
export const PLAIN: Circumstances = { stillBusyMs: 0, refused: false, throttled: false, lagMs: 0 };

/** Processes a request. */
export type Effect = (circumstances: Circumstances) => Promise<Response> | Response;

/** One migration of the object's storage. Must never change once merged. */
export interface Migration {
  /** Unique across all parts, e.g. `square-1`. */
  readonly id: string;
  readonly sql: string;
}

/** What the parts may use. One instance per Durable Object instance; its state is stored. */
export interface WorldApi {
  readonly env: SandboxEnv;
  readonly db: SandboxDatabase;
  /** Returns the sandbox's clock, in ms: real time, multiplied by `clockSpeed` since the speed was last set. */
  now(): number;
  config(): SandboxConfig;
  /** Returns the origin that the sandbox was last asked at, for addresses in answers. */
  origin(): string;
  /** Queues a webhook and attempts it immediately (unless a fault delays it). */
  sendWebhook(webhook: OutgoingWebhook): void;
  /** Counts one request with the app's token. */
  countCall(platform: Platform, name: string): void;
  log(entry: LogEntry): void;
  /** Tells the other apps of the demo pair that stock has changed. */
  stockChanged(change: StockSeen): void;
  /** Runs `jobs[name]` of the platform at sandbox time `at` (ms), even after a restart. */
  schedule(platform: Platform, name: string, at: number, payload: string): void;
  /**
   * Runs a request of the app with the faults of `/control/config`. Only for requests with the app's tokens; `request` is null for a token
   * refresh, which is never delivered late or twice.
   */
  withFaults(platform: Platform, request: AppRequest | null, effect: Effect): Promise<Response> | Response;
  /** Returns whether a request is the sandbox's own replay of one that was already counted. */
  isReplay(request: Request): boolean;
  /** Returns a new random token: `prefix` and `bytes` random bytes in hex (16 by default). */
  token(prefix: string, bytes?: number): string;
  part(platform: Platform): PlatformPart | null;
  readonly owners: readonly Owner[];
}

/** Outside tokens: always accepted for the demo owner, never counted, never subject to faults. */
export const OUTSIDE_SHOPIFY_TOKEN = 'shpat_sandbox';
export const OUTSIDE_SQUARE_TOKEN = 'EAAA_sandbox';

/** Reads the live log after an id, for the Shop floor page. */
export interface LogReader {
  logSince(id: number, limit: number): StoredLogEntry[];
}
