import { unsupported, type ShopifyContext } from '../context';
import { levelOf, numberOf, typeOf } from '../gid';
import type { WebhookRow } from '../webhooks/emit';
import { appNode, APP_ID, InstallationNode } from './app-node';
import { BulkNode, type BulkRow } from './bulk-node';
import { ItemNode } from './item-node';
import { LevelNode } from './level-node';
import { LocationNode } from './location-node';
import { ProductNode } from './product-node';
import { ShopNode } from './shop-node';
import { SubscriptionNode, type SubscriptionRow } from './subscription-node';
import { VariantNode } from './variant-node';
import { WebhookNode } from './webhook-node';

type Finder = (context: ShopifyContext, id: number) => object | null;

const made = <R>(row: R | null, make: (row: R) => object): object | null => (row === null ? null : make(row));

const FINDERS: Readonly<Record<string, Finder>> = {
  Product: (context, id) => made(context.load.product(id), (row) => new ProductNode(context, row)),
  ProductVariant: (context, id) => made(context.load.variant(id), (row) => new VariantNode(context, row)),
  InventoryItem: (context, id) => made(context.load.variantOfItem(id), (row) => new ItemNode(context, row)),
  Location: (context, id) => made(context.load.location(id), (row) => new LocationNode(context, row)),
  Shop: (context, id) => (id === context.shop.id ? new ShopNode(context) : null),
  App: (context, id) => (id === APP_ID ? appNode(context) : null),
  AppInstallation: (context) => new InstallationNode(context),
  WebhookSubscription: (context, id) =>
    made(
      context.world.db.row<WebhookRow>('select * from shopify_webhook where id = ? and shop = ?', id, context.shop.domain),
      (row) => new WebhookNode(context, row),
    ),
  BulkOperation: (context, id) =>
    made(
      context.world.db.row<BulkRow>(
        'select * from shopify_bulk where id = ? and shop = ? and app = ?',
        id,
        context.shop.domain,
        context.app,
      ),
      (row) => new BulkNode(context, row),
    ),
  AppSubscription: (context, id) =>
    made(
      context.world.db.row<SubscriptionRow>('select * from shopify_subscription where id = ? and shop = ?', id, context.shop.domain),
      (row) => new SubscriptionNode(context, row),
    ),
};

/** Returns the node of a global id, or null when the shop has none. Refuses types that the sandbox does not have, by name. */
export function nodeById(context: ShopifyContext, id: string): object | null {
  const level = levelOf(id);
  if (level !== null && context.load.location(level.locationId) === null) return null;
  if (level !== null) return made(context.load.level(level.itemId, level.locationId), (row) => new LevelNode(context, row));
  const type = typeOf(id);
  if (type === null) return null;
  const find = FINDERS[type];
  if (find === undefined) throw unsupported(`nodes of type ${type}`);
  const number = numberOf(type, id);
  return number === null ? null : find(context, number);
}
