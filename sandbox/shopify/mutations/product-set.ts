import { unsupported, userError, wholeRefusal, type ShopifyContext, type UserError } from '../context';
import { gid, numberOf } from '../gid';
import { ProductNode } from '../nodes/product-node';
import { Changes } from '../store/changes';
import {
  DEFAULT_OPTION,
  deleteVariants,
  insertProduct,
  insertVariants,
  newOptions,
  announceNew,
  titleOf,
  type NewVariant,
} from '../store/product-writer';
import { mediaOf, optionsOf, type ProductRow, type StoredMedia, type StoredOption, type VariantRow } from '../store/rows';
import { takeIds } from '../store/sequence';
import { matchValues, withCodes } from './option-match';
import { findProduct, productErrors, productShape, wantedOptions, writeProduct, type ProductFields } from './product';
import { MAX_VARIANTS, newVariant, stockOf, variantErrors, type VariantInput } from './product-input';
import { writeVariant } from './variants-update';

interface FileInput {
  readonly originalSource?: string | null;
  readonly alt?: string | null;
  readonly contentType?: string | null;
}

export interface ProductSetArgs {
  readonly identifier?: { readonly id?: string | null; readonly handle?: string | null; readonly customId?: unknown } | null;
  readonly synchronous: boolean | null;
  readonly input: ProductFields & { readonly variants?: readonly VariantInput[] | null; readonly files?: readonly FileInput[] | null };
}

const CODES: ReadonlySet<string> = new Set([
  'HANDLE_NOT_UNIQUE',
  'INVALID_INPUT',
  'OPTIONS_OVER_LIMIT',
  'OPTION_VALUES_MISSING',
  'PRODUCT_DOES_NOT_EXIST',
  'PRODUCT_OPTIONS_INPUT_MISSING',
  'PRODUCT_VARIANT_DOES_NOT_EXIST',
  'VARIANTS_INPUT_MISSING',
  'VARIANTS_OVER_LIMIT',
]);

interface Planned {
  readonly input: VariantInput;
  readonly values: readonly string[];
  /** The existing variant that the input describes; null for a new one. */
  readonly present: VariantRow | null;
  readonly stock: NewVariant['stock'];
}

function optionErrors(args: ProductSetArgs, present: ProductRow | null): UserError[] {
  const errors: UserError[] = [];
  const options = wantedOptions(args.input);
  const variants = args.input.variants ?? [];
  if (variants.length > MAX_VARIANTS) errors.push(userError(['input', 'variants'], 'Too many variants', 'VARIANTS_OVER_LIMIT'));
  if (options.length > 0 && variants.length === 0) {
    errors.push(userError(['input', 'variants'], 'Variants input is required when updating product options', 'VARIANTS_INPUT_MISSING'));
  }
  if (
    variants.length > 0 &&
    options.length === 0 &&
    present === null &&
    variants.some((variant) => (variant.optionValues ?? []).length > 0)
  ) {
    errors.push(
      userError(['input', 'productOptions'], 'Product options input is required when updating variants', 'PRODUCT_OPTIONS_INPUT_MISSING'),
    );
  }
  const empty = options.findIndex((option) => option.name === '' || option.values.length === 0);
  if (empty >= 0)
    errors.push(userError(['input', 'productOptions', String(empty)], 'An option needs a name and values', 'OPTION_VALUES_MISSING'));
  return errors;
}

function plan(
  context: ShopifyContext,
  args: ProductSetArgs,
  options: readonly StoredOption[],
  present: readonly VariantRow[],
  errors: UserError[],
): Planned[] {
  const planned: Planned[] = [];
  const taken = new Set<string>();
  for (const [index, input] of (args.input.variants ?? []).entries()) {
    const path = ['input', 'variants', String(index)];
    errors.push(...variantErrors(path, input));
    const values = matchValues(options, input.optionValues ?? [], path);
    if (!Array.isArray(values)) {
      errors.push(values);
      continue;
    }
    const key = JSON.stringify(values);
    if (taken.has(key)) errors.push(userError(path, `The variant '${titleOf(values)}' stands twice in the list.`, 'INVALID_VARIANT'));
    taken.add(key);
    const id = input.id === null || input.id === undefined ? null : numberOf('ProductVariant', input.id);
    const known = id === null ? present.find((variant) => variant.options === key) : present.find((variant) => variant.id === id);
    if (id !== null && known === undefined) {
      errors.push(userError([...path, 'id'], 'Product variant does not exist', 'PRODUCT_VARIANT_DOES_NOT_EXIST'));
      continue;
    }
    planned.push({ input, values, present: known ?? null, stock: stockOf(context, path, input, errors) });
  }
  return planned;
}

/** Returns the new options; options and values that keep their names keep their ids. */
function mergedOptions(
  context: ShopifyContext,
  before: readonly StoredOption[],
  wanted: readonly { name: string; values: readonly string[] }[],
): StoredOption[] {
  return newOptions(context.world, wanted).map((option) => {
    const known = before.find((one) => one.name === option.name);
    if (known === undefined) return option;
    return { ...option, id: known.id, values: option.values.map((value) => known.values.find((one) => one.name === value.name) ?? value) };
  });
}

/** Stores quantities of an existing variant: `productSet` states the whole product, so it sets the number. */
function setStock(context: ShopifyContext, itemId: number, given: boolean, stock: NewVariant['stock'], told: Changes): void {
  if (!given) return;
  const now = context.world.now();
  for (const { locationId, available } of stock) {
    const level = context.load.level(itemId, locationId);
    if (level !== null && level.available === available) continue;
    context.world.db.run(
      `insert into shopify_level (item_id, location_id, available, committed, active, created_at, updated_at) values (?1, ?2, ?3, 0, 1, ?4, ?4)
       on conflict (item_id, location_id) do update set available = ?3, updated_at = ?4`,
      itemId,
      locationId,
      available,
      now,
    );
    told.level(itemId, locationId, level === null ? 'connect' : 'update');
  }
}

function storeVariants(
  context: ShopifyContext,
  productId: number,
  planned: readonly Planned[],
  before: readonly VariantRow[],
  told: Changes,
): void {
  const kept = new Set(planned.map((one) => one.present?.id));
  const gone = before.filter((variant) => !kept.has(variant.id)).map((variant) => variant.id);
  for (const itemId of deleteVariants(context.world, gone)) told.itemDeleted(itemId);
  for (const { input, values, present, stock } of planned) {
    if (present === null) continue;
    writeVariant(context, present, input, told);
    context.world.db.run(
      'update shopify_variant set title = ?, options = ? where id = ?',
      titleOf(values),
      JSON.stringify(values),
      present.id,
    );
    setStock(context, present.item_id, (input.inventoryQuantities ?? []).length > 0, stock, told);
  }
  const fresh = planned.filter((one) => one.present === null).map((one) => newVariant(one.input, one.values, one.stock));
  announceNew(told, insertVariants(context.world, context.shop.domain, productId, fresh));
}

function newMedia(context: ShopifyContext, files: readonly FileInput[]): StoredMedia[] {
  return files.flatMap((file) => {
    if (file.originalSource === null || file.originalSource === undefined) throw unsupported('files by id in productSet');
    return [{ id: takeIds(context.world.db, 'media', 1), url: file.originalSource, alt: file.alt ?? null }];
  });
}

/** Adds defaults: a new product without options gets the automatic option, and one variant when none is given. */
function withDefaults(args: ProductSetArgs, isNew: boolean): ProductSetArgs {
  const given = args.input.variants ?? [];
  const plain = (args.input.productOptions ?? []).length === 0 && given.every((variant) => (variant.optionValues ?? []).length === 0);
  if (!isNew || !plain) return args;
  const optionValues = [{ optionName: DEFAULT_OPTION.name, name: DEFAULT_OPTION.value }];
  const variants = (given.length === 0 ? [{}] : given).map((variant) => ({ ...variant, optionValues }));
  const productOptions = [{ name: DEFAULT_OPTION.name, values: [{ name: DEFAULT_OPTION.value }] }];
  return { ...args, input: { ...args.input, productOptions, variants } };
}

/** What a checked productSet stores. */
interface Plan {
  /** null for a new product. */
  readonly row: ProductRow | null;
  readonly options: StoredOption[];
  readonly planned: readonly Planned[];
  readonly before: readonly VariantRow[];
}

function save(context: ShopifyContext, args: ProductSetArgs, { row, options, planned, before }: Plan): number {
  const { world, shop } = context;
  const told = new Changes(world, shop);
  const { variants: _variants, files, ...fields } = args.input;
  const id = world.db.transaction(() => {
    const shape = productShape(fields);
    const productId =
      row?.id ??
      insertProduct(world, shop.domain, {
        ...shape,
        handle: shape.handle ?? args.identifier?.handle ?? null,
        options,
        media: newMedia(context, files ?? []),
      });
    if (row !== null) {
      writeProduct(context, row, fields);
      const media = files === null || files === undefined ? mediaOf(row) : newMedia(context, files);
      world.db.run(
        'update shopify_product set options = ?, media = ? where id = ?',
        JSON.stringify(options),
        JSON.stringify(media),
        row.id,
      );
    }
    if (args.input.variants !== null && args.input.variants !== undefined) storeVariants(context, productId, planned, before, told);
    return productId;
  });
  told.product(id, row === null ? 'create' : 'update');
  told.announce();
  context.load.clear();
  return id;
}

/** Checks the input against the existing product. */
function check(context: ShopifyContext, args: ProductSetArgs, row: ProductRow | null): Plan | UserError[] {
  const { variants: _variants, files: _files, ...fields } = args.input;
  const errors = [...productErrors(context, fields, row), ...optionErrors(args, row)];
  const before = row === null ? [] : context.load.variantsOf(row.id);
  const named = wantedOptions(args.input);
  const stored = row === null ? [] : optionsOf(row);
  const options = named.length > 0 ? mergedOptions(context, stored, named) : stored;
  const planned = plan(context, args, options, before, errors);
  return errors.length > 0 ? errors : { row, options, planned, before };
}

/** `productSet`: creates or replaces a whole product; deletes variants and options that the lists omit. */
export function setProduct(given: ProductSetArgs, context: ShopifyContext): object {
  if (context.refused) return { product: null, productSetOperation: null, userErrors: [wholeRefusal('GENERIC_ERROR')] };
  const { identifier } = given;
  if (identifier?.customId !== undefined) throw unsupported('productSet by a metafield');
  const idGiven = identifier?.id ?? given.input.id ?? null;
  const row = findProduct(context, idGiven, identifier?.handle ?? null);
  const args = withDefaults(given, row === null);
  const missing = row === null && idGiven !== null;
  const checked = missing
    ? [userError(['identifier', 'id'], 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST')]
    : check(context, args, row);
  if (Array.isArray(checked)) return { product: null, productSetOperation: null, userErrors: withCodes(checked, CODES, 'INVALID_VARIANT') };
  const product = context.load.product(save(context, args, checked));
  const node = product === null ? null : new ProductNode(context, product);
  if (args.synchronous !== false) return { product: node, productSetOperation: null, userErrors: [] };
  // The sandbox finishes immediately, but still returns an operation to an asynchronous caller.
  const id = gid('ProductSetOperation', takeIds(context.world.db, 'operation', 1));
  const operation = { __typename: 'ProductSetOperation', id, status: 'COMPLETE', product: node, userErrors: [] };
  return { product: null, productSetOperation: operation, userErrors: [] };
}
