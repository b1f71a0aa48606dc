import type { GraphQLResolveInfo } from 'graphql';

import { unsupported, userError, type ShopifyContext, type UserError } from '../context';
import { levelOf, numberOf } from '../gid';
import { ItemNode } from '../nodes/item-node';
import { LevelNode } from '../nodes/level-node';
import { Changes } from '../store/changes';
import type { LocationRow, VariantRow } from '../store/rows';
import { oncePerKey, type KeyedResult } from './idempotency';

/** The stored fields of `InventoryItemInput`. */
export interface ItemInput {
  readonly sku?: string | null;
  readonly tracked?: boolean | null;
  readonly requiresShipping?: boolean | null;
  readonly [other: string]: unknown;
}

const KNOWN: ReadonlySet<string> = new Set(['sku', 'tracked', 'requiresShipping', 'cost', 'measurement']);

/** Refuses fields of an input that would otherwise be ignored silently. */
export function refuseUnknown(type: string, input: object, known: ReadonlySet<string>): void {
  const other = Object.keys(input).find((name) => !known.has(name));
  if (other !== undefined) throw unsupported(`${type}.${other}`);
}

/** The longest SKU. */
const MAX_SKU = 255;

export function itemErrors(path: readonly string[], input: ItemInput): UserError[] {
  refuseUnknown('InventoryItemInput', input, KNOWN);
  return (input.sku?.length ?? 0) > MAX_SKU ? [userError([...path, 'sku'], 'SKU is too long (maximum is 255 characters)', 'TOO_LONG')] : [];
}

/** `inventoryItemUpdate`. */
export function updateItem(args: { id: string; input: ItemInput }, context: ShopifyContext): object {
  const itemId = numberOf('InventoryItem', args.id);
  const variant = itemId === null ? null : context.load.variantOfItem(itemId);
  if (variant === null)
    return { inventoryItem: null, userErrors: [userError(['id'], "The product couldn't be updated because it does not exist.")] };
  const errors = itemErrors(['input'], args.input);
  if (errors.length > 0) return { inventoryItem: null, userErrors: errors };
  const now = context.world.now();
  const sku = args.input.sku === undefined ? variant.sku : args.input.sku;
  context.world.db.run(
    'update shopify_variant set sku = ?, tracked = ?, requires_shipping = ?, item_updated_at = ?, updated_at = ? where id = ?',
    sku,
    Number(args.input.tracked ?? variant.tracked === 1),
    Number(args.input.requiresShipping ?? variant.requires_shipping === 1),
    now,
    sku === variant.sku ? variant.updated_at : now,
    variant.id,
  );
  context.load.clear();
  const told = new Changes(context.world, context.shop);
  told.item(variant.item_id);
  told.product(variant.product_id);
  told.announce();
  return { inventoryItem: new ItemNode(context, context.load.variantOfItem(variant.item_id) ?? variant), userErrors: [] };
}

export interface ActivateArgs {
  readonly inventoryItemId: string;
  readonly locationId: string;
  readonly available?: number | null;
  readonly onHand?: number | null;
}

/** Returns item and location of an activation, or the error. */
function activation(args: ActivateArgs, context: ShopifyContext): { variant: VariantRow; location: LocationRow } | UserError[] {
  const variant = context.load.variantOfItem(numberOf('InventoryItem', args.inventoryItemId) ?? 0);
  const location = context.load.location(numberOf('Location', args.locationId) ?? 0);
  if (variant !== null && location !== null) return { variant, location };
  const errors: UserError[] = [];
  if (variant === null) errors.push(userError(['inventoryItemId'], 'The specified inventory item could not be found.'));
  if (location === null) errors.push(userError(['locationId'], 'The specified location could not be found.'));
  return errors;
}

function activate(args: ActivateArgs, context: ShopifyContext): KeyedResult {
  const found = activation(args, context);
  if (Array.isArray(found)) return { ok: false, errors: found };
  const { variant, location } = found;
  const wasActive = context.load.level(variant.item_id, location.id)?.active === 1;
  const wanted = args.available ?? args.onHand ?? null;
  if (wasActive && wanted !== null) {
    const message = 'Not allowed to set available quantity when the item is already active at the location.';
    return { ok: false, errors: [userError(['available'], message)] };
  }
  context.world.db.run(
    `insert into shopify_level (item_id, location_id, available, committed, active, created_at, updated_at) values (?1, ?2, ?3, 0, 1, ?4, ?4)
     on conflict (item_id, location_id) do update set active = 1, available = coalesce(?5, available), updated_at = ?4`,
    variant.item_id,
    location.id,
    wanted ?? 0,
    context.world.now(),
    wanted,
  );
  context.load.clear();
  if (!wasActive) {
    const told = new Changes(context.world, context.shop);
    told.level(variant.item_id, location.id, 'connect');
    told.product(variant.product_id);
    told.announce();
  }
  return { ok: true, result: [variant.item_id, location.id] };
}

/** `inventoryActivate`: without a quantity, the previous one stays. */
export function activateLevel(args: ActivateArgs, context: ShopifyContext, info: GraphQLResolveInfo): object {
  const done = oncePerKey(context, info, args, () => activate(args, context));
  if (!done.ok) return { inventoryLevel: null, userErrors: done.errors };
  // oxlint-disable-next-line no-unsafe-type-assertion -- stored by `activate` above
  const [itemId, locationId] = done.result as readonly [number, number];
  const level = context.load.level(itemId, locationId);
  return { inventoryLevel: level === null ? null : new LevelNode(context, level), userErrors: [] };
}

/** `inventoryDeactivate`: the inactive level keeps its quantities. */
export function deactivateLevel(args: { inventoryLevelId: string }, context: ShopifyContext, info: GraphQLResolveInfo): object {
  const done = oncePerKey(context, info, args, () => {
    const ids = levelOf(args.inventoryLevelId);
    const level = ids === null ? null : context.load.level(ids.itemId, ids.locationId);
    const variant = level === null ? null : context.load.variantOfItem(level.item_id);
    if (level === null || variant === null) {
      return { ok: false, errors: [userError(['inventoryLevelId'], 'The inventory level could not be found.')] };
    }
    const others = context.load.levels(level.item_id).filter((other) => other.active === 1 && other.location_id !== level.location_id);
    if (others.length === 0) {
      return { ok: false, errors: [userError(['inventoryLevelId'], 'Cannot deactivate the only location of an item.')] };
    }
    context.world.db.run(
      'update shopify_level set active = 0, updated_at = ? where item_id = ? and location_id = ?',
      context.world.now(),
      level.item_id,
      level.location_id,
    );
    context.load.clear();
    const told = new Changes(context.world, context.shop);
    told.disconnected(level.item_id, level.location_id);
    told.product(variant.product_id);
    told.announce();
    return { ok: true, result: null };
  });
  return { userErrors: done.ok ? [] : done.errors };
}
