import type { SkuHolder } from '../../../../domain/catalog/match';
import { parseProductStatus } from '../../../../domain/catalog/side-variant';
import { otherSource, type Source } from '../../../../domain/source';
import type { Variant } from '../../../../gen/sh/common_pb';
import type { InventoryProduct, InventoryVariant } from '../../../../gen/sh/inventory_pb';

/** A variant of the platform whose SKUs are imported. */
export interface CatalogVariant extends SkuHolder {
  readonly id: string;
  readonly productId: string;
  readonly productName: string;
  readonly name: string;
  /** It is linked with a variant of the other platform. */
  readonly linked: boolean;
}

/** Both platforms' variants, as far as SKUs need them. */
export interface SkuCatalog {
  readonly source: Source;
  /** The platform's own variants, by ID. */
  readonly own: ReadonlyMap<string, CatalogVariant>;
  /** The other platform's variants. */
  readonly others: readonly (SkuHolder & { readonly linked: boolean })[];
}

/**
 * Collects the variants of both platforms. The inventory has one SKU for a linked variant, Shopify's, while the two may differ for a
 * time; `issues`, the list of a kind of issue, has each variant's own.
 */
export function collectSkus(source: Source, products: readonly InventoryProduct[], issues: readonly Variant[]): SkuCatalog {
  const listed = new Map(issues.map((variant) => [variant.id, variant]));
  const own = new Map<string, CatalogVariant>();
  const others: (SkuHolder & { linked: boolean })[] = [];
  for (const { name: productName, variants } of products) {
    for (const variant of variants) {
      const linked = variant.shopifyId !== '' && variant.squareId !== '';
      const id = source === 'shopify' ? variant.shopifyId : variant.squareId;
      if (id !== '') {
        const { productId, name, sku } = variant;
        // A linked variant's product is Shopify's.
        const shown = { productId: linked && source === 'square' ? '' : productId, productName, name, sku, ...exactly(listed.get(id)) };
        own.set(id, { ...shown, source, id, productStatus: statusOn(source, variant), linked });
      }
      if (linked || id === '') {
        const side = otherSource(source);
        others.push({ source: side, sku: variant.sku, productStatus: statusOn(side, variant), linked });
      }
    }
  }
  return { source, own, others };
}

function exactly(listed: Variant | undefined): Partial<Pick<CatalogVariant, 'productId' | 'productName' | 'name' | 'sku'>> {
  if (listed === undefined) return {};
  const { productId, productName, name, sku } = listed;
  return { productId, productName, name, sku };
}

/** A status that this page does not know competes for its SKU, as on the server. */
function statusOn(source: Source, variant: InventoryVariant): SkuHolder['productStatus'] {
  return parseProductStatus(source === 'shopify' ? variant.shopifyProductStatus : variant.squareProductStatus) ?? 'active';
}
