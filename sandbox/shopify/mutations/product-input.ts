import { unsupported, userError, type ShopifyContext, type UserError } from '../context';
import { numberOf } from '../gid';
import type { NewVariant } from '../store/product-writer';
import { parseMoney } from '../wording';
import { itemErrors, type ItemInput } from './inventory-item';

/** The most options and variants of a product. */
export const MAX_OPTIONS = 3;
export const MAX_VARIANTS = 2048;

export interface OptionValueInput {
  readonly name?: string | null;
  readonly optionName?: string | null;
  readonly [other: string]: unknown;
}

/** The fields that `ProductVariantsBulkInput` and `ProductVariantSetInput` share. */
export interface VariantInput {
  readonly id?: string | null;
  readonly sku?: string | null;
  readonly barcode?: string | null;
  readonly price?: string | null;
  readonly compareAtPrice?: string | null;
  readonly inventoryPolicy?: string | null;
  readonly taxable?: boolean | null;
  readonly inventoryItem?: ItemInput | null;
  readonly optionValues?: readonly OptionValueInput[] | null;
  readonly inventoryQuantities?:
    | readonly { readonly locationId: string; readonly availableQuantity?: number; readonly quantity?: number; readonly name?: string }[]
    | null;
  readonly [other: string]: unknown;
}

const KNOWN: ReadonlySet<string> = new Set([
  'id',
  'sku',
  'barcode',
  'price',
  'compareAtPrice',
  'inventoryPolicy',
  'taxable',
  'inventoryItem',
  'optionValues',
  'inventoryQuantities',
  'position',
  'requiresComponents',
  'showUnitPrice',
]);

/** Refuses by name what the sandbox would otherwise ignore. */
export function refuseOther(type: string, input: object, known: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(input)) {
    if (!known.has(name) && value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0))
      throw unsupported(`${type}.${name}`);
  }
}

const MAX_QUANTITY = 1_000_000_000;

/** Returns the errors of a variant's own values. */
export function variantErrors(path: readonly string[], input: VariantInput): UserError[] {
  refuseOther('ProductVariant input', input, KNOWN);
  const errors: UserError[] = [];
  for (const name of ['price', 'compareAtPrice'] as const) {
    const text = input[name];
    if (text === null || text === undefined) continue;
    const cents = parseMoney(text);
    if (cents === null) errors.push(userError([...path, name], `${name} is not a number`, 'INVALID_INPUT'));
    else if (cents < 0) errors.push(userError([...path, name], 'Price must be greater than or equal to 0', 'GREATER_THAN_OR_EQUAL_TO'));
  }
  if (input.inventoryItem !== null && input.inventoryItem !== undefined)
    errors.push(...itemErrors([...path, 'inventoryItem'], input.inventoryItem));
  return errors;
}

/** Returns the SKU that an input sets: on the variant (productSet) or in its inventory item; undefined leaves it unchanged. */
export function skuOf(input: VariantInput): string | null | undefined {
  return input.sku !== undefined ? input.sku : input.inventoryItem?.sku;
}

/**
 * Returns the stock that an input sets, with errors for unknown locations. Without any, the item has zero stock at the shop's first
 * location.
 */
export function stockOf(context: ShopifyContext, path: readonly string[], input: VariantInput, errors: UserError[]): NewVariant['stock'] {
  const given = input.inventoryQuantities ?? [];
  const stock: { locationId: number; available: number }[] = [];
  for (const [index, entry] of given.entries()) {
    const locationId = numberOf('Location', entry.locationId);
    const location = locationId === null ? null : context.load.location(locationId);
    const at = [...path, 'inventoryQuantities', String(index)];
    const quantity = entry.availableQuantity ?? entry.quantity ?? 0;
    if (entry.name !== undefined && entry.name !== 'available' && entry.name !== 'on_hand')
      throw unsupported(`the quantity name ${entry.name} here`);
    if (location === null)
      errors.push(userError([...at, 'locationId'], 'The location could not be found.', 'TRACKED_VARIANT_LOCATION_NOT_FOUND'));
    else if (Math.abs(quantity) > MAX_QUANTITY)
      errors.push(userError([...at, 'quantity'], 'The quantity is out of bounds.', 'INVALID_INPUT'));
    else stock.push({ locationId: location.id, available: quantity });
  }
  if (given.length > 0) return stock;
  const first = context.world.db.row<{ id: number }>(
    'select id from shopify_location where shop = ? order by name limit 1',
    context.shop.domain,
  );
  return first === null ? [] : [{ locationId: first.id, available: 0 }];
}

/** Returns a new variant from its input and option values. */
export function newVariant(input: VariantInput, values: readonly string[], stock: NewVariant['stock']): NewVariant {
  const sku = skuOf(input);
  return {
    values,
    sku: sku ?? null,
    barcode: input.barcode ?? null,
    price: parseMoney(input.price ?? '0') ?? 0,
    compareAt: input.compareAtPrice === null || input.compareAtPrice === undefined ? null : parseMoney(input.compareAtPrice),
    policy: input.inventoryPolicy ?? 'DENY',
    taxable: input.taxable ?? true,
    tracked: input.inventoryItem?.tracked ?? true,
    requiresShipping: input.inventoryItem?.requiresShipping ?? true,
    stock,
  };
}
