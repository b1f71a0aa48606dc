import type { Answer } from '../../domain/result';
import type { SkuChange } from './save-sku';
import type { TrackingChange } from './set-tracking';

/** What the account object can be asked that changes the platforms' catalogues, or looks straight into them. */
export interface EditsApi {
  /** Sets a SKU on one side or on both; a failure after the first side says so. */
  saveSku(change: SkuChange): Promise<Answer<null>>;
  setTracking(change: TrackingChange): Promise<Answer<null>>;
  /** A SKU that is free on both sides. */
  generateSku(): Promise<Answer<string>>;
}
