import type { Hono } from 'hono';

import type { SandboxCatalog } from './catalogue/shape';
import type { SandboxConfig } from './core/config';
import type { SandboxDatabase } from './core/database';
import type { SandboxEnv } from './env';

/** The two emulated platforms. */
export type Platform = 'shopify' | 'square';

/** One ready-made pair of a shop and a seller that belong to the same merchant. */
export interface Owner {
  readonly name: 'demo' | 'second' | 'operator';
  readonly title: string;
  /** Shopify's domain of the shop. */
  readonly shop: string;
  /** Square's id of the seller. */
  readonly merchant: string;
}

/** A webhook to be delivered. The row is stored before the first attempt; loss, duplication, delay and retries are the core's business. */
export interface OutgoingWebhook {
  readonly platform: Platform;
  /** Shop domain or merchant id. */
  readonly owner: string;
  /** Shopify's topic or Square's event type. */
  readonly topic: string;
  readonly url: string;
  /** The subscription it is sent for; handed back to `subscriptionFailed`. */
  readonly subscription: string;
  /** Headers that are the same at every attempt (ids, topic). Signatures and retry headers come from `deliveryHeaders`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A stored delivery at the moment of an attempt. */
export interface Delivery extends OutgoingWebhook {
  readonly id: number;
  /** 0 for the first attempt. */
  readonly attempt: number;
  /** Sandbox time (ms) of the first attempt. */
  readonly firstSentAt: number;
  /** Why the attempt before this one failed; null at the first. */
  readonly lastFailure: DeliveryFailure | null;
}

export type DeliveryFailure = 'http_error' | 'http_timeout' | 'other_error';

/** A line of the live log. */
export interface LogEntry {
  readonly platform: Platform;
  /** `call`: a request with the app's token; `outside`: a request with an outside-world token; `webhook`; `change`: stock or catalogue changed by the
   * outside world; `page`: a consent or billing page. */
  readonly kind: 'call' | 'outside' | 'webhook' | 'change' | 'page';
  readonly owner: string;
  /** One short line, e.g. `inventoryAdjustQuantities` or `inventory_levels/update`. */
  readonly title: string;
  /** What a person wants to know about it; '' for nothing. */
  readonly detail: string;
  /** How it ended, for colour. */
  readonly outcome: 'ok' | 'refused' | 'failed' | 'lost' | 'waiting';
}

export interface StoredLogEntry extends LogEntry {
  readonly id: number;
  /** Sandbox time, ms. */
  readonly at: number;
}

/** One variant on the shelf of the demo location, for the shop floor. */
export interface ShelfItem {
  /** Platform's own id of the variant or variation. */
  readonly id: string;
  readonly productId: string;
  readonly productTitle: string;
  /** '' when the product has but one variant. */
  readonly variantTitle: string;
  readonly sku: string;
  readonly tracked: boolean;
  /** Whole or fractional units; null: never stocked there. */
  readonly quantity: number | null;
  /** Minor units (cents). */
  readonly price: number;
}

/** A change of stock at the demo location made by the outside world. `set` is a recount. */
export type StockChange = { readonly delta: number } | { readonly set: number };

/** Refusals are values: `reason` is shown to the person who asked. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** What one emulated platform gives to the core. */
export interface PlatformPart {
  readonly platform: Platform;
  /** Append-only. */
  readonly migrations: readonly Migration[];
  /** Everything under `/{platform}`; paths inside begin after that prefix. */
  app(world: WorldApi): Hono;
  /** Forgets owners, catalogue, installs and tokens (but not what belongs to the application itself, like Square's webhook subscription). */
  clear(world: WorldApi): void;
  /** Makes one owner with its locations and catalogue. Called after `clear`, once per owner. Sends no webhooks. */
  seed(world: WorldApi, owner: Owner, catalogue: SandboxCatalog): void;
  /** Stock of a SKU at the demo owner's first location; null when unknown there. The first by age when the SKU is duplicated. */
  stock(world: WorldApi, sku: string): number | null;
  /** Sale, restock or recount by the outside world at the demo location, webhooks included. */
  changeBySku(world: WorldApi, sku: string, change: StockChange): Outcome<{ before: number; after: number }>;
  /** The same for one variant by its platform id (for SKUs that are missing or duplicated). */
  changeById(world: WorldApi, id: string, change: StockChange): Outcome<{ before: number; after: number }>;
  /** An owner's shelf at its first location (the demo owner's unless another is given), ordered by product title; `search` matches title or SKU, '' all. */
  shelf(world: WorldApi, search: string, offset: number, limit: number, owner?: Owner): { total: number; items: ShelfItem[] };
  /** A new product with one variant, stocked at the owner's first location (the demo owner's unless another is given), webhooks included. `price` in
   * minor units. Answers the variant's id. */
  addProduct(
    world: WorldApi,
    product: { title: string; sku: string; price: number; quantity: number },
    owner?: Owner,
  ): Outcome<{ id: string }>;
  /** Renames a product, webhooks included. */
  renameProduct(world: WorldApi, productId: string, title: string): Outcome<null>;
  /** The body that a webhook would have if it were built now; null where it says nothing that changes, or what it is about is gone. */
  bodyNow(world: WorldApi, webhook: OutgoingWebhook): string | null;
  /** Headers of one attempt: signature, retry number. Made afresh at every attempt. */
  deliveryHeaders(world: WorldApi, delivery: Delivery): Promise<Record<string, string>>;
  /** Real time after which an attempt counts as failed, ms. */
  readonly deliveryTimeoutMs: number;
  /** Sandbox time between attempts, ms; its length is the number of retries. */
  readonly retryDelays: readonly number[];
  /** Consecutive outcome of a delivery: told after every attempt, so that a platform can count failures of a subscription. */
  attemptEnded(world: WorldApi, delivery: Delivery, delivered: boolean): void;
  /** Scheduled work by name, see `WorldApi.schedule`. Must be safe to run twice. */
  readonly jobs: Readonly<Record<string, (world: WorldApi, payload: string) => void | Promise<void>>>;
  /** The platform's own answer for an injected 429 or 5xx (before any effect). */
  faultAnswer(status: 429 | 500 | 503): Response;
}

/** What a stock write contains. */
export interface StockWrite {
  /** Whether one of these SKUs or stock ids is among the items that the request changes. */
  containsAny(items: readonly string[]): boolean;
}

/** A request with the app's token. */
export interface AppRequest {
  readonly request: Request;
  /** The request's body, which has been read. */
  readonly body: string;
  /** null for a request that changes no stock. */
  readonly stockWrite: StockWrite | null;
  /** Whether it changes nothing at all. */
  readonly read: boolean;
}

/** Under which circumstances a request reaches its platform. */
export interface Circumstances {
  /** Real ms for which the request will still be on its way after the effect. */
  readonly stillBusyMs: number;
  /** The platform must refuse the stock write as a whole, without naming an item and within its rules of idempotency. */
  readonly refused: boolean;
  /** The platform must throttle the request, whatever is left in its bucket. */
  readonly throttled: boolean;
  /** Real ms by which the stock that a read states is behind. */
  readonly lagMs: number;
}

/** Circumstances without any fault. */
export const PLAIN: Circumstances = { stillBusyMs: 0, refused: false, throttled: false, lagMs: 0 };

/** Processes a request. */
export type Effect = (circumstances: Circumstances) => Promise<Response> | Response;

/** One step of the object's storage. Never changed once landed. */
export interface Migration {
  /** Unique over all parts, e.g. `square-1`. */
  readonly id: string;
  readonly sql: string;
}

/** What the parts may use. One per Durable Object incarnation; everything behind it is stored. */
export interface WorldApi {
  readonly env: SandboxEnv;
  readonly db: SandboxDatabase;
  /** The sandbox's clock, ms: real time, running `clockSpeed` times as fast since the speed was last set. */
  now(): number;
  config(): SandboxConfig;
  /** Queues a webhook and attempts it at once (unless a fault says otherwise). */
  sendWebhook(webhook: OutgoingWebhook): void;
  /** Counts one request that was made with the app's token. */
  countCall(platform: Platform, name: string): void;
  log(entry: LogEntry): void;
  /** Runs `jobs[name]` of the platform at sandbox time `at` (ms), also after a restart. */
  schedule(platform: Platform, name: string, at: number, payload: string): void;
  /** Runs a request of the app with the faults of `/control/config`. Only for requests with the app's tokens; `request` is null for a token
   * refresh, which is never delivered late or twice. */
  withFaults(platform: Platform, request: AppRequest | null, effect: Effect): Promise<Response> | Response;
  /** Whether a request is the sandbox's own replay of one that was counted when it was sent. */
  isReplay(request: Request): boolean;
  /** A fresh random token: `prefix` and `bytes` random bytes in hex (16 by default). */
  token(prefix: string, bytes?: number): string;
  part(platform: Platform): PlatformPart | null;
  readonly owners: readonly Owner[];
}

/** Tokens of the outside world: always accepted for the demo owner, never counted, never faulted. */
export const OUTSIDE_SHOPIFY_TOKEN = 'shpat_sandbox';
export const OUTSIDE_SQUARE_TOKEN = 'EAAA_sandbox';

/** Reads the live log after an id; for the shop floor. */
export interface LogReader {
  logSince(id: number, limit: number): StoredLogEntry[];
}
