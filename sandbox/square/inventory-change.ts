import { invalid, type SquareError } from './errors';
import { parseInstant } from './instant';
import { objectOf, textOf, type JsonObject } from './json';
import { parseQuantity } from './quantity';

/** One side of a change: a state at a location. */
export interface Place {
  readonly state: string;
  readonly location: string;
}

/** A validated count or adjustment. */
export interface Change {
  readonly type: 'PHYSICAL_COUNT' | 'ADJUSTMENT';
  readonly variation: string;
  /** Where an adjustment takes from; null for a physical count. */
  readonly from: Place | null;
  /** Where an adjustment moves to, or what was counted. */
  readonly to: Place;
  /** Steps of 1/100,000 unit. */
  readonly quantity: number;
  readonly referenceId: string | null;
  /** Ms since the epoch. */
  readonly occurredAt: number;
}

/** What the rules must know of the seller. */
export interface KnownStock {
  readonly locations: ReadonlySet<string>;
  /** Returns a variation that is not deleted; null when there is none. */
  variation(id: string): { readonly stockable: boolean } | null;
  /** Sandbox time, ms. */
  readonly now: number;
}

/** How long after it happened a change may be reported, in ms (BatchChangeInventory, `occurred_at`). */
const MAX_AGE_MS = 24 * 3_600_000;

/** States that Square keeps counts of; the others are where stock comes from or goes to (InventoryState). */
export const COUNTED_STATES: ReadonlySet<string> = new Set(['IN_STOCK', 'WASTE']);

/** Moves that an application may make; all other states are read-only in the Inventory API. */
const MOVES: ReadonlySet<string> = new Set([
  'NONE>IN_STOCK',
  'IN_STOCK>SOLD',
  'IN_STOCK>WASTE',
  'UNLINKED_RETURN>IN_STOCK',
  'UNLINKED_RETURN>WASTE',
  'IN_STOCK>IN_STOCK',
]);

/**
 * Parses one change of a request; `path` is its position there. Returns the change or all its errors. A variation whose stock is not
 * tracked is accepted: Square does not document whether it refuses one.
 */
export function readChange(change: JsonObject, path: string, known: KnownStock): Change | SquareError[] {
  const type = textOf(change, 'type');
  if (type !== 'PHYSICAL_COUNT' && type !== 'ADJUSTMENT') return [missing(`${path}.type`)];
  const member = type === 'PHYSICAL_COUNT' ? 'physical_count' : 'adjustment';
  const data = objectOf(change, member);
  if (data === null) return [missing(`${path}.${member}`)];
  const at = `${path}.${member}`;
  const errors: SquareError[] = [];
  const need = (name: string): string => {
    const value = textOf(data, name);
    if (value === null || value === '') errors.push(missing(`${at}.${name}`));
    return value ?? '';
  };
  for (const name of ['reason_id', 'cost_money', 'vendor_id']) {
    if (data[name] !== undefined && data[name] !== null) errors.push(invalid('INVALID_VALUE', `Not emulated: ${name}.`, `${at}.${name}`));
  }
  const variation = need('catalog_object_id');
  const read = {
    type,
    variation,
    ...(type === 'PHYSICAL_COUNT' ? readCount(need) : readMove(data, at, need, errors)),
    quantity: readQuantity(need('quantity'), type, `${at}.quantity`, errors),
    referenceId: textOf(data, 'reference_id'),
    occurredAt: readTime(need('occurred_at'), `${at}.occurred_at`, known.now, errors),
  } as const;
  if (errors.length === 0) errors.push(...checkKnown(read, data, at, known));
  return errors.length > 0 ? errors : read;
}

const missing = (field: string): SquareError => invalid('MISSING_REQUIRED_PARAMETER', `Missing required parameter: ${field}.`, field);

function readCount(need: (name: string) => string): { from: null; to: Place } {
  return { from: null, to: { state: need('state'), location: need('location_id') } };
}

/** Parses an adjustment's locations: since 2026-07-15 it names two; one alone applies to both sides. */
function readMove(data: JsonObject, at: string, need: (name: string) => string, errors: SquareError[]): { from: Place; to: Place } {
  const from = textOf(data, 'from_location_id') ?? textOf(data, 'to_location_id');
  const to = textOf(data, 'to_location_id') ?? from;
  if (from === null || to === null) errors.push(missing(`${at}.to_location_id`));
  return { from: { state: need('from_state'), location: from ?? '' }, to: { state: need('to_state'), location: to ?? '' } };
}

function readQuantity(source: string, type: Change['type'], field: string, errors: SquareError[]): number {
  if (source === '') return 0;
  const quantity = parseQuantity(source);
  if (quantity === null) errors.push(invalid('INVALID_VALUE', 'Not a decimal of at most 5 places.', field));
  else if (quantity < 0) errors.push(invalid('INVALID_VALUE', 'A quantity is not negative.', field));
  else if (quantity === 0 && type === 'ADJUSTMENT') errors.push(invalid('INVALID_VALUE', 'An adjustment moves more than nothing.', field));
  return quantity ?? 0;
}

function readTime(source: string, field: string, now: number, errors: SquareError[]): number {
  if (source === '') return 0;
  const at = parseInstant(source);
  if (at === null) errors.push(invalid('INVALID_TIME', 'Not an RFC 3339 time.', field));
  else if (at > now) errors.push(invalid('INVALID_TIME', 'occurred_at must not be in the future.', field));
  else if (at < now - MAX_AGE_MS) errors.push(invalid('INVALID_TIME', 'occurred_at must not be older than 24 hours.', field));
  return at ?? 0;
}

function checkKnown(change: Change, data: JsonObject, at: string, known: KnownStock): SquareError[] {
  const errors: SquareError[] = [];
  const complain = (name: string, detail: string): void => {
    errors.push(invalid('INVALID_VALUE', detail, `${at}.${name}`));
  };
  const variation = known.variation(change.variation);
  const kind = textOf(data, 'catalog_object_type');
  if (variation === null) complain('catalog_object_id', `Object with ID ${change.variation.slice(0, 60)} is not a living item variation.`);
  else if (!variation.stockable) complain('catalog_object_id', 'The variation is not stockable: its counts are derived.');
  if (kind !== null && kind !== 'ITEM_VARIATION') complain('catalog_object_type', 'Only ITEM_VARIATION can be written.');
  if (change.from === null) {
    if (!known.locations.has(change.to.location)) complain('location_id', 'Unknown location.');
    if (!COUNTED_STATES.has(change.to.state)) complain('state', `${change.to.state} cannot be counted.`);
    return errors;
  }
  if (!known.locations.has(change.from.location)) complain('from_location_id', 'Unknown location.');
  if (!known.locations.has(change.to.location)) complain('to_location_id', 'Unknown location.');
  const move = `${change.from.state}>${change.to.state}`;
  const sameLocation = change.from.location === change.to.location;
  if (!MOVES.has(move) || (move === 'IN_STOCK>IN_STOCK' && sameLocation))
    complain('to_state', `The Inventory API cannot move stock from ${change.from.state} to ${change.to.state}.`);
  else if (move !== 'IN_STOCK>IN_STOCK' && !sameLocation)
    complain('to_location_id', 'Only stock that stays IN_STOCK can change its location.');
  return errors;
}
