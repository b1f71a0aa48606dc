import type { AccountId } from '../../domain/account/account-id';
import type { Instant } from '../../domain/instant';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { AccountApi, Entitlement } from '../../durable/api/account-api';
import type { LostCharge } from '../accounts/subscription-status';
import type { Secret } from '../runtime/secret';
import type { AuditLog } from './audit-port';
import type { OperationsPorts } from './operations-ports';
import type { OperatorPorts } from './operator-ports';

/** The caller as the session store knows them. While an operator impersonates, it holds both subject and actor. */
export interface CallerSession {
  /** The subject's account: the only account whose data the call can read or change. */
  readonly accountId: AccountId;
  /** `{shop}.myshopify.com` of the subject. */
  readonly shopDomain: string;
  readonly accountName: string;
  readonly email: string;
  /** The operator's own account while they impersonate; null otherwise. */
  readonly impersonator: {
    readonly accountId: AccountId;
    readonly shopDomain: string;
    /** When the impersonation ends by itself. */
    readonly ends?: Instant;
  } | null;
  /** Whether the actor (the impersonator if there is one) is an operator. */
  readonly isAdmin: boolean;
  /** The subject's entitlement, read with the session. */
  readonly entitlement: Entitlement;
  /** Whether the subject may use the product now (domain rule over `entitlement`). */
  readonly entitled: boolean;
}

/** The accounts in D1. Every method is scoped to the account id that it gets. */
export interface AccountDirectory {
  /** Sets the account's name as its owner wrote it. */
  rename(accountId: AccountId, name: string): Promise<void>;
  /** Returns the account's name, and the address that gets its owner's alerts ('' for none). */
  details(accountId: AccountId): Promise<{ readonly name: string; readonly alertAddress: string }>;
  /** Sets the alert address: a checked mail address, or ''. */
  setAlertAddress(accountId: AccountId, address: string): Promise<void>;
  /** Stops routing the platform's webhooks to the account; another account may then connect that Square merchant. */
  releaseConnection(accountId: AccountId, source: Source): Promise<void>;
}

/** One line of history, ready to display. */
export interface HistoryEntry {
  readonly at: Instant;
  /** The originator: 'Shopify', 'Square', the merchant, an operator, or the product. */
  readonly originator: string;
  readonly locationName: string;
  /** '' when the variant has none. */
  readonly sku: string;
  /** Text for a shop owner, made from the stored fact on reading. */
  readonly message: string;
}

/** History rows in D1. */
export interface HistoryReader {
  /** Returns a page of an account's lines, newest first. `sku` '' means all, otherwise lines whose SKU matches it. */
  page(
    accountId: AccountId,
    query: { readonly sku: string; readonly limit: number; readonly page: number },
  ): Promise<{ readonly total: number; readonly rows: readonly HistoryEntry[] }>;
}

/** A subscription as D1 stores it. */
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

/** A payment as D1 stores it. */
export interface PaymentRecord {
  readonly id: string;
  readonly at: Instant;
  /** Cents of a US dollar. */
  readonly cents: number;
}

/** An account's billing status as other services may query it. */
export interface StandingRecord {
  readonly activeSubscription: boolean;
  readonly entitled: boolean;
  /** Days of trial that a new subscription would start with. */
  readonly availableTrialDays: number;
}

/** Subscriptions and payments in D1, and the one way to refresh them. */
export interface SubscriptionLedger {
  /** Returns the newest subscription that was ever confirmed, or null. */
  current(accountId: AccountId): Promise<SubscriptionRecord | null>;
  /** Returns the newest charge if the merchant did not approve it and nothing is subscribed; otherwise null. */
  lostCharge(accountId: AccountId): Promise<Pick<LostCharge, 'id' | 'fate'> | null>;
  /** Returns the payments, newest first. */
  payments(accountId: AccountId, limit: number): Promise<readonly PaymentRecord[]>;
  /** Returns the billing status; null when there is no such account. */
  standing(accountId: AccountId): Promise<StandingRecord | null>;
  /** Reads the subscriptions from Shopify, stores them, and sends the account object its entitlement. */
  refresh(accountId: AccountId): Promise<Answer<null>>;
  /**
   * Completes a cancellation that Shopify has made: stores the merchant's own reason for leaving, and refreshes the stored subscription.
   * Never fails for the caller: the subscription is canceled in any case.
   */
  settleCancellation(accountId: AccountId, subscriptionId: string, reason: string): Promise<void>;
}

/** The impersonation of the caller's own session. */
export interface ImpersonationPort {
  /** Shows the shop's account to the operator; false when no account in use has that shop. */
  impersonate(shopDomain: string): Promise<boolean>;
  /** Ends the impersonation; harmless when there is none. */
  stopImpersonating(): Promise<void>;
}

/** Work that outlives the call. */
export interface TaskQueue {
  /**
   * Stores a snapshot task and wakes a consumer; a second one for the same account and platform is harmless. If it cannot be stored now,
   * the account's object stores it at its next alarm.
   */
  enqueueSnapshot(accountId: AccountId, source: Source): Promise<void>;
  /** Does the same for the account's copies from a platform. */
  enqueueCopy(accountId: AccountId, source: Source): Promise<void>;
}

/** Environment values that methods need. */
export interface RpcConfig {
  /** Origin of the page, e.g. https://app.example.com; no path. */
  readonly appOrigin: string;
  readonly billingMode: 'shopify' | 'none';
  /** Whether any merchant may start a subscription that is never charged (a local start); otherwise only operators may. */
  readonly allowTestCharges: boolean;
  /** Shop domains that are never charged although Shopify does not class them as development stores. */
  readonly staffShops: ReadonlySet<string>;
  /** What a caller of GetSubscriptionStatus must present. */
  readonly statusSecret: Secret;
  /** '' when not set. */
  readonly appListingUrl: string;
  /** '' when not set. */
  readonly supportEmail: string;
  /** The sender address of alert mail; '' when no mail is sent. */
  readonly alertSender: string;
  /** Third-party services for the page; public values, each '' when not set. */
  readonly telemetry: {
    readonly posthogKey: string;
    readonly posthogHost: string;
    readonly sentryDsn: string;
    readonly chatWidgetId: string;
  };
  /** The release, e.g. 1.0.1. */
  readonly version: string;
}

/** Everything that the services need. */
export interface RpcPorts {
  /**
   * Returns the account's object. The id comes from the session, or from a customer that an operator's call has looked up; never from a
   * request's field.
   */
  account(accountId: AccountId): AccountApi;
  readonly accounts: AccountDirectory;
  readonly history: HistoryReader;
  readonly subscriptions: SubscriptionLedger;
  readonly tasks: TaskQueue;
  readonly desk: ImpersonationPort;
  readonly operations: OperationsPorts;
  readonly operators: OperatorPorts;
  readonly config: RpcConfig;
}

/** One request to the endpoint, created for each call: no caller's state outlives their request. */
export interface RpcRequest {
  /** The request's id: in the answer's header, in `meta.reference` of an error, and in the log. */
  readonly requestId: string;
  /** Returns false for a caller over the rate limit; queries no storage. */
  admit(): Promise<boolean>;
  /** Returns the caller's session, or null. Called at most once, and only after the route, type and origin checks. */
  session(): Promise<CallerSession | null>;
  readonly ports: RpcPorts;
  readonly trail: AuditLog;
  /** Reports a bug or an unavailable dependency: the caller only gets a fixed text. `method` is `sh.Service/Method`. */
  reportFailure(failure: { readonly method: string; readonly requestId: string; readonly error: unknown }): void;
}
