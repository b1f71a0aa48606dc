import { NO_LABELS } from '../../../domain/catalog/product-labels';
import { toUnits, type Quantity } from '../../../domain/quantity';
import type { JoinedVariant, LinkCandidate, VariantDetail, VariantSide } from '../../../durable/api/account-api';
import type { UnlinkedPair, UnlinkedVariant } from '../../../durable/api/unlinked-api';
import type { JoinedVariant as JoinedVariantMessage, Variant } from '../../../gen/sh/common_pb';
import type { InventoryProduct, InventoryVariant, LocationInventory } from '../../../gen/sh/inventory_pb';
import type { UnlinkedPair as UnlinkedPairMessage, UnlinkedVariant as UnlinkedVariantMessage } from '../../../gen/sh/issues_pb';
import type { LinkCandidate as LinkCandidateMessage } from '../../../gen/sh/variants_pb';
import { toGid } from './ids';
import { toTimestamp } from './time';

/** Returns one platform's variant as calls answer it. */
export function toVariant(side: VariantSide): Variant {
  return {
    source: side.source,
    id: variantId(side),
    name: side.name,
    productId: productId(side),
    productName: side.productName,
    sku: side.sku,
    barcode: side.barcode,
    inventoryTracked: side.tracked,
    productStatus: side.productStatus,
    ...side.labels,
    tags: [...side.labels.tags],
  };
}

/** Returns a variant's detail as calls answer it: unknown quantities are absent. */
export function toJoinedVariant({ variant, shopifyLocationId, squareLocationId }: VariantDetail): JoinedVariantMessage {
  return {
    ...(variant.shopify === null ? {} : { shopify: toVariant(variant.shopify) }),
    ...(variant.square === null ? {} : { square: toVariant(variant.square) }),
    ...quantities(variant),
    shopifyLocationId: toGid('Location', shopifyLocationId),
    squareLocationId,
    id: String(variant.key),
    status: variant.status,
    ...variant.checked,
    troubleDetail: variant.troubleDetail,
    manualLink: variant.isManual,
    ...packSizes(variant),
  };
}

/** Returns a candidate for a link as calls answer it: it exists on one platform alone. */
export function toLinkCandidate({ variant, reasons, differences, shopifyUnits, squareUnits }: LinkCandidate): LinkCandidateMessage {
  const side = mainSide(variant);
  return {
    ...(side === null ? {} : { variant: toVariant(side) }),
    reasons: [...reasons],
    differences: [...differences],
    shopifyUnits,
    squareUnits,
  };
}

/** Returns a pair whose link ended as calls answer it. */
export function toUnlinkedPair({ id, at, why, shopify, square }: UnlinkedPair): UnlinkedPairMessage {
  return { id, at: toTimestamp(at), why, shopify: toUnlinkedVariant(shopify), square: toUnlinkedVariant(square) };
}

function toUnlinkedVariant({ side, quantity, state }: UnlinkedVariant): UnlinkedVariantMessage {
  return { variant: toVariant(side), ...(quantity === null ? {} : { quantity: toUnits(quantity) }), state };
}

/** Groups variants by product, in their order: consecutive variants of one product share an entry. */
export function toProducts(variants: readonly JoinedVariant[]): InventoryProduct[] {
  const products: InventoryProduct[] = [];
  let lastKey: string | null = null;
  for (const variant of variants) {
    const side = mainSide(variant);
    const key = `${side?.source ?? ''} ${side?.productId ?? ''}`;
    if (key !== lastKey) products.push({ name: side?.productName ?? '', variants: [] });
    lastKey = key;
    products.at(-1)?.variants.push(toInventoryVariant(variant));
  }
  return products;
}

/** Returns one row of the inventory list. */
function toInventoryVariant(variant: JoinedVariant): InventoryVariant {
  const side = mainSide(variant);
  return {
    id: String(variant.key),
    name: side?.name ?? '',
    sku: side?.sku ?? '',
    productId: side === null ? '' : productId(side),
    ...platformIds(variant),
    ...quantities(variant),
    status: variant.status,
    ...variant.checked,
    troubleDetail: variant.troubleDetail,
    shopifyProductStatus: variant.shopify?.productStatus ?? '',
    squareProductStatus: variant.square?.productStatus ?? '',
    ...labelsOf(variant),
    ...packSizes(variant),
  };
}

function packSizes({ packs }: JoinedVariant): Pick<InventoryVariant, 'shopifyPackSize' | 'squarePackSize'> {
  return { shopifyPackSize: packs.shopify, squarePackSize: packs.square };
}

/** Returns what a row shows of its product: what Shopify states, else Square. */
function labelsOf({ shopify, square }: JoinedVariant): Pick<InventoryVariant, 'vendor' | 'productType' | 'imageUrl'> {
  const [own, other] = [shopify?.labels ?? NO_LABELS, square?.labels ?? NO_LABELS];
  return {
    vendor: own.vendor || other.vendor,
    productType: own.productType || other.productType,
    imageUrl: own.imageUrl || other.imageUrl,
  };
}

/** Returns one row of a location's list. */
export function toLocationInventory(variant: JoinedVariant, known: boolean): LocationInventory {
  const side = mainSide(variant);
  const { shopifyId, squareId } = platformIds(variant);
  return {
    id: String(variant.key),
    productName: side?.productName ?? '',
    variantName: side?.name ?? '',
    sku: side?.sku ?? '',
    shopifyVariantId: shopifyId,
    squareVariationId: squareId,
    ...(known ? quantities(variant) : {}),
  };
}

/** Returns the side whose names a row shows: Shopify's if there is one. */
function mainSide(variant: JoinedVariant): VariantSide | null {
  return variant.shopify ?? variant.square;
}

function variantId(side: VariantSide): string {
  return side.source === 'shopify' ? toGid('ProductVariant', side.id) : side.id;
}

function productId(side: VariantSide): string {
  return side.source === 'shopify' ? toGid('Product', side.productId) : side.productId;
}

function platformIds({ shopify, square }: JoinedVariant): { shopifyId: string; squareId: string } {
  return { shopifyId: shopify === null ? '' : variantId(shopify), squareId: square === null ? '' : variantId(square) };
}

/** Returns both quantities in units; an unknown one is omitted, as it is not zero. */
function quantities(variant: JoinedVariant): { shopifyQuantity?: number; squareQuantity?: number } {
  return { ...quantity('shopifyQuantity', variant.shopifyQuantity), ...quantity('squareQuantity', variant.squareQuantity) };
}

function quantity<Name extends string>(name: Name, value: Quantity | null): Partial<Record<Name, number>> {
  if (value === null) return {};
  const one: Partial<Record<Name, number>> = {};
  one[name] = toUnits(value);
  return one;
}
