import type { Instant } from '../../domain/instant';
import type { IncomingAnswer, LogAnswer, LookUpAnswer, OutgoingRequest, QuantitiesAnswer } from '../../domain/sync/engine/effects';
import type { ReadAnswer, WriteAnswer, WriteRequest } from '../../domain/sync/write';

/** One platform's stock. Expected failures are answers; nothing here throws or retries. */
export interface StockPort {
  adjust(request: WriteRequest): Promise<WriteAnswer>;
  levels(stockIds: readonly string[], locationId: string): Promise<ReadAnswer>;
  lookUp(request: WriteRequest): Promise<LookUpAnswer>;
  /** Reads what tells a sale from other decreases; only Shopify has it. */
  quantities(stockIds: readonly string[], locationId: string): Promise<QuantitiesAnswer>;
  /** Reads who changed these levels since a time of the platform's; only Square has it. */
  log(stockIds: readonly string[], locationId: string, since: Instant): Promise<LogAnswer>;
}

/** Sends a request of the engine. A port must never throw: if one does, the effect is unknown, and `alert` is called. */
export async function askPort(port: StockPort, request: OutgoingRequest, alert: (message: string) => void): Promise<IncomingAnswer> {
  try {
    if (request.kind === 'write') return { kind: 'write', answer: await port.adjust(request.request) };
    if (request.kind === 'look-up') return { kind: 'look-up', answer: await port.lookUp(request.request) };
    if (request.kind === 'classify') return { kind: 'classify', answer: await port.quantities(request.stockIds, request.locationId) };
    if (request.kind === 'log') {
      return { kind: 'log', answer: await port.log(request.stockIds, request.locationId, request.since) };
    }
    return { kind: 'read', answer: await port.levels(request.stockIds, request.locationId) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    alert(`a call to ${request.source} failed inside: ${detail}`);
    if (request.kind === 'write') return { kind: 'write', answer: { kind: 'ambiguous', detail } };
    if (request.kind === 'classify' || request.kind === 'log') return { kind: request.kind, answer: 'later' };
    return request.kind === 'read' ? { kind: 'read', answer: { kind: 'failed', detail } } : { kind: 'look-up', answer: 'later' };
  }
}
