import type { InboundEvent, InboundOwner } from '../../domain/inbound';
import { ok, type Result } from '../../domain/result';
import type { Source } from '../../domain/source';
import { decodeShopifyWebhook } from '../../platforms/shopify/webhook-decode';
import { decodeSquareWebhook } from '../../platforms/square/webhook-decode';

/** A webhook as a platform tells it: who it says it is about, of which type, and its body. */
export interface RawWebhook {
  readonly source: Source;
  /** Shopify: the shop domain of its header. Square: '', since the body names the merchant. */
  readonly owner: string;
  /** Shopify: the topic of its header. Square: '', since the body names its type. */
  readonly type: string;
  readonly payload: string;
}

/** What a webhook says, and whose it is. */
export interface ReadWebhook {
  readonly owner: InboundOwner;
  readonly event: InboundEvent;
  readonly type: string;
}

/** Why a webhook yields no event: not one of those that are listened to, or not what its type promises. */
export type WebhookProblem =
  | { readonly kind: 'unknown-type'; readonly type: string }
  | { readonly kind: 'malformed'; readonly detail: string };

/** Reads a webhook: the one way from a body to an event, whether it has just come or was kept. */
export function readWebhook({ source, owner, type, payload }: RawWebhook): Result<ReadWebhook, WebhookProblem> {
  if (source === 'shopify') {
    const event = decodeShopifyWebhook({ topic: type, shop: owner, raw: payload });
    return event.ok ? ok({ owner: { source, name: owner }, event: event.value, type }) : event;
  }
  const webhook = decodeSquareWebhook(payload);
  if (!webhook.ok) return webhook;
  return ok({ owner: { source, name: webhook.value.merchantId }, event: webhook.value.event, type: webhook.value.type });
}
