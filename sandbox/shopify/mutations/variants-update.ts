import { userError, type ShopifyContext, type UserError } from '../context';
import { numberOf } from '../gid';
import { ProductNode } from '../nodes/product-node';
import { VariantNode } from '../nodes/variant-node';
import { Changes } from '../store/changes';
import { deleteVariants } from '../store/product-writer';
import type { ProductRow, VariantRow } from '../store/rows';
import { parseMoney } from '../wording';
import { checkListLength } from './inventory-input';
import { skuOf, variantErrors, type VariantInput } from './product-input';

export interface BulkUpdateArgs {
  readonly productId: string;
  readonly variants: readonly VariantInput[];
  readonly allowPartialUpdates: boolean | null;
}

/** Returns the errors of one update; the variant when there are none. */
function checkOne(context: ShopifyContext, product: ProductRow, input: VariantInput, index: number): VariantRow | UserError[] {
  const path = ['variants', String(index)];
  if (input.id === null || input.id === undefined)
    return [userError([...path, 'id'], 'Product variant ID is required', 'PRODUCT_VARIANT_ID_MISSING')];
  if ((input.inventoryQuantities ?? []).length > 0) {
    const message =
      'Inventory quantities can only be provided during create. To update inventory for existing variants, use inventoryAdjustQuantities.';
    return [userError([...path, 'inventoryQuantities'], message, 'NO_INVENTORY_QUANTITIES_ON_VARIANTS_UPDATE')];
  }
  if ((input.optionValues ?? []).length > 0) {
    return [userError([...path, 'optionValues'], 'The sandbox does not change option values of existing variants.', 'INVALID_INPUT')];
  }
  const id = numberOf('ProductVariant', input.id);
  const variant = id === null ? null : context.load.variant(id);
  if (variant === null || variant.product_id !== product.id) {
    return [userError([...path, 'id'], 'Product variant does not exist', 'PRODUCT_VARIANT_DOES_NOT_EXIST')];
  }
  const errors = variantErrors(path, input);
  return errors.length > 0 ? errors : variant;
}

/** Returns the given value, or the previous one when none was given. */
const given = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);
const set = <T>(value: T | null | undefined, before: T): T => value ?? before;

function newPrices(variant: VariantRow, input: VariantInput): { price: number; compareAt: number | null } {
  const price = input.price === null || input.price === undefined ? null : parseMoney(input.price);
  const { compareAtPrice } = input;
  const cleared = compareAtPrice === null ? null : parseMoney(compareAtPrice);
  return { price: price ?? variant.price, compareAt: compareAtPrice === undefined ? variant.compare_at : cleared };
}

/** Writes the given values of one variant; absent values stay unchanged. */
export function writeVariant(context: ShopifyContext, variant: VariantRow, input: VariantInput, told: Changes): void {
  const sku = given(skuOf(input), variant.sku);
  const tracked = Number(set(input.inventoryItem?.tracked, variant.tracked === 1));
  const shipping = Number(set(input.inventoryItem?.requiresShipping, variant.requires_shipping === 1));
  const { price, compareAt } = newPrices(variant, input);
  const now = context.world.now();
  const itemChanged = sku !== variant.sku || tracked !== variant.tracked || shipping !== variant.requires_shipping;
  context.world.db.run(
    `update shopify_variant set sku = ?, barcode = ?, price = ?, compare_at = ?, policy = ?, taxable = ?, tracked = ?, requires_shipping = ?,
       updated_at = ?, item_updated_at = ? where id = ?`,
    sku,
    given(input.barcode, variant.barcode),
    price,
    compareAt,
    set(input.inventoryPolicy, variant.policy),
    Number(set(input.taxable, variant.taxable === 1)),
    tracked,
    shipping,
    now,
    itemChanged ? now : variant.item_updated_at,
    variant.id,
  );
  if (itemChanged) told.item(variant.item_id);
}

/** `productVariantsBulkUpdate`: updates all variants or none, unless partial updates are allowed. */
export function updateVariants(args: BulkUpdateArgs, context: ShopifyContext): object {
  checkListLength('variants', args.variants);
  const productId = numberOf('Product', args.productId);
  const product = productId === null ? null : context.load.product(productId);
  if (product === null) {
    const errors = [userError(['productId'], 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST')];
    return { product: null, productVariants: null, userErrors: errors };
  }
  const errors: UserError[] = [];
  const writes: { variant: VariantRow; input: VariantInput }[] = [];
  for (const [index, input] of args.variants.entries()) {
    const checked = checkOne(context, product, input, index);
    if (Array.isArray(checked)) errors.push(...checked);
    else writes.push({ variant: checked, input });
  }
  if (errors.length > 0 && args.allowPartialUpdates !== true) {
    return { product: new ProductNode(context, product), productVariants: null, userErrors: errors };
  }
  const told = new Changes(context.world, context.shop);
  context.world.db.transaction(() => {
    for (const write of writes) writeVariant(context, write.variant, write.input, told);
  });
  if (writes.length > 0) told.product(product.id);
  told.announce();
  context.load.clear();
  const nodes = writes.flatMap(({ variant }) => {
    const row = context.load.variant(variant.id);
    return row === null ? [] : [new VariantNode(context, row)];
  });
  return { product: new ProductNode(context, context.load.product(product.id) ?? product), productVariants: nodes, userErrors: errors };
}

/** `productVariantsBulkDelete`. */
export function removeVariants(args: { productId: string; variantsIds: readonly string[] }, context: ShopifyContext): object {
  checkListLength('variantsIds', args.variantsIds);
  const productId = numberOf('Product', args.productId);
  const product = productId === null ? null : context.load.product(productId);
  if (product === null)
    return { product: null, userErrors: [userError(['productId'], 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST')] };
  const owned = context.load.variantsOf(product.id);
  const ids = args.variantsIds.map((id) => numberOf('ProductVariant', id) ?? 0);
  const stranger = ids.findIndex((id) => !owned.some((variant) => variant.id === id));
  if (stranger >= 0) {
    const message = 'At least one variant does not belong to the product';
    return {
      product: null,
      userErrors: [userError(['variantsIds', String(stranger)], message, 'AT_LEAST_ONE_VARIANT_DOES_NOT_BELONG_TO_THE_PRODUCT')],
    };
  }
  if (ids.length === owned.length) {
    return { product: null, userErrors: [userError(['variantsIds'], 'Cannot delete the last variant', 'CANNOT_DELETE_LAST_VARIANT')] };
  }
  const told = new Changes(context.world, context.shop);
  for (const itemId of deleteVariants(context.world, ids)) told.itemDeleted(itemId);
  told.product(product.id);
  told.announce();
  context.load.clear();
  return { product: new ProductNode(context, context.load.product(product.id) ?? product), userErrors: [] };
}
