import type { Copy } from '../../../durable/api/edits-api';
import type { Copy as CopyMessage } from '../../../gen/sh/variants_pb';
import { toGid } from './ids';
import { toTimestamp } from './time';

/** Returns a copy as calls answer it. */
export function toCopy({ id, source, productId, state, body }: Copy): CopyMessage {
  return {
    id: String(id),
    source,
    productId: source === 'shopify' ? toGid('Product', productId) : productId,
    productName: body.productName,
    state,
    processed: body.items.filter((item) => item.state !== 'waiting').length,
    total: body.items.length,
    problem: body.problem,
    items: body.items.map(({ sku, name, state: stands, problem }) => ({ sku, name, state: stands, problem })),
    requested: toTimestamp(body.requested),
    lastUpdated: toTimestamp(body.updated),
  };
}
