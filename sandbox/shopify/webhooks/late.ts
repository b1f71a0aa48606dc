import type { OutgoingWebhook, WorldApi } from '../../world-api';
import { itemPayload, levelPayload, productPayload } from '../store/payloads';
import type { LevelRow, ProductRow, VariantRow } from '../store/rows';
import { cutTo, type WebhookRow } from './emit';

type Ids = { readonly id?: number; readonly inventory_item_id?: number; readonly location_id?: number };

/** Returns the body that a webhook would have if it were built now; null when it contains nothing that changes, or its subject is gone. */
export function bodyNow(world: WorldApi, { topic, subscription, body }: OutgoingWebhook): string | null {
  // oxlint-disable-next-line no-unsafe-type-assertion -- this emulator built the body itself
  const ids = JSON.parse(body) as Ids;
  const payload = payloadNow(world, topic, ids);
  if (payload === null) return null;
  const row = world.db.row<WebhookRow>('select * from shopify_webhook where id = ?', Number(subscription));
  return JSON.stringify(row === null ? payload : cutTo(row, payload));
}

function payloadNow(
  world: WorldApi,
  topic: string,
  { id = 0, inventory_item_id: item = 0, location_id: location = 0 }: Ids,
): object | null {
  switch (topic) {
    case 'inventory_levels/update':
    case 'inventory_levels/connect': {
      const level = world.db.row<LevelRow>('select * from shopify_level where item_id = ? and location_id = ?', item, location);
      return level && levelPayload(world, level);
    }
    case 'inventory_items/create':
    case 'inventory_items/update': {
      const variant = world.db.row<VariantRow>('select * from shopify_variant where item_id = ?', id);
      return variant && itemPayload(world, variant);
    }
    case 'products/create':
    case 'products/update': {
      const product = world.db.row<ProductRow>('select * from shopify_product where id = ?', id);
      return product && productPayload(world, product);
    }
    default:
      return null;
  }
}
