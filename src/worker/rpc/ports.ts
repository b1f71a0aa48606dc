import type { Instant } from '../../domain/instant';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { AccountApi, Entitlement } from '../../durable/api/account-api';
import type { LostCharge } from '../accounts/subscription-status';
import type { Secret } from '../runtime/secret';
import type { AuditLog } from './audit-port';
import type { OperationsPorts } from './operations-ports';
import type { OperatorPorts } from './operator-ports';

/** Who calls, as the session store knows it. Both subject and actor are kept while an operator impersonates. */
export interface CallerSession {
  /** The subject's account: the only account whose data the call can touch. */
  readonly accountId: string;
  /** `{shop}.myshopify.com` of the subject. */
  readonly shopDomain: string;
  readonly accountName: string;
  readonly email: string;
  /** The operator's own account while he impersonates; null otherwise. */
  readonly impersonator: {
    readonly accountId: string;
    readonly shopDomain: string;
    /** When he ceases to act as the subject by himself. */
    readonly ends?: Instant;
  } | null;
  /** Whether the actor (the impersonator if there is one) is an operator. */
  readonly isAdmin: boolean;
  /** The subject's standing, read with the session. */
  readonly entitlement: Entitlement;
  /** Whether the subject may use the product now (domain rule over `entitlement`). */
  readonly entitled: boolean;
}

/** What accounts are in D1. Every method is scoped by the account id that it is given. */
export interface AccountDirectory {
  /** Sets the account's name as its owner wrote it. */
  rename(accountId: string, name: string): Promise<void>;
  /** The account's name, and where its owner is told of trouble ('' for nowhere). */
  details(accountId: string): Promise<{ readonly name: string; readonly alertAddress: string }>;
  /** Sets it; a checked mail address, or ''. */
  setAlertAddress(accountId: string, address: string): Promise<void>;
  /** Stops routing the platform's webhooks to the account; lets another account connect that Square merchant. */
  releaseConnection(accountId: string, source: Source): Promise<void>;
}

/** One line of history, ready to be shown. */
export interface HistoryEntry {
  readonly at: Instant;
  /** Who caused it: 'Shopify', 'Square', the merchant, an operator, or the product. */
  readonly originator: string;
  readonly locationName: string;
  /** '' when the variant has none. */
  readonly sku: string;
  /** For a shop owner; made from the stored fact when it is read. */
  readonly message: string;
}

/** History rows in D1. */
export interface HistoryReader {
  /** A page of an account's lines, the newest first. `sku` '' means all, else lines of the SKUs that it finds. */
  page(
    accountId: string,
    query: { readonly sku: string; readonly limit: number; readonly page: number },
  ): Promise<{ readonly total: number; readonly rows: readonly HistoryEntry[] }>;
}

/** A subscription as D1 keeps it. */
export interface SubscriptionRecord {
  /** Shopify's GID. */
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  /** Decimal text, e.g. "49.99". */
  readonly price: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Null when no further charge is planned. */
  readonly nextBilling: Instant | null;
}

/** A payment as D1 keeps it. */
export interface PaymentRecord {
  readonly id: string;
  readonly at: Instant;
  /** Cents of a US dollar. */
  readonly cents: number;
}

/** An account's standing as others may ask for it. */
export interface StandingRecord {
  readonly activeSubscription: boolean;
  readonly entitled: boolean;
  /** Days of trial that a new subscription would begin with. */
  readonly availableTrialDays: number;
}

/** Subscriptions and payments in D1, and the one way to bring them up to date. */
export interface SubscriptionLedger {
  /** The newest subscription that was ever confirmed, or null. */
  current(accountId: string): Promise<SubscriptionRecord | null>;
  /** The newest charge, where the merchant did not approve it and nothing is subscribed; null otherwise. */
  lostCharge(accountId: string): Promise<Pick<LostCharge, 'id' | 'fate'> | null>;
  /** The newest payments first. */
  payments(accountId: string, limit: number): Promise<readonly PaymentRecord[]>;
  /** Null when there is no such account. */
  standing(accountId: string): Promise<StandingRecord | null>;
  /** Reads the subscriptions from Shopify, stores them, and tells the account object what it is entitled to. */
  refresh(accountId: string): Promise<Answer<null>>;
  /**
   * Does what follows a cancellation that Shopify has made: keeps the merchant's own words on why they left, and brings what is stored
   * up to date. Never fails for the caller: the subscription is cancelled whatever becomes of this.
   */
  settleCancellation(accountId: string, subscriptionId: string, reason: string): Promise<void>;
}

/** What operators may do with the caller's own session. */
export interface ImpersonationPort {
  /** Shows the shop's account to the operator; false when there is no such account that is in use. */
  impersonate(shopDomain: string): Promise<boolean>;
  /** Gives the operator his own account back; harmless when he has it. */
  stopImpersonating(): Promise<void>;
}

/** Work that outlives the call. */
export interface TaskQueue {
  /**
   * Stores a snapshot task and wakes a consumer; a second one for the same account and source is harmless. Where it cannot be
   * stored now, the account's object does so at its next alarm.
   */
  enqueueSnapshot(accountId: string, source: Source): Promise<void>;
  /** The same for the account's copies from a side. */
  enqueueCopy(accountId: string, source: Source): Promise<void>;
}

/** Values of the environment that calls need. */
export interface RpcConfig {
  /** Origin of the page, e.g. https://app.example.com; no path. */
  readonly appOrigin: string;
  readonly billingMode: 'shopify' | 'none';
  /** Whether any merchant may begin a subscription that is never charged (a local start); else operators alone may. */
  readonly allowTestCharges: boolean;
  /** Shop domains that are never charged though Shopify does not call them development stores. */
  readonly staffShops: ReadonlySet<string>;
  /** What a caller of GetSubscriptionStatus must present. */
  readonly statusSecret: Secret;
  /** '' when not set. */
  readonly appListingUrl: string;
  /** '' when not set. */
  readonly supportEmail: string;
  /** Where mail about trouble comes from; '' when none is sent. */
  readonly alertSender: string;
  /** What the page is told of third parties; public values, each '' when not set. */
  readonly telemetry: {
    readonly posthogKey: string;
    readonly posthogHost: string;
    readonly sentryDsn: string;
    readonly chatWidgetId: string;
  };
  /** The release, e.g. 1.0.1. */
  readonly version: string;
}

/** Everything that the services reach for. */
export interface RpcPorts {
  /** The account's object. The id comes from the session, or from a customer whom an operator's call has found; never from a request's field. */
  account(accountId: string): AccountApi;
  readonly accounts: AccountDirectory;
  readonly history: HistoryReader;
  readonly subscriptions: SubscriptionLedger;
  readonly tasks: TaskQueue;
  readonly desk: ImpersonationPort;
  readonly operations: OperationsPorts;
  readonly operators: OperatorPorts;
  readonly config: RpcConfig;
}

/** One request to the door, opened anew for each: nothing of a caller outlives his request. */
export interface RpcRequest {
  /** Goes into the answer's header, into `meta.reference` of an error, and into the log. */
  readonly requestId: string;
  /** False for a caller who calls too often; asks no storage. */
  admit(): Promise<boolean>;
  /** The caller's session, or null. Asked at most once, and only after the route, type and origin checks. */
  session(): Promise<CallerSession | null>;
  readonly ports: RpcPorts;
  readonly trail: AuditLog;
  /** A bug or a lost dependency: the caller is told a fixed text alone. `method` is `sh.Service/Method`. */
  reportFailure(failure: { readonly method: string; readonly requestId: string; readonly error: unknown }): void;
}
