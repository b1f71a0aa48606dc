import type { Random } from '../sim/random.ts';
import { pick } from './draw.ts';
import type { Attribute } from './goods.ts';

/** Returns twelve digits with their check digit (GS1 General Specifications: weights of 1 and 3 in turn). */
export function withCheckDigit(twelve: string): string {
  const sum = Array.from(twelve).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}

/** Returns a number's digits, with zeros before them up to a length. */
export const digits = (value: number, length: number): string => String(value).padStart(length, '0');

/** Returns the letters of an attribute in a code: "BK" of Black, "500" of 500 ml. */
export function attributeCode({ axis, value }: Attribute): string {
  if (axis === 'size' && value !== 'One Size') return value;
  const plain = value.toUpperCase().replaceAll(/[^A-Z0-9 ]/gu, '');
  const amount = /^\d+/u.exec(plain)?.[0];
  if (amount !== undefined && axis !== 'text') return axis === 'length' ? plain.replaceAll(/\D/gu, '') : amount;
  const words = plain.split(' ').filter((word) => word !== '');
  if (words.length > 1) return words.map((word) => (/\d/u.test(word) ? word : word.slice(0, 2))).join('');
  return (
    plain.charAt(0) +
    plain
      .slice(1)
      .replaceAll(/[AEIOU]/gu, '')
      .slice(0, 2)
  );
}

/** How a maker numbers its articles. */
interface Maker {
  /** The beginning of its barcodes, as of 13 digits. */
  readonly prefix: string;
  readonly letters: string;
  readonly separator: string;
  /** Digits of a model's number, with leading zeros. */
  readonly width: number;
  readonly suffix: 'index' | 'words';
  /** The number of the last article. */
  article: number;
}

/** The makers' numbers of one shop's goods: barcodes and article codes, none of them twice. */
export class Numbering {
  readonly #random: Random;
  readonly #makers = new Map<string, Maker>();
  readonly #models = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  #maker(brand: string): Maker {
    const known = this.#makers.get(brand);
    if (known !== undefined) return known;
    const random = this.#random;
    // Three of four makers are American (UPC-A, which is an EAN-13 with a zero before it).
    const prefix = random.chance(0.75)
      ? `0${pick(random, ['0', '6', '7', '8'])}${digits(random.between(10_000, 99_999), 5)}`
      : `${pick(random, ['301', '402', '501', '800', '843'])}${digits(random.between(1000, 9999), 4)}`;
    const maker = {
      prefix,
      letters: random.chance(0.7)
        ? brand
            .replaceAll(/[^A-Za-z]/gu, '')
            .slice(0, random.between(2, 3))
            .toUpperCase()
        : '',
      separator: pick(random, ['-', '-', '.', '']),
      width: random.between(4, 5),
      suffix: pick(random, ['index', 'words'] as const),
      article: random.between(100, 20_000),
    };
    this.#makers.set(brand, maker);
    return maker;
  }

  /** Returns the barcode of the maker's next article, 13 digits. */
  nextGtin(brand: string): string {
    const maker = this.#maker(brand);
    maker.article += this.#random.between(1, 7);
    const article = digits(maker.article, 12 - maker.prefix.length);
    if (maker.prefix.length + article.length > 12) throw new Error(`${brand} has more articles than its barcodes can number`);
    return withCheckDigit(maker.prefix + article);
  }

  /** Returns the number of a brand's next model, as its codes begin with. */
  nextModel(brand: string): string {
    const { letters, separator, width } = this.#maker(brand);
    for (;;) {
      const highest = Math.max(10 ** width / 4, this.#models.size * 4);
      const number = digits(this.#random.between(10, highest), width);
      const model = letters === '' ? number : `${letters}${separator}${number}`;
      if (!this.#models.has(number)) {
        this.#models.add(number);
        return model;
      }
    }
  }

  /** Returns the code of one article of a model, by its place in the model from 0 and by what distinguishes it. */
  articleCode(brand: string, model: string, index: number, attributes: readonly Attribute[], extra: string): string {
    const { separator, suffix } = this.#maker(brand);
    const joint = separator === '' ? '-' : separator;
    if (suffix === 'index') return `${model}${joint}${digits(index + 1, 2)}`;
    return [model, ...attributes.map(attributeCode), ...(extra === '' ? [] : [extra])].join(joint);
  }
}
