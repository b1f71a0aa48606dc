import type { Attribute, Axis } from './goods.ts';

const SIZES: Readonly<Record<string, readonly string[]>> = {
  XS: ['XS', 'X-Small', 'Extra Small', 'XSmall'],
  S: ['S', 'Small', 'Sm', 'SML'],
  M: ['M', 'Medium', 'Med', 'MED'],
  L: ['L', 'Large', 'Lg', 'LRG'],
  XL: ['XL', 'X-Large', 'Extra Large', 'XLarge'],
  XXL: ['XXL', '2XL', 'XX-Large', '2X'],
  'One Size': ['One Size', 'OS', 'O/S', 'One Size Fits Most'],
};

const COLORS: Readonly<Record<string, readonly string[]>> = {
  Black: ['Black', 'BLK', 'Blk', 'Bk'],
  White: ['White', 'WHT', 'Wht', 'Wh'],
  Gray: ['Gray', 'Grey', 'GRY', 'Gry'],
  'Heather Gray': ['Heather Gray', 'Hthr Grey', 'Heather Grey', 'H. Gray'],
  Charcoal: ['Charcoal', 'Char', 'Charc.', 'Chrcl'],
  Navy: ['Navy', 'Navy Blue', 'NVY', 'Nvy'],
  'Light Blue': ['Light Blue', 'Lt Blue', 'Lt. Blue', 'LtBlu'],
  Blue: ['Blue', 'BLU', 'Blu', 'Bl'],
  Red: ['Red', 'RED', 'Rd', 'red'],
  Burgundy: ['Burgundy', 'Burg', 'Burg.', 'Brgndy'],
  Rust: ['Rust', 'RST', 'rust', 'Rst'],
  Green: ['Green', 'GRN', 'Grn', 'green'],
  'Forest Green': ['Forest Green', 'Forest', 'Frst Grn', 'For. Green'],
  Olive: ['Olive', 'OLV', 'olive', 'Olv'],
  Sage: ['Sage', 'SAGE', 'sage', 'Sge'],
  Cream: ['Cream', 'CRM', 'cream', 'Crm'],
  'Off-White': ['Off-White', 'Off White', 'OffWht', 'Off Wht'],
  Natural: ['Natural', 'Nat', 'NAT', 'Nat.'],
  Sand: ['Sand', 'SND', 'sand', 'Snd'],
  Brown: ['Brown', 'BRN', 'Brn', 'brown'],
  Tan: ['Tan', 'TAN', 'tan', 'Tan'],
  Mustard: ['Mustard', 'Must.', 'MSTD', 'Mustrd'],
  Yellow: ['Yellow', 'YEL', 'Yel', 'Ylw'],
  Orange: ['Orange', 'ORG', 'Orng', 'Orge'],
  Pink: ['Pink', 'PNK', 'pink', 'Pnk'],
  Purple: ['Purple', 'PUR', 'Prpl', 'Purp'],
  Teal: ['Teal', 'TEAL', 'teal', 'Tl'],
};

/** Short forms of words in other attributes. */
const WORDS: Readonly<Record<string, string>> = {
  Quart: 'Qt',
  Gallon: 'Gal',
  and: '&',
  Unscented: 'Unsc.',
  Stainless: 'SS',
  Galvanized: 'Galv',
};
/** Longer words of other attributes are cut by people who write tersely; letters that are left. */
const CUT = 5;

/** Decimals as some people write them. */
const FRACTIONS: Readonly<Record<string, string>> = { '1/4': '.25', '1/2': '.5', '3/4': '.75', '3/8': '.375', '5/8': '.625' };

/** The sizes that have spellings, smallest first. */
export const KNOWN_SIZES: readonly string[] = Object.keys(SIZES).filter((size) => size !== 'One Size');
/** The colors that have spellings. */
export const KNOWN_COLORS: readonly string[] = Object.keys(COLORS);

const decimal = (value: number): string => String(Number(value.toFixed(3)));

/** Splits "500 ml" into 500 and 'ml'; null for anything else. */
function measured(value: string): readonly [number, string] | null {
  const match = /^(\d+(?:\.\d+)?) ([a-z]+)$/u.exec(value);
  return match === null ? null : [Number(match[1]), match[2] ?? ''];
}

function volumes(value: string): string[] {
  const parts = measured(value);
  if (parts === null) return [value];
  const [amount, unit] = parts;
  const plain = [`${decimal(amount)}${unit}`, value];
  if (unit === 'ml') {
    const liters = [`${decimal(amount / 1000)} l`, `${decimal(amount / 1000)}L`];
    const cans = amount === 355 ? ['12oz', '12 fl oz'] : [];
    return [...plain, ...(amount >= 250 ? liters : [`${decimal(amount)} mL`]), ...cans, ...(amount % 50 === 0 ? [`${amount / 10}cl`] : [])];
  }
  return unit === 'oz' ? [...plain, `${decimal(amount)} fl oz`, `${decimal(amount)}oz.`] : plain;
}

function weights(value: string): string[] {
  const parts = measured(value);
  if (parts === null) return [value];
  const [amount, unit] = parts;
  const plain = [`${decimal(amount)}${unit}`, value];
  if (unit === 'g') return [...plain, `${decimal(amount)}gr`, ...(amount >= 250 ? [`${decimal(amount / 1000)} kg`] : [`${amount} grams`])];
  if (unit === 'lb') return [...plain, `${decimal(amount * 16)}oz`, `${decimal(amount)} lb.`, `${decimal(amount)}#`];
  return [...plain, `${decimal(amount)}oz.`, `${decimal(amount)} ounce`];
}

function lengths(value: string): string[] {
  const match = /^(\S+) (in|ft|mm)$/u.exec(value);
  if (match === null) return [value];
  const [, amount = '', unit = ''] = match;
  if (unit === 'in') {
    const fraction = FRACTIONS[amount];
    return [`${amount}"`, value, `${amount} inch`, `${amount}in.`, ...(fraction === undefined ? [] : [`${fraction}"`])];
  }
  if (unit === 'ft') return [`${amount}'`, value, `${amount}ft`, `${amount} foot`];
  return [value, `${amount}mm`, ...(Number(amount) % 10 === 0 ? [`${Number(amount) / 10} cm`] : [`${amount} mm`])];
}

function shoes(value: string): string[] {
  return value.endsWith('.5')
    ? [value, `${value.slice(0, -2)} 1/2`, `Size ${value}`, `${value.slice(0, -2)}½`]
    : [value, `Size ${value}`, `US ${value}`, `#${value}`];
}

/** Returns the ways to write what has no spellings of its own: in full mostly, or each word in short. */
function texts(value: string): string[] {
  const number = /^(?:SPF (\d+)|(\d+) grit)$/u.exec(value);
  if (number?.[1] !== undefined) return [value, `SPF${number[1]}`];
  if (number?.[2] !== undefined) return [value, `${number[2]}-grit`, `#${number[2]}`, `P${number[2]}`];
  const short = value.split(' ').map((word) => WORDS[word] ?? (word.length > CUT + 1 ? word.slice(0, CUT) : word));
  return [value, value, short.join(' '), value.replace(' and ', ' & ')];
}

const BY_AXIS: Readonly<Record<Axis, (value: string) => readonly string[]>> = {
  size: (value) => SIZES[value] ?? [value],
  color: (value) => COLORS[value] ?? [value],
  waist: (value) => [value, `W${value}`, `${value}W`, `${value}" waist`],
  shoe: shoes,
  volume: volumes,
  weight: weights,
  length: lengths,
  year: (value) => [value, value, `'${value.slice(2)}`],
  text: texts,
};

/** Returns the ways in which people write an attribute, the plainest first; never empty. */
export function spellings({ axis, value }: Attribute): readonly string[] {
  return BY_AXIS[axis](value);
}

/** Returns the ways in which people write that a unit holds so many pieces (more than one); never empty. */
export function packSpellings(pieces: number): readonly string[] {
  const common = [
    `Case of ${pieces}`,
    `${pieces}-pack`,
    `${pieces} pk`,
    `${pieces}ct`,
    `Pack of ${pieces}`,
    `x${pieces}`,
    `Box of ${pieces}`,
  ];
  return pieces === 12 ? [...common, 'Dozen'] : common;
}

/** Returns the attribute that an option's value states: a known size, color, measure, or year; text otherwise. */
export function attributeOf(value: string): Attribute {
  const text = value.trim();
  const known = (table: Readonly<Record<string, readonly string[]>>): string | undefined =>
    Object.keys(table).find((key) => [key, ...(table[key] ?? [])].some((spelling) => spelling.toLowerCase() === text.toLowerCase()));
  const size = known(SIZES);
  if (size !== undefined) return { axis: 'size', value: size };
  const color = known(COLORS);
  if (color !== undefined) return { axis: 'color', value: color };
  const match = /^(\d+(?:\.\d+)?)\s?(ml|g|lb)$/iu.exec(text);
  if (match !== null) {
    const unit = (match[2] ?? '').toLowerCase();
    return { axis: unit === 'ml' ? 'volume' : 'weight', value: `${match[1] ?? ''} ${unit}` };
  }
  return /^(?:19|20)\d\d$/u.test(text) ? { axis: 'year', value: text } : { axis: 'text', value: text };
}
