import type { Instant } from '../../domain/instant';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { KeptReceipt } from '../../durable/api/operator-api';

/** A customer as the shared database knows him. */
export interface Customer {
  /** Decimal text. */
  readonly id: string;
  /** `{shop}.myshopify.com`. */
  readonly shopDomain: string;
  readonly email: string;
  /** Square's merchant id; null while no Square account belongs to this one. */
  readonly squareMerchantId: string | null;
  /** When access ends; null when no end is known. */
  readonly accessEnds: Instant | null;
  readonly lastLogin: Instant | null;
}

/** Something that a platform might have told: a webhook's type and body. */
export interface SimulatedWebhook {
  readonly source: Source;
  /** Shop domain or Square merchant id. */
  readonly owner: string;
  /** Topic or event type, as the platform names it. */
  readonly type: string;
  /** The body as the platform would have sent it. */
  readonly payload: string;
}

/** What operators' calls reach for beside what merchants' calls do. */
export interface OperatorPorts {
  /** A page of the customers by id; `query` '' for all, else a part of domain, mail address or name. */
  customers(request: {
    readonly query: string;
    readonly onlyActive: boolean;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly total: number; readonly customers: readonly Customer[] }>;
  /** Null when there is no such customer. */
  customer(accountId: string): Promise<Customer | null>;
  /** By shop domain or Square merchant id. */
  customerOf(source: Source, name: string): Promise<Customer | null>;
  /** What a customer has paid: when last (null: never), and in all, in cents of a US dollar. */
  payments(accountId: string): Promise<{ readonly last: Instant | null; readonly cents: number }>;
  /** Hands an event to the code that takes the platform's own webhooks. Refused when that code does not believe it. */
  tell(event: SimulatedWebhook): Promise<Answer<null>>;
  /** Hands a received webhook to its account once more, read anew from its body. */
  replay(customer: Customer, receipt: KeptReceipt): Promise<Answer<null>>;
  /** Where Shopify's webhooks to this installation come in. */
  readonly webhookAddress: string;
  /** Whether a token's values may be shown at all. */
  readonly allowTokenReveal: boolean;
}
