import type { AccessCheck, ConnectionCounts, Released } from '../../domain/account/access';
import type { AccountId } from '../../domain/account/account-id';
import type { Entitlement } from '../../domain/account/entitlement';
import type { InboundEvent, InboundOwner, Receipt } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { LagSummary } from '../../domain/sync/lag';
import type { WritePause } from '../../domain/sync/write-gate';
import type { BillingApi } from './billing-api';
import type { EditsApi } from './edits-api';
import type { ExclusionsApi } from './exclusions-api';
import type { ExportApi } from './export-api';
import type { HealthApi } from './health-api';
import type { InventoryApi } from './inventory-api';
import type { LinksApi } from './links-api';
import type { HandApi } from './manual-stock-api';
import type { OperatorApi } from './operator-api';
import type { OversellApi } from './oversell-api';
import type { SavedViewsApi } from './saved-views-api';
import type { AccountSettings, SettingsChange } from './settings';
import type { UnlinkedApi } from './unlinked-api';
import type { VariantSide } from './variant-side';
import type { WatchApi } from './watch-api';
import type { WriterCaseApi } from './writer-case-api';
import type { WritersApi } from './writers-api';

/** Identifies the account; given at sign-in, and unchanging except for the name and email address. */
export interface AccountIdentity {
  readonly accountId: AccountId;
  /** `{shop}.myshopify.com`. */
  readonly shopDomain: string;
}

/** Tokens as a platform's token endpoint granted them. Times are absolute. */
export interface TokenGrant {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Null for a token that does not expire. */
  readonly expiresAt: Instant | null;
  /** Null where the platform states no expiry (Square). */
  readonly refreshExpiresAt: Instant | null;
  /** Scopes as granted. */
  readonly scopes: readonly string[];
}

/** A connection as screens show it. */
export interface ConnectionView {
  readonly source: Source;
  /** `needs_reconnect`: the platform refused our token, or it was revoked. */
  readonly state: 'connected' | 'needs_reconnect' | 'disconnected';
  /** Shop domain or Square merchant ID; '' when never connected. */
  readonly name: string;
  /** Business name as people know it; '' until read. */
  readonly label: string;
  readonly connectedAt: Instant | null;
  readonly expiresAt: Instant | null;
  readonly grantedScopes: readonly string[];
  readonly desiredScopes: readonly string[];
  /** False while recent calls to the platform failed: it is down or unreachable. */
  readonly reachable: boolean;
  /** What is wrong, for a shop owner; '' when nothing is. */
  readonly problem: string;
}

/** One snapshot run, the newest of its source. Times are null while unset. */
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
  /** Why it failed, for a shop owner; '' otherwise. */
  readonly problem: string;
}

export type { AccountSettings, Entitlement, SettingsChange, VariantSide };
export type {
  JoinedVariant,
  InventoryQuery,
  InventorySort,
  InventoryPage,
  InventoryFilters,
  InventoryCounts,
  ChannelCounts,
  IssueType,
  LinkCandidate,
  VariantDetail,
} from './inventory-api';

/** Everything that the dashboard's status needs from the object. */
export interface AccountState {
  readonly shopify: ConnectionView;
  readonly square: ConnectionView;
  readonly hasMappedLocations: boolean;
  /** Entitled, auto-sync on, webhook subscriptions present. */
  readonly listening: boolean;
  /** When the merchant began to watch, before starting to sync; null otherwise. */
  readonly watchingSince: Instant | null;
  readonly snapshots: readonly SnapshotView[];
  /** Increases with every change that a screen might show; lets a page check cheaply whether to reload. */
  readonly revision: number;
  /** Number of waiting levels, by reason. */
  readonly owed: number;
  /** Those of `owed` that are linked and whose two quantities differ now. */
  readonly owedOutOfSync: number;
  readonly held: number;
  readonly blocked: number;
  readonly frozen: number;
  /** Pairs whose link ended although the merchant did not ask for it. */
  readonly unlinked: number;
  /** Variants of which both platforms sold what only one had. */
  readonly oversold: number;
  /** Variants whose stock another app changes as well: those on hold, and those that are only suspected. */
  readonly writersHeld: number;
  readonly writersSuspected: number;
  /** Nothing is written to any variant, because another app changes the stock of several. */
  readonly allOnHold: boolean;
  /** Other applications that change stock on Square and that the merchant has not confirmed to know of. */
  readonly newWriters: number;
  /** Write lag over the last day, in ms; null when nothing was written. */
  readonly lag: LagSummary | null;
  /** Number of changes that the last reconciliations found and no webhook had reported. */
  readonly drift: number;
  /** Age of the oldest change that is still pending, in ms, by its platform's clock; 0 when none is. */
  readonly oldestUnderWayMs: number;
  /** The operators' write pauses that concern this account. */
  readonly writePauses: readonly WritePause[];
  /** A finding of a side's snapshot or reconciliation that needs the merchant's approval; '' when nothing waits. */
  readonly shopifyDoubt: string;
  readonly squareDoubt: string;
  /** Changed products that wait to be read: the number of Shopify's if there are many, else 0; and whether there are many of Square's. */
  readonly reading: { readonly shopify: number; readonly square: boolean };
}

export interface LocationView {
  /** Our own ID. */
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

/** Whether a platform still accepts our token; `unknown` when it cannot be reached now. */
export type Standing = 'yes' | 'no' | 'unknown';

/**
 * What became of a webhook. `not-mine`: the owner is not this account's, and nothing was processed. `accepted`: processed. With a
 * `catalogue`: processed, and nothing waits to be read again. While the account returns the same text, its knowledge of products is
 * unchanged, so a product stated again in the same words contains nothing new.
 */
export type Ingested = 'not-mine' | 'accepted' | { readonly catalogue: string };

/**
 * The methods of the account object across its stub. Every method is safe to repeat. Expected failures are returned as Answers; a thrown
 * error means that the object itself is gone or overloaded, and says nothing about the effect.
 */
export interface AccountApi
  extends
    BillingApi,
    EditsApi,
    HandApi,
    InventoryApi,
    LinksApi,
    OperatorApi,
    UnlinkedApi,
    OversellApi,
    WriterCaseApi,
    WritersApi,
    WatchApi,
    HealthApi,
    ExclusionsApi,
    SavedViewsApi,
    ExportApi {
  /** Stores the account's identity. Must be the first call after the object is created; harmless afterward. Throws for another shop. */
  open(identity: AccountIdentity): Promise<void>;

  /** Stores the tokens sealed before anything uses them, then registers webhooks and reads locations in the background. */
  connectShopify(grant: TokenGrant): Promise<Answer<null>>;
  connectSquare(merchantId: string, grant: TokenGrant): Promise<Answer<null>>;
  /** Disconnects at the merchant's request or after the platform's revocation: forgets the tokens, ends the epoch, keeps what was read. */
  disconnect(source: Source, cause: 'merchant' | 'revoked' | 'uninstalled'): Promise<void>;
  /** Returns whether the platform still accepts our token. `unknown`: it cannot be reached now. */
  stillConnected(source: Source): Promise<Standing>;
  /** Ends the connection if the platform refuses its token, and no new one has replaced it meanwhile. */
  endIfRevoked(source: Source): Promise<Standing>;
  /** Removes what is kept of these orders of Shopify's, by the numbers of their IDs, and returns of how many something was. */
  forgetOrders(ids: readonly string[]): Promise<number>;
  /** Asks both platforms now whether, and with which scopes, they grant us access. Shopify's is first. */
  checkAccess(): Promise<readonly AccessCheck[]>;
  /** Returns counts for both platforms, as last read. */
  connectionCounts(): Promise<Record<Source, ConnectionCounts>>;
  /**
   * Ends our access before the account is deleted: deletes Shopify's webhook subscriptions and, with `square`, revokes the seller's grant.
   * The grant covers the whole application, so leave `square` off when another account has this seller by now. Each side is separate.
   */
  release(request: { readonly square: boolean }): Promise<Record<Source, Released>>;
  /** Deletes everything. */
  erase(): Promise<void>;

  setEntitlement(entitlement: Entitlement): Promise<void>;
  state(): Promise<AccountState>;
  settings(): Promise<AccountSettings>;
  /** Returns the settings' version, which increases with every save. Call before reading the settings: it must never be too new. */
  settingsVersion(): Promise<number>;
  /** Saves the settings. With a version, refuses when it is no longer the current one; refuses to only watch once syncing has begun. Returns the new version. */
  saveSettings(settings: SettingsChange, version?: number): Promise<Answer<number>>;

  locations(): Promise<LocationsView>;
  /** Reads the platform's locations now. */
  syncLocations(source: Source): Promise<Answer<null>>;
  /** Pairs two locations, named by our IDs or the platforms'; refuses a second pair. Marks both snapshots as queued. */
  savePair(shopifyLocation: string, squareLocation: string): Promise<Answer<null>>;
  disconnectPair(id: string): Promise<Answer<null>>;

  /** Requests a snapshot (single-flight: while one is running, returns that one). */
  requestSnapshot(source: Source): Promise<Answer<SnapshotView>>;
  /**
   * Works on the source's snapshot for a bounded slice (about 15 s) and returns its progress; call again until done. `unavailable`: call
   * again later.
   */
  advanceSnapshot(source: Source): Promise<Answer<SnapshotView>>;
  /** Ends the source's snapshot because the platform did not answer for too long. It is requested again once the platform answers. */
  giveUpSnapshot(source: Source): Promise<void>;
  /** Requests a failed snapshot again. Does nothing for one that waits for the merchant's approval. */
  reviveSnapshot(source: Source): Promise<void>;

  /** Processes a verified webhook. Durable when it returns, unless with `not-mine`. */
  ingest(owner: InboundOwner, event: InboundEvent, receipt: Receipt): Promise<Ingested>;
  /**
   * Schedules checks after a platform reported that access was withdrawn but still accepts our token: delivers the webhook again after 1,
   * 10 and 60 minutes, durably. A withdrawal that is already being checked changes nothing.
   */
  expectRevocation(owner: InboundOwner, event: InboundEvent, receipt: Receipt): Promise<void>;
  /** Delivers waiting history lines to D1, so that a page shows the last sale. */
  deliverHistory(): Promise<void>;
}
