import { refuse, ok, type Answer } from '../result';

/** The longest SKU that both platforms accept, in characters (Shopify: 255; Square documents no limit). */
export const MAX_SKU = 255;

/** Reads a SKU that a person entered: trimmed, not blank, not too long, and on one line. */
export function readSku(text: string): Answer<string> {
  const sku = text.trim();
  if (sku === '') return refuse('invalid_argument', 'The SKU must not be empty.');
  if (sku.length > MAX_SKU)
    return refuse('invalid_argument', `The SKU must not be longer than ${MAX_SKU} characters; it has ${sku.length}.`);
  if (/\p{Cc}/u.test(sku)) return refuse('invalid_argument', 'The SKU must not contain line breaks or other control characters.');
  return ok(sku);
}
