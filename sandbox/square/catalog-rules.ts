import { invalid, type SquareError } from './errors';
import { isList, isObject, numberOf, objectOf, textOf, textsOf, type Json, type JsonObject } from './json';

/** Maximum lengths in the Catalog API (CatalogItem, CatalogItemVariation). */
const ITEM_NAME = 512;
const VARIATION_NAME = 255;
/** A GTIN: UPC-A, EAN-8, EAN-13 or ISBN. */
const UPC = /^\d{8,14}$/u;

/** Returns the value without nulls at any depth: Square treats null as absent. */
export function withoutNulls(value: Json): Json {
  if (isList(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const members: [string, Json][] = [];
  for (const [name, member] of Object.entries(value))
    if (member !== null && member !== undefined) members.push([name, withoutNulls(member)]);
  return Object.fromEntries(members);
}

/** Returns the errors in an item's own data. `path` is the object's position in the request. */
export function checkItem(object: JsonObject, path: string): SquareError[] {
  const data = objectOf(object, 'item_data');
  if (data === null) return [invalid('MISSING_REQUIRED_PARAMETER', 'An object of type ITEM needs item_data.', `${path}.item_data`)];
  const name = textOf(data, 'name') ?? '';
  if (name.trim() === '') return [invalid('MISSING_REQUIRED_PARAMETER', 'An item needs a name.', `${path}.item_data.name`)];
  if (name.length > ITEM_NAME)
    return [invalid('VALUE_TOO_LONG', `An item name has at most ${ITEM_NAME} characters.`, `${path}.item_data.name`)];
  return [];
}

/** Returns the errors in a variation's own data. */
export function checkVariation(object: JsonObject, path: string, locations: ReadonlySet<string>): SquareError[] {
  const data = objectOf(object, 'item_variation_data');
  const at = `${path}.item_variation_data`;
  if (data === null) return [invalid('MISSING_REQUIRED_PARAMETER', 'An object of type ITEM_VARIATION needs item_variation_data.', at)];
  const errors: SquareError[] = [];
  if ((textOf(data, 'name') ?? '').length > VARIATION_NAME) {
    errors.push(invalid('VALUE_TOO_LONG', `A variation name has at most ${VARIATION_NAME} characters.`, `${at}.name`));
  }
  const upc = textOf(data, 'upc');
  if (upc !== null && upc !== '' && !UPC.test(upc)) errors.push(invalid('INVALID_VALUE', 'upc is not a valid GTIN.', `${at}.upc`));
  errors.push(...checkPrice(data, at));
  const overrides = data['location_overrides'];
  if (isList(overrides)) {
    for (const [index, override] of overrides.entries()) {
      const location = isObject(override) ? textOf(override, 'location_id') : null;
      if (location === null || !locations.has(location)) {
        errors.push(invalid('INVALID_VALUE', `Unknown location ${location ?? ''}.`, `${at}.location_overrides[${index}].location_id`));
      }
    }
  }
  return errors;
}

function checkPrice(data: JsonObject, at: string): SquareError[] {
  const price = objectOf(data, 'price_money');
  const pricing = textOf(data, 'pricing_type');
  if (pricing === 'FIXED_PRICING' && price === null) {
    return [invalid('MISSING_REQUIRED_PARAMETER', 'FIXED_PRICING needs price_money.', `${at}.price_money`)];
  }
  if (pricing === 'VARIABLE_PRICING' && price !== null) {
    return [invalid('INVALID_VALUE', 'VARIABLE_PRICING has no price_money.', `${at}.price_money`)];
  }
  if (price === null) return [];
  if ((numberOf(price, 'amount') ?? -1) < 0) return [invalid('INVALID_VALUE', 'A price is not negative.', `${at}.price_money.amount`)];
  if (textOf(price, 'currency') === null)
    return [invalid('MISSING_REQUIRED_PARAMETER', 'A price has a currency.', `${at}.price_money.currency`)];
  return [];
}

/** Returns the errors in where an object is sold. */
export function checkPresence(object: JsonObject, path: string, locations: ReadonlySet<string>): SquareError[] {
  return ['present_at_location_ids', 'absent_at_location_ids'].flatMap((name) => {
    const index = (textsOf(object, name) ?? []).findIndex((id) => !locations.has(id));
    return index === -1 ? [] : [invalid('INVALID_VALUE', 'Unknown location.', `${path}.${name}[${index}]`)];
  });
}

/** Members that Square sets itself, or that are columns of the row. */
const OWN_MEMBERS: ReadonlySet<string> = new Set(['type', 'id', 'version', 'updated_at', 'created_at', 'is_deleted', 'catalog_v1_ids']);

/** Returns the body to store for an object: all that the caller sent, with Square's defaults; nested variations are stored separately. */
export function storedBody(object: JsonObject, itemId: string | null): JsonObject {
  const rest = withoutNulls(Object.fromEntries(Object.entries(object).filter(([name]) => !OWN_MEMBERS.has(name))));
  const given = isObject(rest) ? rest : {};
  const common = { present_at_all_locations: true, ...given };
  if (itemId === null) {
    const { variations: _, ...data } = objectOf(given, 'item_data') ?? {};
    return { ...common, item_data: { product_type: 'REGULAR', is_archived: false, ...data } };
  }
  const data = objectOf(given, 'item_variation_data') ?? {};
  const pricing = objectOf(data, 'price_money') === null ? 'VARIABLE_PRICING' : 'FIXED_PRICING';
  return {
    ...common,
    item_variation_data: { pricing_type: pricing, track_inventory: false, sellable: true, stockable: true, ...data, item_id: itemId },
  };
}
