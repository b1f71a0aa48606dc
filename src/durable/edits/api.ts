import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { ExternalPage, ExternalProduct, ExternalVariant } from '../../platforms/external';
import type { JoinedVariant } from '../api';
import type { Copy } from './copy-store';
import type { CopyProgress } from './copying';
import type { Editor } from './follow';
import type { SkuChange } from './save-sku';
import type { TrackingChange } from './set-tracking';

/** What the account object can be asked that changes the platforms' catalogues, or looks straight into them. */
export interface EditsApi {
  /** Sets a SKU on one side or on both; a failure after the first side says so. */
  saveSku(change: SkuChange): Promise<Answer<null>>;
  setTracking(change: TrackingChange): Promise<Answer<null>>;
  /** A SKU that is free on both sides. */
  generateSku(): Promise<Answer<string>>;
  /** The variants of a product that have a SKU, with their counterparts. */
  syncableVariants(source: Source, productId: string): Promise<Answer<readonly JoinedVariant[]>>;
  /** Puts a variant's product on the list of copies; `advanceCopies` does the work. Safe to repeat. */
  startCopy(request: { source: Source; variantId: string; by: Editor }): Promise<Answer<null>>;
  /** The same for the Square product that holds a SKU. */
  startCopyOfSku(sku: string, by: Editor): Promise<Answer<null>>;
  /** Works on the copies from a side for a bounded slice; called again until none is open. */
  advanceCopies(source: Source): Promise<Answer<CopyProgress>>;
  /** The last copies, the newest first. */
  copies(): Promise<readonly Copy[]>;
  /** A page of a platform's own variants; `cursor` '' for the first, `limit` from 1. */
  externalItems(source: Source, request: { cursor: string; limit: number }): Promise<Answer<ExternalPage>>;
  /** A product or variant as the platform holds it now. Shopify's ids are numbers as text. */
  externalProduct(source: Source, id: string): Promise<Answer<ExternalProduct>>;
  externalVariant(source: Source, id: string): Promise<Answer<ExternalVariant>>;
}
