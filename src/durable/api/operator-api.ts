import type { ConnectionCounts } from '../../domain/account/access';
import type { Receipt } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { WriteSwitch } from '../../domain/sync/write-switch';

/** An account as its object knows it, for the page that an operator looks at. */
export interface OperatorOverview {
  /** Both platforms' catalogues as last read. */
  readonly counts: Readonly<Record<Source, ConnectionCounts>>;
  readonly pairs: number;
  /** Whether each platform lets us in, as far as is known. */
  readonly access: Readonly<Record<Source, boolean>>;
  /** Orders as the platforms count them now; null where they do not let us read orders, or cannot be asked. */
  readonly orders: Readonly<Record<Source, number | null>>;
}

/** A webhook subscription of the shop's, whatever it sends to. */
export interface WebhookEntry {
  /** GID. */
  readonly id: string;
  readonly topic: string;
  /** `https://…`, `arn:aws:events:…` or `pubsub://{project}:{topic}`. */
  readonly uri: string;
}

/** A received webhook that the object still has. */
export interface KeptReceipt extends Receipt {
  /** Its place: the same for as long as it is kept. */
  readonly id: string;
}

/** Which received webhooks. */
export interface ReceiptsRequest {
  readonly since: Instant;
  /** At most so many, and no more text than an answer can carry. */
  readonly limit: number;
  /** As the page before named it; '' for the newest. */
  readonly cursor: string;
}

/** A page of received webhooks, the newest first. */
export interface ReceiptsPage {
  readonly receipts: readonly KeptReceipt[];
  /** Leads to older ones; '' at the end. Webhooks that come meanwhile do not move it. */
  readonly nextCursor: string;
}

/** What is known of the Square token. */
export interface SquareTokenView {
  /** Masked, unless the values were asked for; '' where Square gave none. */
  readonly accessToken: string;
  readonly refreshToken: string;
  /** As Square states them now, else as they were granted. */
  readonly scopes: readonly string[];
  readonly expiresAt: Instant | null;
}

/** What operators can ask of an account object beside what its merchant can. */
export interface OperatorApi {
  overview(): Promise<OperatorOverview>;
  /** Shopify's scopes: as granted (by Shopify's own word where it can be asked), and as the product asks for them. */
  shopifyScopes(): Promise<{ granted: readonly string[]; desired: readonly string[] }>;

  /** The shop's webhook subscriptions that this app made. */
  webhooks(): Promise<Answer<readonly WebhookEntry[]>>;
  /** Makes a subscription (`id` ''), or changes one. A topic cannot be changed: then the new one is made and the old one ended. */
  saveWebhook(wanted: WebhookEntry): Promise<Answer<null>>;
  deleteWebhook(id: string): Promise<Answer<null>>;

  /** Received webhooks, the newest first. Refuses a cursor that no page has named. */
  receipts(request: ReceiptsRequest): Promise<Answer<ReceiptsPage>>;
  /** One received webhook; null when it is not kept, or not any more. */
  receipt(id: string): Promise<KeptReceipt | null>;

  /** The switch for writes as it stands now. Once this has answered, no request that changes stock leaves against it. Safe to repeat. */
  setWriteSwitch(next: WriteSwitch): Promise<void>;

  /** The Square token, renewed first if asked; its values only with `reveal`. */
  squareToken(request: { refresh: boolean; reveal: boolean }): Promise<Answer<SquareTokenView>>;
}
