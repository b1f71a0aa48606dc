import type { LookUpAnswer } from '../../domain/sync/engine/effects';
import type { ReadAnswer, WriteAnswer, WriteRequest } from '../../domain/sync/write';

/** One platform's stock. Expected failures are answers; nothing here throws or retries. */
export interface StockPort {
  adjust(request: WriteRequest): Promise<WriteAnswer>;
  levels(stockIds: readonly string[], locationId: string): Promise<ReadAnswer>;
  lookUp(request: WriteRequest): Promise<LookUpAnswer>;
}
