import { unsupported, userError, type ShopifyContext, type UserError } from '../context';
import { gid, numberOf } from '../gid';
import { ProductNode } from '../nodes/product-node';
import { ShopNode } from '../nodes/shop-node';
import { Changes } from '../store/changes';
import {
  DEFAULT_OPTION,
  deleteVariants,
  isHandleTaken,
  insertProduct,
  insertVariants,
  newOptions,
  announceNew,
} from '../store/product-writer';
import type { ProductRow, StoredMedia } from '../store/rows';
import { takeIds } from '../store/sequence';
import { handleOf } from '../wording';
import { MAX_OPTIONS, newVariant, refuseOther, stockOf } from './product-input';

export interface MediaInput {
  readonly originalSource: string;
  readonly alt?: string | null;
  readonly mediaContentType: string;
}

/** The stored fields of the inputs of productCreate, productUpdate, and productSet. */
export interface ProductFields {
  readonly id?: string | null;
  readonly title?: string | null;
  readonly handle?: string | null;
  readonly status?: string | null;
  readonly descriptionHtml?: string | null;
  readonly vendor?: string | null;
  readonly productType?: string | null;
  readonly tags?: readonly string[] | null;
  readonly productOptions?:
    | readonly { readonly name?: string | null; readonly values?: readonly { readonly name?: string | null }[] | null }[]
    | null;
  readonly [other: string]: unknown;
}

const KNOWN: ReadonlySet<string> = new Set([
  'id',
  'title',
  'handle',
  'status',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'productOptions',
  'redirectNewHandle',
  'giftCard',
  'requiresSellingPlan',
  'deleteConflictingConstrainedMetafields',
]);

const MAX_TITLE = 255;

/**
 * Returns the errors of a product's own fields; `row` is the product that they change, null for a new one. A handle that is given and that
 * another product has is refused (Admin API since 2025-01); only one that is made from the title gets a number.
 */
export function productErrors({ world, shop }: ShopifyContext, input: ProductFields, row: ProductRow | null): UserError[] {
  refuseOther('Product input', input, KNOWN);
  if (input['giftCard'] === true) throw unsupported('gift cards');
  const errors: UserError[] = [];
  const { title } = input;
  if ((row === null && (title === null || title === undefined)) || title?.trim() === '')
    errors.push(userError(['title'], "Title can't be blank", 'INVALID_INPUT'));
  if ((title?.length ?? 0) > MAX_TITLE) errors.push(userError(['title'], 'Title is too long (maximum is 255 characters)', 'INVALID_INPUT'));
  if ((input.productOptions ?? []).length > MAX_OPTIONS)
    errors.push(userError(['productOptions'], 'Too many options', 'OPTIONS_OVER_LIMIT'));
  const handle = handleGiven(input);
  if (handle !== null && isHandleTaken(world, shop.domain, handle, row?.id))
    errors.push(userError(['handle'], `Handle '${handle}' already in use. Please provide a new handle.`, 'HANDLE_NOT_UNIQUE'));
  return errors;
}

/** Returns options as names and values. */
export function wantedOptions(input: ProductFields): { name: string; values: string[] }[] {
  return (input.productOptions ?? []).map((option) => ({
    name: option.name ?? '',
    values: (option.values ?? []).flatMap((value) => (value.name === null || value.name === undefined ? [] : [value.name])),
  }));
}

function newMedia(context: ShopifyContext, media: readonly MediaInput[]): StoredMedia[] {
  return media.map((one) => {
    if (one.mediaContentType !== 'IMAGE') throw unsupported(`media of type ${one.mediaContentType}`);
    return { id: takeIds(context.world.db, 'media', 1), url: one.originalSource, alt: one.alt ?? null };
  });
}

function handleGiven({ handle }: ProductFields): string | null {
  return handle === null || handle === undefined || handle === '' ? null : handleOf(handle);
}

/** Returns a product's fields with Shopify's defaults. */
export const productShape = (
  input: ProductFields,
): {
  title: string;
  handle: string | null;
  status: string;
  description: string;
  vendor: string;
  type: string;
  tags: readonly string[];
} => ({
  title: input.title ?? '',
  handle: handleGiven(input),
  status: input.status ?? 'ACTIVE',
  description: input.descriptionHtml ?? '',
  vendor: input.vendor ?? '',
  type: input.productType ?? '',
  tags: input.tags ?? [],
});

/** `productCreate`: creates the product and only its first variant, whatever the options are. */
export function createProduct(
  args: { product?: ProductFields | null; input?: ProductFields | null; media?: readonly MediaInput[] | null },
  context: ShopifyContext,
): object {
  const input = args.product ?? args.input;
  if (input === null || input === undefined)
    return { product: null, shop: new ShopNode(context), userErrors: [userError(['product'], 'product is required')] };
  const errors = productErrors(context, input, null);
  if (errors.length > 0) return { product: null, shop: new ShopNode(context), userErrors: errors };
  const given = wantedOptions(input);
  const options = given.length > 0 ? given : [{ name: DEFAULT_OPTION.name, values: [DEFAULT_OPTION.value] }];
  const { world, shop } = context;
  const product = productShape(input);
  const id = insertProduct(world, shop.domain, {
    ...product,
    options: newOptions(world, options),
    media: newMedia(context, args.media ?? []),
  });
  const values = options.map((option) => option.values[0] ?? '');
  const made = insertVariants(world, shop.domain, id, [newVariant({}, values, stockOf(context, [], {}, []))]);
  const told = new Changes(world, shop);
  told.product(id, 'create');
  announceNew(told, made);
  told.announce();
  context.load.clear();
  const row = context.load.product(id);
  return { product: row === null ? null : new ProductNode(context, row), shop: new ShopNode(context), userErrors: [] };
}

/** Writes the given fields of a product; absent fields stay unchanged. */
export function writeProduct(context: ShopifyContext, row: ProductRow, input: ProductFields): void {
  context.world.db.run(
    `update shopify_product set title = ?, handle = ?, status = ?, description = ?, vendor = ?, type = ?, tags = ?, updated_at = ? where id = ?`,
    input.title ?? row.title,
    handleGiven(input) ?? row.handle,
    input.status ?? row.status,
    input.descriptionHtml ?? row.description,
    input.vendor ?? row.vendor,
    input.productType ?? row.type,
    input.tags === null || input.tags === undefined ? row.tags : JSON.stringify(input.tags),
    context.world.now(),
    row.id,
  );
}

export interface ProductUpdateArgs {
  readonly product?: ProductFields | null;
  readonly input?: ProductFields | null;
  readonly identifier?: { readonly id?: string | null; readonly handle?: string | null; readonly customId?: unknown } | null;
  readonly media?: readonly MediaInput[] | null;
}

function refuseUnsupported(args: ProductUpdateArgs, input: ProductFields): void {
  if ((args.media ?? []).length > 0) throw unsupported('productUpdate with media');
  if (args.identifier?.customId !== undefined) throw unsupported('productUpdate by a metafield');
  if (wantedOptions(input).length > 0) throw unsupported('productUpdate with options');
}

/** `productUpdate`. */
export function updateProduct(args: ProductUpdateArgs, context: ShopifyContext): object {
  const input = args.product ?? args.input ?? {};
  refuseUnsupported(args, input);
  const row = findProduct(context, args.identifier?.id ?? input.id ?? null, args.identifier?.handle ?? null);
  if (row === null) return { product: null, userErrors: [userError(['id'], 'Product does not exist')] };
  const errors = productErrors(context, input, row);
  if (errors.length > 0) return { product: null, userErrors: errors };
  writeProduct(context, row, input);
  const told = new Changes(context.world, context.shop);
  told.product(row.id);
  told.announce();
  context.load.clear();
  return { product: new ProductNode(context, context.load.product(row.id) ?? row), userErrors: [] };
}

/** Returns a product by id or handle, or null. */
export function findProduct(context: ShopifyContext, id: string | null, handle: string | null): ProductRow | null {
  if (handle !== null) {
    return context.world.db.row<ProductRow>('select * from shopify_product where shop = ? and handle = ?', context.shop.domain, handle);
  }
  const number = id === null ? null : numberOf('Product', id);
  return number === null ? null : context.load.product(number);
}

/** `productDelete`: always synchronous. */
export function deleteProduct(args: { input: { id: string } }, context: ShopifyContext): object {
  const row = findProduct(context, args.input.id, null);
  if (row === null)
    return { deletedProductId: null, shop: new ShopNode(context), userErrors: [userError(['id'], 'Product does not exist')] };
  const told = new Changes(context.world, context.shop);
  const variants = context.load.variantsOf(row.id);
  for (const itemId of deleteVariants(
    context.world,
    variants.map((variant) => variant.id),
  ))
    told.itemDeleted(itemId);
  context.world.db.run('delete from shopify_product where id = ?', row.id);
  told.productDeleted(row.id);
  told.announce();
  context.load.clear();
  return { deletedProductId: gid('Product', row.id), shop: new ShopNode(context), userErrors: [] };
}
