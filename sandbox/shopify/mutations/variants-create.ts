import { userError, wholeRefusal, type ShopifyContext, type UserError } from '../context';
import { numberOf } from '../gid';
import { ProductNode } from '../nodes/product-node';
import { VariantNode } from '../nodes/variant-node';
import { Changes } from '../store/changes';
import { deleteVariants, insertVariants, newOptions, announceNew, type NewVariant } from '../store/product-writer';
import { optionsOf, valuesOf, type ProductRow, type StoredOption, type VariantRow } from '../store/rows';
import { checkListLength } from './inventory-input';
import { isDefaultOnly, matchValues, withCodes } from './option-match';
import { MAX_VARIANTS, newVariant, stockOf, variantErrors, type VariantInput } from './product-input';

export interface BulkCreateArgs {
  readonly productId: string;
  readonly variants: readonly VariantInput[];
  readonly strategy: string | null;
}

const CODES: ReadonlySet<string> = new Set([
  'GREATER_THAN_OR_EQUAL_TO',
  'INVALID_INPUT',
  'NEED_TO_ADD_OPTION_VALUES',
  'NO_KEY_ON_CREATE',
  'OPTION_VALUES_FOR_NUMBER_OF_UNKNOWN_OPTIONS',
  'PRODUCT_DOES_NOT_EXIST',
  'TRACKED_VARIANT_LOCATION_NOT_FOUND',
  'VARIANT_ALREADY_EXISTS',
]);

/**
 * Returns whether the automatic variant is removed: with REMOVE_STANDALONE_VARIANT, or by default when it is the only one, under the
 * automatic option.
 */
function goesAway(strategy: string | null, options: readonly StoredOption[], present: readonly VariantRow[]): boolean {
  if (strategy === 'PRESERVE_STANDALONE_VARIANT' || present.length !== 1) return false;
  return strategy === 'REMOVE_STANDALONE_VARIANT' || isDefaultOnly(options);
}

function prepare(
  context: ShopifyContext,
  product: ProductRow,
  inputs: readonly VariantInput[],
  taken: Set<string>,
): NewVariant[] | UserError[] {
  const options = optionsOf(product);
  const errors: UserError[] = [];
  const made: NewVariant[] = [];
  for (const [index, input] of inputs.entries()) {
    const path = ['variants', String(index)];
    if (input.id !== null && input.id !== undefined)
      errors.push(userError([...path, 'id'], 'id is not allowed on create', 'NO_KEY_ON_CREATE'));
    errors.push(...variantErrors(path, input));
    const values = matchValues(options, input.optionValues ?? [], path);
    if (!Array.isArray(values)) {
      errors.push(values);
      continue;
    }
    const key = JSON.stringify(values);
    if (taken.has(key)) errors.push(userError(path, `The variant '${values.join(' / ')}' already exists.`, 'VARIANT_ALREADY_EXISTS'));
    taken.add(key);
    made.push(newVariant(input, values, stockOf(context, path, input, errors)));
  }
  return errors.length > 0 ? errors : made;
}

const isErrors = (list: NewVariant[] | UserError[]): list is UserError[] => list[0] !== undefined && 'message' in list[0];

/** Returns the options, extended with the values of new variants. */
function widened(context: ShopifyContext, options: readonly StoredOption[], made: readonly NewVariant[]): StoredOption[] {
  return options.map((option, index) => {
    const fresh = [...new Set(made.map((variant) => variant.values[index] ?? ''))].filter(
      (name) => !option.values.some((value) => value.name === name),
    );
    const [added] = newOptions(context.world, [{ name: option.name, values: fresh }]);
    return { ...option, values: [...option.values, ...(fresh.length === 0 ? [] : (added?.values ?? []))] };
  });
}

/** `productVariantsBulkCreate`: creates all variants or none. */
export function createVariants(args: BulkCreateArgs, context: ShopifyContext): object {
  if (context.refused) return { product: null, productVariants: null, userErrors: [wholeRefusal('INVALID')] };
  checkListLength('variants', args.variants);
  const productId = numberOf('Product', args.productId);
  const product = productId === null ? null : context.load.product(productId);
  const refuse = (errors: readonly UserError[]): object => ({
    product: null,
    productVariants: null,
    userErrors: withCodes(errors, CODES, 'INVALID'),
  });
  if (product === null) return refuse([userError(['productId'], 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST')]);
  const present = context.load.variantsOf(product.id);
  const replaced = goesAway(args.strategy, optionsOf(product), present) ? present : [];
  const taken = new Set(present.filter((variant) => !replaced.includes(variant)).map((variant) => JSON.stringify(valuesOf(variant))));
  if (present.length + args.variants.length > MAX_VARIANTS)
    return refuse([userError(['variants'], `A product may have ${MAX_VARIANTS} variants.`, 'INVALID')]);
  const made = prepare(context, product, args.variants, taken);
  if (isErrors(made)) return refuse(made);
  const told = new Changes(context.world, context.shop);
  const ids = context.world.db.transaction(() => {
    for (const itemId of deleteVariants(
      context.world,
      replaced.map((variant) => variant.id),
    ))
      told.itemDeleted(itemId);
    const options = widened(context, optionsOf(product), made);
    context.world.db.run('update shopify_product set options = ? where id = ?', JSON.stringify(options), product.id);
    return insertVariants(context.world, context.shop.domain, product.id, made);
  });
  told.product(product.id);
  announceNew(told, ids);
  told.announce();
  context.load.clear();
  const nodes = ids.flatMap(({ id }) => {
    const row = context.load.variant(id);
    return row === null ? [] : [new VariantNode(context, row)];
  });
  return { product: new ProductNode(context, context.load.product(product.id) ?? product), productVariants: nodes, userErrors: [] };
}
