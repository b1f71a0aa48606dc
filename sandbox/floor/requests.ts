import { CAUSES, type Platform, type SaleStatus, type StockChange } from '../world-api';

/** A user's request on the Shop floor page. */
export type FloorRequest =
  | { readonly kind: 'change'; readonly platform: Platform; readonly id: string; readonly change: StockChange }
  | { readonly kind: 'rename'; readonly platform: Platform; readonly productId: string; readonly title: string }
  | { readonly kind: 'status'; readonly platform: Platform; readonly productId: string; readonly status: SaleStatus }
  | { readonly kind: 'add'; readonly platforms: readonly Platform[]; readonly product: NewProduct };

/** A product to be created; `price` in minor units. */
export interface NewProduct {
  readonly title: string;
  readonly sku: string;
  readonly price: number;
  readonly quantity: number;
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

const no = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });

const isPlatform = (value: unknown): value is Platform => value === 'shopify' || value === 'square';

/** The longest title and SKU that the page accepts. */
const MAX_TEXT = 255;
/** The most units that one click moves or counts. */
const MAX_UNITS = 1_000_000;

/** Parses the JSON body of one of the page's requests. */
export function readFloorRequest(kind: string, body: unknown): Read<FloorRequest> {
  if (typeof body !== 'object' || body === null) return no('The body must be a JSON object.');
  const fields = new Map<string, unknown>(Object.entries(body));
  switch (kind) {
    case 'change':
      return readChange(fields);
    case 'rename':
      return readRename(fields);
    case 'status':
      return readStatus(fields);
    case 'add':
      return readAdd(fields);
    default:
      return no(`The shop floor knows no ${kind}.`);
  }
}

const text = (fields: ReadonlyMap<string, unknown>, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

function units(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= MAX_UNITS ? value : null;
}

function readChange(fields: ReadonlyMap<string, unknown>): Read<FloorRequest> {
  const platform = fields.get('platform');
  if (!isPlatform(platform)) return no('platform must be shopify or square.');
  const id = text(fields, 'id');
  if (id === '') return no('id must name a variant.');
  if (fields.has('delta') === fields.has('set')) return no('Exactly one of delta and set must be given.');
  const changeOf = (change: StockChange): Read<FloorRequest> => ({ ok: true, value: { kind: 'change', platform, id, change } });
  const name = fields.has('delta') ? 'delta' : 'set';
  const amount = units(fields.get(name));
  if (amount === null) return no(`${name} must be a number of units, at most ${MAX_UNITS}.`);
  if (platform === 'shopify' && !Number.isInteger(amount)) return no('Shopify counts whole units only.');
  if (name === 'set') return fields.has('cause') ? no('A count has no other cause.') : changeOf({ set: amount });
  const cause = fields.get('cause');
  if (cause === undefined) return changeOf({ delta: amount });
  const known: readonly string[] = CAUSES[platform];
  if (typeof cause !== 'string' || !known.includes(cause)) return no(`cause must be one of ${known.join(', ')}.`);
  return changeOf({ delta: amount, cause });
}

function readRename(fields: ReadonlyMap<string, unknown>): Read<FloorRequest> {
  const platform = fields.get('platform');
  if (!isPlatform(platform)) return no('platform must be shopify or square.');
  const productId = text(fields, 'productId');
  const title = text(fields, 'title');
  if (productId === '') return no('productId must name a product.');
  if (title === '' || title.length > MAX_TEXT) return no(`A title has 1 to ${MAX_TEXT} characters.`);
  return { ok: true, value: { kind: 'rename', platform, productId, title } };
}

function readStatus(fields: ReadonlyMap<string, unknown>): Read<FloorRequest> {
  const platform = fields.get('platform');
  if (!isPlatform(platform)) return no('platform must be shopify or square.');
  const productId = text(fields, 'productId');
  if (productId === '') return no('productId must name a product.');
  const status = fields.get('status');
  if (status !== 'active' && status !== 'draft' && status !== 'archived') return no('status must be active, draft or archived.');
  return { ok: true, value: { kind: 'status', platform, productId, status } };
}

function readAdd(fields: ReadonlyMap<string, unknown>): Read<FloorRequest> {
  const given = fields.get('platforms');
  const platforms = Array.isArray(given) ? given.filter(isPlatform) : [];
  if (platforms.length === 0) return no('Choose at least one shelf.');
  const [title, sku] = [text(fields, 'title'), text(fields, 'sku')];
  if (title === '' || title.length > MAX_TEXT) return no(`A title has 1 to ${MAX_TEXT} characters.`);
  if (sku.length > MAX_TEXT) return no(`A SKU has at most ${MAX_TEXT} characters.`);
  const [price, quantity] = [units(fields.get('price')), units(fields.get('quantity'))];
  if (price === null || price < 0 || !Number.isInteger(price)) return no('The price must be whole cents, not negative.');
  if (quantity === null || !Number.isInteger(quantity)) return no('The quantity must be a whole number.');
  return { ok: true, value: { kind: 'add', platforms, product: { title, sku, price, quantity } } };
}
