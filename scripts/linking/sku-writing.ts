import type { Random } from '../sim/random.ts';
import type { Draft } from './draft.ts';
import { pick } from './draw.ts';
import type { SkuScheme } from './entry-style.ts';
import { attributeCode, digits } from './numbering.ts';

/** How a known SKU is written by somebody else. */
export type Rewriting = 'lower case' | 'no separators' | 'other separator' | 'fewer zeros' | 'more zeros' | 'spaces';

/** All ways of writing a SKU differently. */
export const REWRITINGS: readonly Rewriting[] = ['lower case', 'no separators', 'other separator', 'fewer zeros', 'more zeros', 'spaces'];

const SEPARATOR = /[-._/ ]/gu;

/** Returns a SKU written differently in this way; the same where it has nothing to change. */
export function rewrite(sku: string, how: Rewriting): string {
  switch (how) {
    case 'lower case':
      return sku === sku.toLowerCase() ? sku.toUpperCase() : sku.toLowerCase();
    case 'no separators':
      return sku.replaceAll(SEPARATOR, '');
    case 'other separator':
      return sku.replaceAll(SEPARATOR, sku.includes('-') ? '/' : '-');
    case 'fewer zeros':
      return sku.replaceAll(/(^|[^0-9])0+(?=\d)/gu, '$1');
    case 'more zeros':
      return sku.replaceAll(/\d{3,}/gu, (number) => `00${number}`);
    case 'spaces':
      return sku.replaceAll(SEPARATOR, ' ');
  }
}

/** Returns a SKU that states only a part of another, or adds something to it. */
export function partOf(random: Random, sku: string): string {
  const withoutLetters = sku.replace(/^[A-Z]+[-._ ]?(?=\d{3})/u, '');
  const forms = [`SQ-${sku}`, `${sku}-WEB`, ...(withoutLetters === sku ? [] : [withoutLetters, withoutLetters])];
  return pick(random, forms);
}

/** Letters and digits of automatic SKUs. */
const AUTOMATIC = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Characters of an automatic SKU. */
const AUTOMATIC_LENGTH = 7;

/** Returns beginnings of words in capital letters. */
function beginnings(text: string, length: number): string[] {
  const words = text
    .toUpperCase()
    .normalize('NFD')
    .replaceAll(/[^A-Z0-9 ]/gu, '')
    .split(' ');
  return words.filter((word) => word !== '').map((word) => word.slice(0, length));
}

/** Where running numbers start, how they go on, and how they look; drawn once for a side. */
export interface RunningNumbers {
  next: number;
  readonly prefix: string;
  readonly length: number;
}

/** Returns a new SKU of goods in a scheme. */
export function skuIn(random: Random, scheme: SkuScheme, draft: Draft, numbers: RunningNumbers): string {
  const { product, good } = draft;
  if (product === null || good === null) return `${numbers.prefix}${digits((numbers.next += 1), numbers.length)}`;
  const extra = [...good.attributes.map(attributeCode), ...(good.form === '' ? [] : beginnings(good.form, 3))];
  const pieces = good.pieces[draft.source];
  const pack = pieces > 1 ? [`${pieces}PK`] : [];
  switch (scheme) {
    case 'maker':
      return good.code;
    case 'words':
      return [...beginnings(`${product.line} ${product.noun}`, draft.source === 'shopify' ? 3 : 4), ...extra, ...pack].join(
        draft.source === 'shopify' ? '-' : '',
      );
    case 'number':
      numbers.next += random.between(1, 9);
      return `${numbers.prefix}${digits(numbers.next, numbers.length)}`;
    case 'handle':
      return [product.line, product.noun, ...good.attributes.map(({ value }) => value), good.form, ...pack]
        .join(' ')
        .normalize('NFD')
        .toLowerCase()
        .replaceAll(/\p{M}/gu, '')
        .replaceAll(/[^a-z0-9]+/gu, '-')
        .replaceAll(/^-|-$/gu, '');
    case 'barcode':
      return good.gtin[draft.source] === '' ? skuIn(random, 'number', draft, numbers) : good.gtin[draft.source].replace(/^0/u, '');
    case 'automatic':
      return Array.from({ length: AUTOMATIC_LENGTH }, () => AUTOMATIC.charAt(random.between(0, AUTOMATIC.length - 1))).join('');
  }
}
