/** A bar code as a variant states it. */
export interface Barcode {
  /** Its digits without leading zeros, so that a UPC-A equals its EAN-13. */
  readonly digits: string;
  /** Whether its length and check digit are those of a GTIN; a code that was typed wrong hardly ever has them. */
  readonly isSound: boolean;
}

/** The lengths of GTINs (GS1 General Specifications, section 1.1). Shops keep other notes in the field. */
const GTIN_LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);
const SHORTEST_BARCODE = 8;

/** Returns the bar code in a variant's field; null for what is none. */
export function readBarcode(text: string): Barcode | null {
  const written = text.normalize('NFKC').replaceAll(/[\s-]/gu, '');
  const digits = written.replace(/^0+/u, '');
  if (written.length < SHORTEST_BARCODE || !/^\d+$/u.test(written) || digits.length < SHORTEST_BARCODE - 1) return null;
  return { digits, isSound: GTIN_LENGTHS.has(written.length) && hasCheckDigit(written) };
}

/** Returns whether the last digit is the check digit of those before it (GS1 General Specifications, section 7.9). */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) sum += Number(digits.at(-1 - place)) * (place % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

/** Returns a SKU's letters and digits in lower case: two that are written differently have the same. */
export function plainSku(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
