import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { listAt, textAt } from '../json';
import type { JsonRecord } from '../json';
import { codesOf, readData } from './client';
import type { SquareClient } from './client';
import { minorUnitsOf } from './money';

/** A variation to create. */
export interface NewVariation {
  readonly name: string;
  readonly sku: string;
  /** Decimal text; '' for a price that is entered at each sale. */
  readonly price: string;
  /** Omitted when it is not a GTIN, since Square accepts nothing else. */
  readonly barcode: string;
  readonly tracked: boolean;
}

/** What to create at Square under one key. The body is built from this and nothing else, so that a repeat is identical. */
export interface NewVariations {
  /** The item that gets the variations; '' for a new one with this name. */
  readonly itemId: string;
  readonly itemName: string;
  readonly variations: readonly NewVariation[];
  readonly locationId: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly key: string;
}

/** Temporary id of a new item until Square assigns one. */
const NEW_ITEM = '#item';

/** Creates variations in a new or existing item, all or none. The same key never creates them twice. Returns the item's id. */
export async function createVariations(client: SquareClient, request: NewVariations): Promise<Result<string, PlatformFailure>> {
  const isNew = request.itemId === '';
  const itemId = isNew ? NEW_ITEM : request.itemId;
  const variations = request.variations.map((variation, index) => variationObject(request, variation, `#variation-${index}`, itemId));
  const item = {
    type: 'ITEM',
    id: NEW_ITEM,
    present_at_all_locations: true,
    item_data: { name: request.itemName, product_type: 'REGULAR', variations },
  };
  const answer = await client.post('/v2/catalog/batch-upsert', {
    idempotency_key: request.key,
    batches: [{ objects: isNew ? [item] : variations }],
  });
  if (answer.kind === 'refused') return err({ kind: 'refused', detail: `Square refused the new variations: ${codesOf(answer.errors)}` });
  const made = readData(answer, (data) => listAt(data, 'id_mappings'));
  if (!made.ok) return made;
  if (!isNew) return ok(request.itemId);
  const mapping = made.value.find((one) => textAt(one, 'client_object_id') === NEW_ITEM);
  const id = textAt(mapping, 'object_id');
  return id === null ? err({ kind: 'failed', detail: 'Square did not name the new item' }) : ok(id);
}

function variationObject(request: NewVariations, variation: NewVariation, id: string, itemId: string): JsonRecord {
  const amount = minorUnitsOf(variation.price, request.currency);
  return {
    type: 'ITEM_VARIATION',
    id,
    present_at_all_locations: true,
    item_variation_data: {
      item_id: itemId,
      name: variation.name,
      sku: variation.sku,
      ...(isGtin(variation.barcode) ? { upc: variation.barcode } : {}),
      ...(amount === null
        ? { pricing_type: 'VARIABLE_PRICING' }
        : { pricing_type: 'FIXED_PRICING', price_money: { amount, currency: request.currency } }),
      location_overrides: [{ location_id: request.locationId, track_inventory: variation.tracked }],
    },
  };
}

/** Returns whether a text is a GTIN of 8, 12, 13 or 14 digits with a valid check digit (GS1). */
export function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/u.test(text)) return false;
  const digits = Array.from(text, Number).reverse();
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}
