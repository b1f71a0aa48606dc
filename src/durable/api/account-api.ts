import type { AccessCheck, ConnectionCounts, Released } from '../../domain/account/access';
import type { Entitlement } from '../../domain/account/entitlement';
import type { CheckedVariant } from '../../domain/catalog/check-variant';
import type { InventoryView, VariantStatus } from '../../domain/catalog/joined';
import type { InboundEvent, InboundOwner, Receipt } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { LagSummary } from '../../domain/sync/lag';
import type { WritePause } from '../../domain/sync/write-gate';
import type { BillingApi } from './billing-api';
import type { EditsApi } from './edits-api';
import type { HealthApi } from './health-api';
import type { HandApi } from './manual-stock-api';
import type { OperatorApi } from './operator-api';

/** Who the account is; given at sign-in and unchanging but for the name and mail address. */
export interface AccountIdentity {
  /** D1's account id as decimal text; also the object's name. */
  readonly accountId: string;
  /** `{shop}.myshopify.com`. */
  readonly shopDomain: string;
}

/** Tokens as a platform's token endpoint granted them. Times are absolute. */
export interface TokenGrant {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Null for a token that does not expire. */
  readonly expiresAt: Instant | null;
  /** Null where the platform names no end (Square). */
  readonly refreshExpiresAt: Instant | null;
  /** Scopes as granted. */
  readonly scopes: readonly string[];
}

/** A connection as screens show it. */
export interface ConnectionView {
  readonly source: Source;
  /** `needs_reconnect`: the platform refused our token or it was revoked. */
  readonly state: 'connected' | 'needs_reconnect' | 'disconnected';
  /** Shop domain or Square merchant id; '' when never connected. */
  readonly name: string;
  /** Business name as people know it, '' until read. */
  readonly label: string;
  readonly connectedAt: Instant | null;
  readonly expiresAt: Instant | null;
  readonly grantedScopes: readonly string[];
  readonly desiredScopes: readonly string[];
  /** False while the last calls to the platform failed: it is down or cannot be reached. */
  readonly reachable: boolean;
  /** What is wrong, for a shop owner; '' when nothing is. */
  readonly problem: string;
}

export interface AccountSettings {
  readonly applyMaxQuantity: boolean;
  /** Whole units, at least 1. */
  readonly maxQuantityUpdate: number;
  readonly setBarcode: boolean;
  readonly autoSync: boolean;
}

/** One snapshot run, newest per source. Times are null while unset. */
export interface SnapshotView {
  readonly id: number;
  readonly source: Source;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly started: Instant | null;
  readonly completed: Instant | null;
  readonly lastUpdated: Instant | null;
  /** Variants read so far, and the expected total (0 while unknown). */
  readonly processed: number;
  readonly total: number;
  /** For a shop owner: why it failed; '' otherwise. */
  readonly problem: string;
}

export type { Entitlement };

/** Everything the dashboard's status needs from the object. */
export interface AccountState {
  readonly shopify: ConnectionView;
  readonly square: ConnectionView;
  readonly hasMappedLocations: boolean;
  /** Entitled, auto-sync on, webhook subscriptions present. */
  readonly listening: boolean;
  readonly snapshots: readonly SnapshotView[];
  /** Grows with every change that a screen might show; lets a page ask cheaply whether to load again. */
  readonly revision: number;
  /** Cells that wait, by why. */
  readonly owed: number;
  /** Those of `owed` that are linked and whose two numbers differ now. */
  readonly owedOutOfSync: number;
  readonly held: number;
  readonly blocked: number;
  readonly frozen: number;
  /** How far behind writes were in the last day, in ms; null when nothing was written. */
  readonly lag: LagSummary | null;
  /** Changes that the last sweeps found and no webhook had told. */
  readonly drift: number;
  /** How long ago, in ms, the oldest change that is still on its way began, by its platform's clock; 0 when none is. */
  readonly oldestUnderWayMs: number;
  /** Operators' pauses of changes that concern this account. */
  readonly writePauses: readonly WritePause[];
  /** What a snapshot or a sweep of a side found and does not believe before the merchant approves it; '' when nothing waits. */
  readonly shopifyDoubt: string;
  readonly squareDoubt: string;
  /** Changed products that wait to be read: how many of Shopify where they are many, else 0; and whether those of Square are many. */
  readonly reading: { readonly shopify: number; readonly square: boolean };
}

export interface LocationView {
  /** Our own id. */
  readonly id: number;
  readonly source: Source;
  readonly sourceId: string;
  readonly name: string;
}

export interface LocationPairView {
  readonly id: number;
  readonly shopify: LocationView;
  readonly square: LocationView;
}

export interface LocationsView {
  readonly synced: readonly LocationPairView[];
  /** In each platform's own order, Shopify's first. */
  readonly all: readonly LocationView[];
}

/** One platform's side of a variant. */
export interface VariantSide {
  readonly source: Source;
  /** Shopify: number of the variant as text. Square: variation id. */
  readonly id: string;
  readonly productId: string;
  readonly productName: string;
  readonly name: string;
  /** '' when missing. */
  readonly sku: string;
  readonly barcode: string;
  readonly tracked: boolean;
}

/** A variant of both platforms joined, or of one alone; one row of the inventory list. */
export interface JoinedVariant {
  readonly key: number;
  readonly shopify: VariantSide | null;
  readonly square: VariantSide | null;
  /** Null when not known (never counted). */
  readonly shopifyQuantity: Quantity | null;
  readonly squareQuantity: Quantity | null;
  readonly status: VariantStatus;
  /** What may be said of it. */
  readonly checked: CheckedVariant;
  /** For a shop owner: what the trouble is. */
  readonly troubleDetail: string;
}

export interface InventoryQuery {
  readonly view: InventoryView;
  /** '' for no search; matches product, variant and SKU, case-insensitively. */
  readonly query: string;
  /** Rows of variants, 1 to 1,000. */
  readonly limit: number;
  /** From 0. */
  readonly page: number;
  readonly sort: { readonly column: InventorySort; readonly descending: boolean };
}

export type InventorySort = 'name' | 'sku' | 'shopify_quantity' | 'square_quantity' | 'status';

export interface InventoryPage {
  readonly variants: readonly JoinedVariant[];
  readonly hasNextPage: boolean;
}

export interface InventoryCounts {
  readonly all: number;
  readonly inSync: number;
  readonly outOfSync: number;
  readonly onlyShopify: number;
  readonly onlySquare: number;
  readonly notTracked: number;
}

export interface ChannelCounts {
  readonly shopify: number;
  readonly square: number;
}

export type IssueType = 'missing_skus' | 'duplicate_skus' | 'inventory_disabled';

export interface VariantDetail {
  readonly variant: JoinedVariant;
  /** The paired locations' platform ids; '' when there is no pair. */
  readonly shopifyLocationId: string;
  readonly squareLocationId: string;
}

/**
 * What became of a webhook. `not-mine`: the owner is not this account's, nothing was taken in. `accepted`: taken in.
 * With a `catalogue`: taken in, and nothing waits to be read again; as long as the account answers with the same text, it knows
 * its products as it does now, so a product that is stated to it once more in the same words has nothing new to say.
 */
export type Ingested = 'not-mine' | 'accepted' | { readonly catalogue: string };

/**
 * What the account object can be asked across its stub. Every method is safe to repeat. Expected failures come as
 * Answers; a thrown error means that the object itself is gone or overloaded and says nothing about the effect.
 */
export interface AccountApi extends BillingApi, EditsApi, HandApi, OperatorApi, HealthApi {
  /** Names the account; first call after the object is made, and harmless afterwards. */
  open(identity: AccountIdentity): Promise<void>;

  /** Stores the tokens sealed, before anything uses them; registers webhooks; reads locations in the background. */
  connectShopify(grant: TokenGrant): Promise<Answer<null>>;
  connectSquare(merchantId: string, grant: TokenGrant): Promise<Answer<null>>;
  /** The merchant's own wish, or the platform's revocation: forgets the tokens, ends the epoch, keeps what was read. */
  disconnect(source: Source, cause: 'merchant' | 'revoked' | 'uninstalled'): Promise<void>;
  /** Asks both platforms now whether and how far they let us in. Shopify's first. */
  checkAccess(): Promise<readonly AccessCheck[]>;
  /** Both platforms in numbers, as last read. */
  connectionCounts(): Promise<Record<Source, ConnectionCounts>>;
  /**
   * Ends our access before the account is deleted: Shopify's webhook subscriptions are deleted, and with `square` the seller's grant
   * is revoked (it is the whole application's: not where another account has this seller by now). Each side by itself.
   */
  release(request: { readonly square: boolean }): Promise<Record<Source, Released>>;
  /** Everything is deleted. */
  erase(): Promise<void>;

  setEntitlement(entitlement: Entitlement): Promise<void>;
  state(): Promise<AccountState>;
  settings(): Promise<AccountSettings>;
  /** Which state of the settings holds; it grows with every save. Ask before the settings are read, so that it is never too new. */
  settingsVersion(): Promise<number>;
  /** With a version: refused when another one holds by now. Answers the version that holds then. */
  saveSettings(settings: AccountSettings, version?: number): Promise<Answer<number>>;

  locations(): Promise<LocationsView>;
  /** Reads the platform's locations now. */
  syncLocations(source: Source): Promise<Answer<null>>;
  /** Takes our ids or the platforms' own; refuses a second pair. Marks both snapshots as queued. */
  savePair(shopifyLocation: string, squareLocation: string): Promise<Answer<null>>;
  disconnectPair(id: string): Promise<Answer<null>>;

  /** Marks a snapshot as wanted (single-flight: a running one answers its own id). */
  requestSnapshot(source: Source): Promise<Answer<SnapshotView>>;
  /** Works on the source's snapshot for a bounded slice (about 15 s) and says how far it is; called again until done. `unavailable`: call again later. */
  advanceSnapshot(source: Source): Promise<Answer<SnapshotView>>;
  /** Ends the source's snapshot: the platform did not answer for too long. It is asked for again once the platform answers. */
  giveUpSnapshot(source: Source): Promise<void>;
  /** Asks again for a snapshot that has failed. Nothing to do for one that waits for the merchant's word. */
  reviveSnapshot(source: Source): Promise<void>;

  inventoryCounts(): Promise<InventoryCounts>;
  inventory(query: InventoryQuery): Promise<Answer<InventoryPage>>;
  issueCounts(type: IssueType): Promise<ChannelCounts>;
  issues(type: IssueType, source: Source, limit: number, offset: number): Promise<{ total: number; variants: VariantSide[] }>;
  variantDetail(source: Source, variantId: string): Promise<Answer<VariantDetail>>;
  /** The variants of a product that have a SKU, with their counterparts. */
  syncableVariants(source: Source, productId: string): Promise<Answer<readonly JoinedVariant[]>>;

  /** Takes in a verified webhook. Durable when it answers, unless with `not-mine`. */
  ingest(owner: InboundOwner, event: InboundEvent, receipt: Receipt): Promise<Ingested>;
  /**
   * A platform says that access was withdrawn and still takes our token: the webhook is delivered again after 1, 10 and 60 minutes,
   * durably. One that is being checked already changes nothing.
   */
  expectRevocation(owner: InboundOwner, event: InboundEvent, receipt: Receipt): Promise<void>;
  /** Hands undelivered history lines to D1, so that a page shows the last sale. */
  deliverHistory(): Promise<void>;
}
