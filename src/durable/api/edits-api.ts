import type { Originator } from '../../domain/history/fact';
import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { ExternalPage, ExternalProduct, ExternalVariant } from '../../platforms/external';

/** Who edits. */
export type Editor = Extract<Originator, 'merchant' | 'operator'>;

/** A new SKU for one side of a variant, or for both. */
export interface SkuChange {
  readonly sku: string;
  /** Number of the Shopify variant; '' when Shopify's side stays. */
  readonly shopifyVariantId: string;
  /** Id of the Square variation; '' when Square's side stays. */
  readonly squareVariationId: string;
  readonly by: Editor;
}

/** Whether a platform shall count a variant. */
export interface TrackingChange {
  readonly source: Source;
  readonly variantId: string;
  readonly track: boolean;
  readonly by: Editor;
}

/** One variant of a copy. */
export interface CopyItem {
  /** On the side copied from. */
  readonly stockId: string;
  readonly sku: string;
  readonly name: string;
  /** Decimal text in the shop's currency; '' for none. */
  readonly price: string;
  readonly barcode: string;
  readonly tracked: boolean;
  /** The number accounted when the copy was planned, and its time; null when it was never counted. */
  readonly level: { readonly quantity: Quantity; readonly at: Instant } | null;
  /** The number that the new variant is made with. */
  readonly written: Quantity;
  /**
   * `present`: was on the other side already. `waiting`: to be made. `made`: is there. `linked`: is kept in step.
   * `refused`: cannot be copied, `problem` says why.
   */
  readonly state: 'present' | 'waiting' | 'made' | 'linked' | 'refused';
  /** For a shop owner; '' when nothing is wrong. */
  readonly problem: string;
}

/** Where a copy stands; all of it is stored before the call that it is about, so that it goes on after a kill. */
export interface CopyBody {
  /** `plan`: look what is there. `make`: create what is missing. `link`: read what was created. `over`: nothing. */
  readonly step: 'plan' | 'make' | 'link' | 'over';
  readonly by: Editor;
  readonly requested: Instant;
  readonly updated: Instant;
  readonly productName: string;
  /** The one key of the creation, and when it was first tried. */
  readonly key: string;
  readonly keyAt: Instant;
  /** Shopify: the handle of the new product, by which it is found again. */
  readonly handle: string;
  /** The product on the other side; '' until known. */
  readonly target: string;
  /** Currency of the prices, ISO 4217; '' where the two accounts use different ones, and none are copied. */
  readonly currency: string;
  readonly items: readonly CopyItem[];
  /** The variants that were asked for: one that the product no longer has is reported, not left out. */
  readonly requestedVariants?: readonly { readonly stockId: string; readonly sku: string; readonly name: string }[];
  /** Products on the other side that hold one of its SKUs already: `link` reads them as well. */
  readonly holders?: readonly string[];
  /** Calls in a row that got no answer: other copies go first, and too many end the copy. */
  readonly tries?: number;
  /** What `problem` says again once a call is answered: until then it says what the copy waits for. */
  readonly lasting?: string | undefined;
  /** How often it has been planned again: bounded, or two answers that contradict each other would keep it going forever. */
  readonly replans?: number;
  /** It failed because a platform did not answer for too long. */
  readonly outage?: boolean;
  /** For a shop owner; '' when nothing is wrong. */
  readonly problem: string;
}

/** A product that is copied from a side to the other. */
export interface Copy {
  readonly id: number;
  readonly source: Source;
  readonly productId: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly body: CopyBody;
}

/** How far the copies from one side are. */
export interface CopyProgress {
  /** Copies that are not over. */
  readonly open: number;
  readonly processed: number;
  readonly total: number;
  /** True while operators have paused changes to the other side: look again later. */
  readonly paused?: boolean;
}

/** What the account object can be asked that changes the platforms' catalogues, or looks straight into them. */
export interface EditsApi {
  /** Sets a SKU on one side or on both; a failure after the first side says so. */
  saveSku(change: SkuChange): Promise<Answer<null>>;
  setTracking(change: TrackingChange): Promise<Answer<null>>;
  /** A SKU that is free on both sides. */
  generateSku(): Promise<Answer<string>>;
  /** Puts a variant's product on the list of copies; `advanceCopies` does the work. Safe to repeat. */
  startCopy(request: { source: Source; variantId: string; by: Editor }): Promise<Answer<null>>;
  /** The same for the Square product that holds a SKU. */
  startCopyOfSku(sku: string, by: Editor): Promise<Answer<null>>;
  /** Works on the copies from a side for a bounded slice; called again until none is open. */
  advanceCopies(source: Source): Promise<Answer<CopyProgress>>;
  /** Ends the open copies from a side, which could not be made for too long: the merchant sees it and can copy again. */
  giveUpCopies(source: Source): Promise<void>;
  /** Puts the copies from a side that `giveUpCopies` ended, and that nobody has started again, back on the list. */
  reviveCopies(source: Source): Promise<void>;
  /** All open copies, those that something went wrong with until the product is copied again, and the last others; newest first. */
  copies(): Promise<readonly Copy[]>;
  /** A page of a platform's own variants; `cursor` '' for the first, `limit` from 1. */
  externalItems(source: Source, request: { cursor: string; limit: number }): Promise<Answer<ExternalPage>>;
  /** A product or variant as the platform holds it now. Shopify's ids are numbers as text. */
  externalProduct(source: Source, id: string): Promise<Answer<ExternalProduct>>;
  externalVariant(source: Source, id: string): Promise<Answer<ExternalVariant>>;
}
