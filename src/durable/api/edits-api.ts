import type { Originator } from '../../domain/history/fact';
import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { ExternalPage, ExternalProduct, ExternalVariant } from '../../platforms/external';

/** The kind of user who edits. */
export type Editor = Extract<Originator, 'merchant' | 'operator'>;

/** A new SKU for one side of a variant, or for both. */
export interface SkuChange {
  readonly sku: string;
  /** The Shopify variant's numeric ID; '' to leave Shopify's side unchanged. */
  readonly shopifyVariantId: string;
  /** The Square variation's ID; '' to leave Square's side unchanged. */
  readonly squareVariationId: string;
  readonly by: Editor;
  /** The caller's key of the bulk change that it is part of; none for a SKU on its own. */
  readonly bulkKey?: string;
}

/** Whether a platform tracks a variant's stock. */
export interface TrackingChange {
  readonly source: Source;
  readonly variantId: string;
  readonly track: boolean;
  readonly by: Editor;
  /** The caller's key of the bulk change that it is part of; none for a variant on its own. Only where it is turned on. */
  readonly bulkKey?: string;
}

/** One variant of a copy. */
export interface CopyItem {
  /** Stock ID on the side copied from. */
  readonly stockId: string;
  readonly sku: string;
  readonly name: string;
  /** Decimal text in the shop's currency; '' for none. */
  readonly price: string;
  readonly barcode: string;
  readonly tracked: boolean;
  /** The accounted quantity when the copy was planned, and its time; null when it was never counted. */
  readonly level: { readonly quantity: Quantity; readonly at: Instant } | null;
  /** The quantity that the new variant is created with. */
  readonly written: Quantity;
  /**
   * `present`: was already on the other side. `waiting`: to be created. `made`: created. `linked`: syncing. `refused`: cannot be copied;
   * `problem` says why.
   */
  readonly state: 'present' | 'waiting' | 'made' | 'linked' | 'refused';
  /** For a shop owner; '' when nothing is wrong. */
  readonly problem: string;
  /** The stock ID of the variant that was made, seen before it could be linked: its SKU was not the only one of its kind. */
  readonly arrived?: string;
}

/** A copy's progress; all of it is stored before the call that it describes, so that the copy resumes after a kill. */
export interface CopyBody {
  /** `plan`: check what exists. `make`: create what is missing. `link`: read what was created. `over`: nothing. */
  readonly step: 'plan' | 'make' | 'link' | 'over';
  readonly by: Editor;
  readonly requested: Instant;
  readonly updated: Instant;
  readonly productName: string;
  /** The creation's only idempotency key, and when it was first tried. */
  readonly key: string;
  readonly keyAt: Instant;
  /** Shopify: the new product's handle, by which it is found again. */
  readonly handle: string;
  /** The product on the other side; '' until known. */
  readonly target: string;
  /** Currency of the prices, ISO 4217; '' where the two accounts use different ones, and no prices are copied. */
  readonly currency: string;
  readonly items: readonly CopyItem[];
  /** The requested variants: one that the product no longer has is reported, not left out. */
  readonly requestedVariants?: readonly { readonly stockId: string; readonly sku: string; readonly name: string }[];
  /** Products on the other side that already hold one of its SKUs: `link` reads them too. */
  readonly holders?: readonly string[];
  /** Calls in a row without an answer: other copies go first, and too many end the copy. */
  readonly tries?: number;
  /** The text that `problem` returns to once a call is answered: until then it says what the copy waits for. */
  readonly lasting?: string | undefined;
  /** How often it has been planned again: bounded, because two contradictory answers would otherwise keep it going forever. */
  readonly replans?: number;
  /** Failed because a platform did not answer for too long. */
  readonly outage?: boolean;
  /** For a shop owner; '' when nothing is wrong. */
  readonly problem: string;
}

/** A product that is copied from one side to the other. */
export interface Copy {
  readonly id: number;
  readonly source: Source;
  readonly productId: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly body: CopyBody;
}

/** Progress of the copies from one side. */
export interface CopyProgress {
  /** Number of copies that are not finished. */
  readonly open: number;
  readonly processed: number;
  readonly total: number;
  /** True while operators have paused changes to the other side: check again later. */
  readonly paused?: boolean;
}

/** The account object's methods that change the platforms' catalogs or read them directly. */
export interface EditsApi {
  /** Sets a SKU on one side or on both; a failure after the first side is reported as such. */
  saveSku(change: SkuChange): Promise<Answer<null>>;
  setTracking(change: TrackingChange): Promise<Answer<null>>;
  /** Returns a SKU that is free on both sides. */
  generateSku(): Promise<Answer<string>>;
  /** Queues a copy of a variant's product; `advanceCopies` does the work. Safe to repeat. */
  startCopy(request: { source: Source; variantId: string; by: Editor }): Promise<Answer<null>>;
  /** Queues a copy of the Square product that holds a SKU. */
  startCopyOfSku(sku: string, by: Editor): Promise<Answer<null>>;
  /** Works on the copies from a side for a bounded slice; call again until none is open. */
  advanceCopies(source: Source): Promise<Answer<CopyProgress>>;
  /** Ends the open copies from a side that could not be created for too long: the merchant sees it and can copy again. */
  giveUpCopies(source: Source): Promise<void>;
  /** Queues the copies from a side again that `giveUpCopies` ended and that nobody has restarted. */
  reviveCopies(source: Source): Promise<void>;
  /** Returns all open copies, failed ones until their product is copied again, and the latest others; newest first. */
  copies(): Promise<readonly Copy[]>;
  /** Returns a page of a platform's own variants; `cursor` is '' for the first page, `limit` is at least 1. */
  externalItems(source: Source, request: { cursor: string; limit: number }): Promise<Answer<ExternalPage>>;
  /** Returns a product, or below a variant, as the platform holds it now. Shopify's IDs are numbers as text. */
  externalProduct(source: Source, id: string): Promise<Answer<ExternalProduct>>;
  externalVariant(source: Source, id: string): Promise<Answer<ExternalVariant>>;
}
