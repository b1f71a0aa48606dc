import type { SideVariant } from '../catalog/side-variant';
import { plainSku, readBarcode, type Barcode } from './codes';
import { readTraits, type Traits } from './traits';

/** What a variant is recognized by. */
export type RecognizedVariant = Pick<SideVariant, 'source' | 'id' | 'productName' | 'name' | 'sku' | 'barcode' | 'price'>;

/** A variant with all that it is recognized by, read once. */
export interface Described {
  readonly id: string;
  /** As written, without outer white space; '' when missing. */
  readonly sku: string;
  /** Its letters and digits in lower case. */
  readonly plainSku: string;
  readonly barcode: Barcode | null;
  /** In the shop's currency; null when it has no fixed price. */
  readonly price: number | null;
  readonly traits: Traits;
}

/** Reads what a variant is recognized by. */
export function describe({ source, id, productName, name, sku, barcode, price }: RecognizedVariant): Described {
  const amount = Number(price);
  return {
    id,
    sku: sku.trim(),
    plainSku: plainSku(sku),
    barcode: readBarcode(barcode),
    price: price.trim() === '' || !Number.isFinite(amount) ? null : amount,
    traits: readTraits(source, productName, name),
  };
}
