import { sharedText } from './shared.text';

const text = sharedText.units;

/** The most units that can be saved at once, as on the server. */
const MAX_UNITS = 1_000_000;

/** Parses a typed quantity: its units, or an error to show. The error of an empty text is ''. */
export function readUnits(typed: string, wholeOnly: boolean): { readonly units: number } | { readonly error: string } {
  const number = typed.trim();
  if (number === '') return { error: '' };
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(number)) return { error: wholeOnly ? text.enterWhole : text.enterNumber };
  const units = Number(number);
  if (units < 0 || units > MAX_UNITS) return { error: text.outOfRange };
  if (!Number.isInteger(units) && wholeOnly) return { error: text.wholeOnly };
  if (/\.\d{6}/u.test(number)) return { error: text.tooPrecise };
  return { units };
}
