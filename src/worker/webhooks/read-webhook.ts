import type { InboundOwner, ReadEvent } from '../../domain/inbound';
import type { Source } from '../../domain/source';
import { decodeShopifyWebhook } from '../../platforms/shopify/webhook-decode';
import { decodeSquareWebhook } from '../../platforms/square/webhook-decode';

/** A webhook as a platform sends it: its stated owner, its type, and its body. */
export interface RawWebhook {
  readonly source: Source;
  /** Shopify: the shop domain of its header. Square: '', since the body names the merchant. */
  readonly owner: string;
  /** Shopify: the topic of its header. Square: '', since the body names its type. */
  readonly type: string;
  readonly payload: string;
}

/** A parsed webhook and its owner; the owner's name is '' when it cannot be determined. */
export interface ReadWebhook extends ReadEvent {
  readonly owner: InboundOwner;
  readonly type: string;
}

/** Reads a webhook, new or stored: the one way from a body to an event. Null for a type that is not handled. */
export function readWebhook({ source, owner, type, payload }: RawWebhook): ReadWebhook | null {
  if (source === 'shopify') {
    const webhook = decodeShopifyWebhook({ topic: type, shop: owner, raw: payload });
    return webhook && { owner: { source, name: webhook.shop }, event: webhook.event, problem: webhook.problem, type };
  }
  const webhook = decodeSquareWebhook(payload);
  return webhook && { owner: { source, name: webhook.merchantId }, event: webhook.event, problem: webhook.problem, type: webhook.type };
}
