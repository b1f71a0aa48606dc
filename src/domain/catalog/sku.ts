import { refuse, ok, type Answer } from '../result';

/** The longest SKU that both platforms hold, in characters (Shopify: 255; Square names no limit). */
export const MAX_SKU = 255;

/** A SKU as a person gives it: without spaces around it, not blank, not too long, and of one line. */
export function readSku(text: string): Answer<string> {
  const sku = text.trim();
  if (sku === '') return refuse('invalid_argument', 'The SKU must not be empty.');
  if (sku.length > MAX_SKU)
    return refuse('invalid_argument', `The SKU must not be longer than ${MAX_SKU} characters; it has ${sku.length}.`);
  if (/\p{Cc}/u.test(sku)) return refuse('invalid_argument', 'The SKU must not contain line breaks or other control characters.');
  return ok(sku);
}
