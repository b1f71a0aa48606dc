import type { InboundEvent } from '../../domain/inbound';
import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import { isRecord, listAt, parseJson, textAt } from '../json';
import type { JsonRecord } from '../json';
import { decodeCount } from './inventory';

/** Why a verified webhook yields no event. */
export type WebhookProblem =
  /** A type that we do not listen to: answered 200 and dropped. */
  | { readonly kind: 'unknown-type'; readonly type: string }
  /** No JSON object, or without the fields that its type has. */
  | { readonly kind: 'malformed'; readonly detail: string };

/** A verified webhook: whose it is, of which type, and what it says. All three stand in the signed body. */
export interface SquareWebhook {
  readonly merchantId: string;
  readonly type: string;
  /** Square's id of the event, the same for each delivery of it. */
  readonly eventId: string;
  readonly event: InboundEvent;
}

/** Reduces a verified webhook to its owner and an event. */
export function decodeSquareWebhook(raw: string): Result<SquareWebhook, WebhookProblem> {
  const body = parseJson(raw);
  if (!isRecord(body)) return err({ kind: 'malformed', detail: 'the body is not a JSON object' });
  const merchantId = textAt(body, 'merchant_id');
  const type = textAt(body, 'type');
  if (merchantId === null || merchantId === '' || type === null)
    return err({ kind: 'malformed', detail: 'merchant_id or type is missing' });
  const event = decodeEvent(type, body);
  if (event === null) return err({ kind: 'unknown-type', type: type.slice(0, 80) });
  if (typeof event === 'string') return err({ kind: 'malformed', detail: `${type}: ${event}` });
  return ok({ merchantId, type, eventId: textAt(body, 'event_id') ?? '', event });
}

function decodeEvent(type: string, body: JsonRecord): InboundEvent | string | null {
  switch (type) {
    case 'inventory.count.updated': {
      const counts = listAt(body, 'data', 'object', 'inventory_counts');
      if (counts === null) return 'inventory_counts is missing';
      // Other states than IN_STOCK come along (SOLD, WASTE …): they are no stock.
      const stock = counts.filter((count) => textAt(count, 'state') === 'IN_STOCK');
      const levels = stock.map(decodeCount).filter((level) => level !== null);
      return levels.length === stock.length ? { kind: 'levels', source: 'square', levels } : 'a count has another shape than documented';
    }
    case 'catalog.version.updated':
      return { kind: 'catalog' };
    case 'location.created':
    case 'location.updated':
      return { kind: 'locations', source: 'square' };
    case 'oauth.authorization.revoked':
      return { kind: 'revoked', source: 'square' };
    default:
      return null;
  }
}
