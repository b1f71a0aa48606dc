import type { WorldApi } from '../../world-api';
import type { ShopRow } from '../context';
import { gid, levelGid } from '../gid';
import { SHOP_TIME_ZONE, stateMoney, stateShopTime } from '../wording';
import { addressOf, mediaOf, optionsOf, textsOf, valuesOf, type LevelRow, type ProductRow, type VariantRow } from './rows';

/** How many variants a product's webhook contains in full; the rest appear by id only. */
const FULL_VARIANTS = 100;

/** Returns the body of `inventory_levels/update` and `/connect`. */
export function levelPayload(world: WorldApi, level: LevelRow): object {
  return {
    inventory_item_id: level.item_id,
    location_id: level.location_id,
    available: level.available,
    updated_at: stateShopTime(world, level.updated_at),
    admin_graphql_api_id: levelGid(level.item_id, level.location_id),
  };
}

/** Returns the body of `inventory_items/create` and `/update`. */
export function itemPayload(world: WorldApi, variant: VariantRow): object {
  return {
    id: variant.item_id,
    sku: variant.sku,
    created_at: stateShopTime(world, variant.created_at),
    updated_at: stateShopTime(world, variant.item_updated_at),
    requires_shipping: variant.requires_shipping === 1,
    cost: null,
    country_code_of_origin: null,
    province_code_of_origin: null,
    harmonized_system_code: null,
    tracked: variant.tracked === 1,
    country_harmonized_system_codes: [],
    weight_value: 0,
    weight_unit: 'lb',
    admin_graphql_api_id: gid('InventoryItem', variant.item_id),
  };
}

function variantPayload(world: WorldApi, variant: VariantRow & { stock: number }): object {
  const [option1 = null, option2 = null, option3 = null] = valuesOf(variant);
  return {
    admin_graphql_api_id: gid('ProductVariant', variant.id),
    barcode: variant.barcode,
    compare_at_price: variant.compare_at === null ? null : stateMoney(variant.compare_at),
    created_at: stateShopTime(world, variant.created_at),
    id: variant.id,
    inventory_policy: variant.policy.toLowerCase(),
    position: variant.position,
    price: stateMoney(variant.price),
    product_id: variant.product_id,
    sku: variant.sku,
    taxable: variant.taxable === 1,
    title: variant.title,
    updated_at: stateShopTime(world, variant.updated_at),
    option1,
    option2,
    option3,
    image_id: null,
    inventory_item_id: variant.item_id,
    inventory_quantity: variant.stock,
    old_inventory_quantity: variant.stock,
  };
}

/** Returns the body of `products/create` and `/update`. */
export function productPayload(world: WorldApi, product: ProductRow): object {
  const variants = world.db.rows<VariantRow & { stock: number }>(
    `select v.*, coalesce((select sum(available) from shopify_level l where l.item_id = v.item_id and l.active = 1), 0) as stock
     from shopify_variant v where v.product_id = ? order by v.position limit ?`,
    product.id,
    FULL_VARIANTS,
  );
  const gids = world.db.rows<{ id: number; updated_at: number }>(
    'select id, updated_at from shopify_variant where product_id = ? order by updated_at desc, id desc',
    product.id,
  );
  const options = optionsOf(product);
  const images = mediaOf(product).map((media) => ({ id: media.id, src: addressOf(world, media), alt: media.alt }));
  return {
    admin_graphql_api_id: gid('Product', product.id),
    body_html: product.description,
    created_at: stateShopTime(world, product.created_at),
    handle: product.handle,
    id: product.id,
    product_type: product.type,
    published_at: product.status === 'ACTIVE' ? stateShopTime(world, product.created_at) : null,
    template_suffix: null,
    title: product.title,
    updated_at: stateShopTime(world, product.updated_at),
    vendor: product.vendor,
    status: product.status.toLowerCase(),
    published_scope: 'web',
    tags: textsOf(product.tags).join(', '),
    variants: variants.map((variant) => variantPayload(world, variant)),
    options: options.map((option, index) => ({
      name: option.name,
      id: option.id,
      product_id: product.id,
      position: index + 1,
      values: option.values.map((value) => value.name),
    })),
    images,
    image: images[0] ?? null,
    media: [],
    variant_gids: gids.map((row) => ({
      admin_graphql_api_id: gid('ProductVariant', row.id),
      updated_at: stateShopTime(world, row.updated_at),
    })),
    has_variants_that_requires_components: false,
    category: null,
  };
}

/** Returns the body of `app/uninstalled` and `shop/update`: the shop in the REST format. */
export function shopPayload(world: WorldApi, shop: ShopRow): object {
  const location = world.db.row<{ id: number }>('select id from shopify_location where shop = ? order by name limit 1', shop.domain);
  return {
    id: shop.id,
    name: shop.name,
    email: shop.email,
    domain: shop.domain,
    myshopify_domain: shop.domain,
    shop_owner: shop.owner_name,
    currency: 'USD',
    plan_name: world.config().shopifyPlan,
    iana_timezone: SHOP_TIME_ZONE.name,
    primary_location_id: location?.id ?? null,
    created_at: stateShopTime(world, shop.created_at),
    updated_at: stateShopTime(world, shop.created_at),
  };
}
