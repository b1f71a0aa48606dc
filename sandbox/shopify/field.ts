import { GraphQLError, type GraphQLFieldResolver } from 'graphql';

import { grants, unsupported, type ShopifyContext } from './context';

/** The scopes that root fields require. Fields that are absent require none. */
const ROOT_SCOPES: Readonly<Record<string, string>> = {
  inventoryItem: 'read_inventory',
  inventoryItems: 'read_inventory',
  inventoryProperties: 'read_inventory',
  locations: 'read_locations',
  locationsCount: 'read_locations',
  orders: 'read_orders',
  ordersCount: 'read_orders',
  product: 'read_products',
  products: 'read_products',
  productsCount: 'read_products',
  productVariant: 'read_products',
  productVariants: 'read_products',
  productVariantsCount: 'read_products',
  inventoryActivate: 'write_inventory',
  inventoryDeactivate: 'write_inventory',
  inventoryAdjustQuantities: 'write_inventory',
  inventorySetQuantities: 'write_inventory',
  inventoryItemUpdate: 'write_inventory',
  productCreate: 'write_products',
  productUpdate: 'write_products',
  productDelete: 'write_products',
  productSet: 'write_products',
  productVariantsBulkCreate: 'write_products',
  productVariantsBulkDelete: 'write_products',
  productVariantsBulkUpdate: 'write_products',
};

/** The scopes that fields below the root require. read_inventory also allows `Location.id`. */
const FIELD_SCOPES: Readonly<Record<string, string>> = {
  'ProductVariant.inventoryItem': 'read_inventory',
  'InventoryLevel.quantities': 'read_inventory',
  'Location.name': 'read_locations',
  'Location.address': 'read_locations',
  'Location.inventoryLevels': 'read_inventory',
};

function denied(what: string, scope: string): GraphQLError {
  return new GraphQLError(`Access denied for ${what} field. Required access: \`${scope}\` access scope.`, {
    extensions: {
      code: 'ACCESS_DENIED',
      documentation: 'https://shopify.dev/api/usage/access-scopes',
      requiredAccess: `\`${scope}\` access scope.`,
    },
  });
}

/**
 * Resolves every field: a value, getter, or method of the node with the field's name. Refuses a field that the node does not have, with its
 * name.
 */
export const resolveField: GraphQLFieldResolver<unknown, ShopifyContext> = (source, args, context, info) => {
  const { fieldName, parentType } = info;
  const atRoot = parentType.name === 'QueryRoot' || parentType.name === 'Mutation';
  const scope = atRoot ? ROOT_SCOPES[fieldName] : FIELD_SCOPES[`${parentType.name}.${fieldName}`];
  if (scope !== undefined && !grants(context.scopes, scope)) throw denied(fieldName, scope);
  const value: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, fieldName) : undefined;
  if (value === undefined) throw unsupported(`${parentType.name}.${fieldName}`);
  if (typeof value !== 'function') return value;
  const result: unknown = Reflect.apply(value, source, [args, context, info]);
  return result;
};
