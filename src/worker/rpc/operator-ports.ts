import type { AccountId } from '../../domain/account/account-id';
import type { Instant } from '../../domain/instant';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { KeptReceipt } from '../../durable/api/operator-api';

/** A customer as the shared database stores them. */
export interface Customer {
  readonly id: AccountId;
  /** `{shop}.myshopify.com`. */
  readonly shopDomain: string;
  readonly email: string;
  /** Square's merchant id; null while no Square account belongs to this one. */
  readonly squareMerchantId: string | null;
  /** When access ends; null when no end is known. */
  readonly accessEnds: Instant | null;
  readonly lastLogin: Instant | null;
}

/** A simulated webhook: its type and body. */
export interface SimulatedWebhook {
  readonly source: Source;
  /** Shop domain or Square merchant id. */
  readonly owner: string;
  /** Topic or event type, as the platform names it. */
  readonly type: string;
  /** The body as the platform would send it. */
  readonly payload: string;
}

/** What operators' methods need in addition to what merchants' methods use. */
export interface OperatorPorts {
  /** Returns a page of the customers by id; `query` '' for all, otherwise a part of the domain, mail address or name. */
  customers(request: {
    readonly query: string;
    readonly onlyActive: boolean;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly total: number; readonly customers: readonly Customer[] }>;
  /** Returns a customer by id; null when there is none. */
  customer(accountId: AccountId): Promise<Customer | null>;
  /** Returns a customer by shop domain or Square merchant id. */
  customerOf(source: Source, name: string): Promise<Customer | null>;
  /** Returns what a customer has paid: the last time (null: never), and the total in US cents. */
  payments(accountId: AccountId): Promise<{ readonly last: Instant | null; readonly cents: number }>;
  /** Passes a simulated webhook to the code that handles the platform's own. Refused when that code cannot confirm it. */
  tell(event: SimulatedWebhook): Promise<Answer<null>>;
  /** Delivers a received webhook to its account again, parsed again from its body. */
  replay(customer: Customer, receipt: KeptReceipt): Promise<Answer<null>>;
  /** The address of this installation that receives Shopify's webhooks. */
  readonly webhookAddress: string;
  /** Whether the installation allows showing a token's values. */
  readonly allowTokenReveal: boolean;
}
