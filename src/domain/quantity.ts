/**
 * A quantity of stock as an integer count of 1/100,000 units: Square's counts are decimals of up to five places
 * (Inventory API, `InventoryCount.quantity`), Shopify's are whole numbers. May be negative (oversold).
 */
export type Quantity = number;

/** Number of our smallest steps in one whole unit. */
export const STEPS_PER_UNIT = 100_000;

/** Converts a whole number of units to a Quantity. */
export function fromUnits(units: number): Quantity {
  return Math.round(units * STEPS_PER_UNIT);
}

/** Converts a Quantity to a plain number of units, fractions included; for messages and answers. */
export function toUnits(quantity: Quantity): number {
  return quantity / STEPS_PER_UNIT;
}

const DECIMAL = /^-?\d{1,12}(?:\.\d{1,5})?$/u;

/** Parses Square's decimal string ("10", "-2", "0.33333"); null when the text is not one. */
export function parseDecimal(text: string): Quantity | null {
  if (!DECIMAL.test(text)) return null;
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const steps = Number(whole) * STEPS_PER_UNIT + Number(fraction.padEnd(5, '0'));
  return negative && steps !== 0 ? -steps : steps;
}

/** Formats a Quantity as Square's decimal string, without trailing zeros. */
export function formatDecimal(quantity: Quantity): string {
  const steps = Math.abs(quantity);
  const whole = Math.floor(steps / STEPS_PER_UNIT);
  const fraction = String(steps % STEPS_PER_UNIT)
    .padStart(5, '0')
    .replace(/0+$/u, '');
  return `${quantity < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Returns the whole units within a Quantity, rounded toward zero, as a Quantity: the part that Shopify can receive. The
 * rest stays pending.
 */
export function wholePart(quantity: Quantity): Quantity {
  return Math.trunc(quantity / STEPS_PER_UNIT) * STEPS_PER_UNIT;
}
