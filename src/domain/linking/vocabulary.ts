import type { Source } from '../source';
import type { Amount } from './amount';

/** Names that a platform gives to the only variant of a product, in lower case. */
export const UNNAMED: Readonly<Record<Source, ReadonlySet<string>>> = {
  shopify: new Set(['default title', 'default']),
  square: new Set(['regular', 'default']),
};

/** Words that say nothing of the goods. */
export const FILLERS: ReadonlySet<string> = new Set(['a', 'an', 'and', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with', 'w']);

/** Words that stand for goods without saying which, by their stem. */
export const GENERIC: ReadonlySet<string> = new Set([
  'amount',
  'charge',
  'custom',
  'default',
  'fee',
  'general',
  'good',
  'item',
  'misc',
  'miscellaneou',
  'new',
  'open',
  'order',
  'other',
  'product',
  'sale',
  'sold',
  'stuff',
  'sundry',
  'tax',
  'taxable',
  'test',
  'thing',
  'unknown',
  'variou',
]);

/** Sizes of clothes, by how they are written. */
export const SIZES: ReadonlyMap<string, string> = new Map([
  ...['xxs', '2xs'].map((text) => [text, 'xxs'] as const),
  ...['xs', 'xsmall'].map((text) => [text, 'xs'] as const),
  ...['s', 'sm', 'sml', 'small'].map((text) => [text, 's'] as const),
  ...['m', 'md', 'med', 'medium'].map((text) => [text, 'm'] as const),
  ...['l', 'lg', 'lrg', 'large'].map((text) => [text, 'l'] as const),
  ...['xl', 'xlg', 'xlarge'].map((text) => [text, 'xl'] as const),
  ...['xxl', '2xl', 'xxlarge'].map((text) => [text, 'xxl'] as const),
  ...['xxxl', '3xl'].map((text) => [text, 'xxxl'] as const),
  ['4xl', '4xl'],
  ['5xl', '5xl'],
  ...['regular', 'standard'].map((text) => [text, 'regular'] as const),
  ['onesize', 'one'],
]);

/** Colors, by how they are written: in full, or by their usual abbreviations. */
export const COLORS: ReadonlyMap<string, string> = new Map([
  ...['black', 'blk', 'bk'].map((text) => [text, 'black'] as const),
  ...['white', 'wht', 'wh'].map((text) => [text, 'white'] as const),
  ...['gray', 'grey', 'gry', 'gy'].map((text) => [text, 'gray'] as const),
  ...['red', 'rd'].map((text) => [text, 'red'] as const),
  ...['blue', 'blu', 'bl'].map((text) => [text, 'blue'] as const),
  ...['navy', 'nvy', 'nav'].map((text) => [text, 'navy'] as const),
  ...['green', 'grn', 'gn'].map((text) => [text, 'green'] as const),
  ...['yellow', 'ylw', 'yel'].map((text) => [text, 'yellow'] as const),
  ...['orange', 'org', 'orng'].map((text) => [text, 'orange'] as const),
  ...['brown', 'brn', 'brwn'].map((text) => [text, 'brown'] as const),
  ...['pink', 'pnk'].map((text) => [text, 'pink'] as const),
  ...['purple', 'prpl', 'pur'].map((text) => [text, 'purple'] as const),
  ...['silver', 'slv', 'slvr'].map((text) => [text, 'silver'] as const),
  ...['gold', 'gld'].map((text) => [text, 'gold'] as const),
  ...['beige', 'bge'].map((text) => [text, 'beige'] as const),
  ...['turquoise', 'tan', 'teal', 'cream', 'ivory', 'khaki', 'olive', 'maroon', 'burgundy', 'charcoal', 'natural', 'copper', 'bronze'].map(
    (text) => [text, text] as const,
  ),
]);

/** Words that make it something else than the goods themselves, by their stem. */
export const MARKERS: ReadonlyMap<string, string> = new Map([
  ...['sample', 'tester', 'swatch'].map((text) => [text, 'sample'] as const),
  ...['refill', 'refilled', 'recharge'].map((text) => [text, 'refill'] as const),
  ...['gift', 'giftset', 'giftbox', 'hamper'].map((text) => [text, 'gift'] as const),
  ...['kit', 'bundle', 'set'].map((text) => [text, 'set'] as const),
  ...['mini', 'travel'].map((text) => [text, 'mini'] as const),
  ...['repair', 'service', 'rental', 'hire', 'fitting', 'engraving', 'alteration', 'delivery', 'class', 'workshop', 'consultation'].map(
    (text) => [text, 'service'] as const,
  ),
  ...['deposit', 'voucher', 'card', 'subscription'].map((text) => [text, text] as const),
  ...['used', 'secondhand', 'refurbished', 'damaged', 'second', 'preowned'].map((text) => [text, 'used'] as const),
  ...['old', 'discontinued', 'obsolete', 'zz', 'zzz', 'dnu', 'retired', 'inactive'].map((text) => [text, 'retired'] as const),
  ...['spare', 'replacement'].map((text) => [text, 'spare'] as const),
]);

const unit = (kind: Amount['kind'], factor: number) => ({ kind, factor });

/** Units of amounts, by how they are written; the factor leads to milliliters, grams, or millimeters. */
export const UNITS: ReadonlyMap<string, { readonly kind: Amount['kind']; readonly factor: number }> = new Map([
  ...['ml', 'mls', 'milliliter', 'millilitre'].map((text) => [text, unit('volume', 1)] as const),
  ...['cl'].map((text) => [text, unit('volume', 10)] as const),
  ...['dl'].map((text) => [text, unit('volume', 100)] as const),
  ...['l', 'lt', 'ltr', 'liter', 'litre', 'liters', 'litres'].map((text) => [text, unit('volume', 1_000)] as const),
  // US fluid ounce and avoirdupois ounce and pound (NIST Handbook 44, appendix C).
  ...['floz'].map((text) => [text, unit('volume', 29.5735)] as const),
  ...['mg'].map((text) => [text, unit('mass', 0.001)] as const),
  ...['g', 'gr', 'gm', 'gram', 'grams', 'gramme'].map((text) => [text, unit('mass', 1)] as const),
  ...['kg', 'kgs', 'kilo', 'kilos'].map((text) => [text, unit('mass', 1_000)] as const),
  ...['oz', 'ounce', 'ounces'].map((text) => [text, unit('mass', 28.3495)] as const),
  ...['lb', 'lbs', 'pound', 'pounds'].map((text) => [text, unit('mass', 453.592)] as const),
  ...['mm'].map((text) => [text, unit('length', 1)] as const),
  ...['cm'].map((text) => [text, unit('length', 10)] as const),
  ...['m', 'mtr', 'meter', 'metre', 'meters', 'metres'].map((text) => [text, unit('length', 1_000)] as const),
  ...['in', 'inch', 'inches', '"'].map((text) => [text, unit('length', 25.4)] as const),
  ...['ft', 'feet', 'foot'].map((text) => [text, unit('length', 304.8)] as const),
]);
