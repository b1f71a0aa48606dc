import type { ConnectionCounts } from '../../domain/account/access';
import type { Receipt } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { WriteSwitch } from '../../domain/sync/write-switch';

/** The account as its object knows it, for the operator's page. */
export interface OperatorOverview {
  /** Both platforms' catalogs as last read. */
  readonly counts: Readonly<Record<Source, ConnectionCounts>>;
  readonly pairs: number;
  /** Whether each platform grants us access, as far as is known. */
  readonly access: Readonly<Record<Source, boolean>>;
  /** Orders as the platforms count them now; null where we have no permission to read orders, or the platform cannot be asked. */
  readonly orders: Readonly<Record<Source, number | null>>;
}

/** A webhook subscription of the shop, whatever address it sends to. */
export interface WebhookEntry {
  /** GID. */
  readonly id: string;
  readonly topic: string;
  /** `https://…`, `arn:aws:events:…` or `pubsub://{project}:{topic}`. */
  readonly uri: string;
}

/** A received webhook that the object still stores. */
export interface KeptReceipt extends Receipt {
  /** The receipt's place in the journal: stays the same for as long as it is kept. */
  readonly id: string;
}

/** Selects received webhooks. */
export interface ReceiptsRequest {
  readonly since: Instant;
  /** Maximum number of receipts; an answer never contains more text than it can carry. */
  readonly limit: number;
  /** Cursor from the previous page; '' for the newest. */
  readonly cursor: string;
}

/** A page of received webhooks, newest first. */
export interface ReceiptsPage {
  readonly receipts: readonly KeptReceipt[];
  /** Cursor to older receipts; '' at the end. Webhooks that arrive in the meantime do not move it. */
  readonly nextCursor: string;
}

/** What is known about the Square token. */
export interface SquareTokenView {
  /** Masked, unless the values were requested; '' where Square gave none. */
  readonly accessToken: string;
  readonly refreshToken: string;
  /** As Square states them now, else as they were granted. */
  readonly scopes: readonly string[];
  readonly expiresAt: Instant | null;
}

/** The account object's methods for operators, in addition to those for its merchant. */
export interface OperatorApi {
  overview(): Promise<OperatorOverview>;
  /** Returns Shopify's scopes: as granted (as Shopify states them now, where it can be asked), and as the product requests them. */
  shopifyScopes(): Promise<{ granted: readonly string[]; desired: readonly string[] }>;

  /** Returns the shop's webhook subscriptions that this app created. */
  webhooks(): Promise<Answer<readonly WebhookEntry[]>>;
  /** Creates a subscription (`id` ''), or changes one. A topic cannot be changed: then a new one is created and the old one deleted. */
  saveWebhook(wanted: WebhookEntry): Promise<Answer<null>>;
  deleteWebhook(id: string): Promise<Answer<null>>;

  /** Returns received webhooks, newest first. Refuses a cursor that did not come from a page. */
  receipts(request: ReceiptsRequest): Promise<Answer<ReceiptsPage>>;
  /** Returns one received webhook; null when it is not, or no longer, kept. */
  receipt(id: string): Promise<KeptReceipt | null>;

  /** Applies the current state of the write switch. Once this returns, no stock write leaves in violation of it. Safe to repeat. */
  setWriteSwitch(next: WriteSwitch): Promise<void>;

  /** Returns the Square token, renewed first if requested; its values only with `reveal`. */
  squareToken(request: { refresh: boolean; reveal: boolean }): Promise<Answer<SquareTokenView>>;
}
