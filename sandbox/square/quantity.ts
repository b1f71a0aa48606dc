/** How many integer steps make one unit: Square's decimal quantities have up to five places. */
export const STEPS = 100_000;

const DECIMAL = /^(-?)(\d{1,20})(?:\.(\d{1,5}))?$/u;

/** Parses a quantity such as "10", "-2", or "0.33333" as an integer of 1/100,000; null when it is not one or is too large to be exact. */
export function parseQuantity(source: string): number | null {
  const match = DECIMAL.exec(source);
  if (match === null) return null;
  const [, sign = '', whole = '0', fraction = ''] = match;
  const steps = Number(whole) * STEPS + Number(fraction.padEnd(5, '0'));
  if (!Number.isSafeInteger(steps)) return null;
  return sign === '-' && steps !== 0 ? -steps : steps;
}

/** Formats a quantity as Square does: a decimal without trailing zeros. */
export function writeQuantity(steps: number): string {
  const size = Math.abs(steps);
  const fraction = String(size % STEPS)
    .padStart(5, '0')
    .replace(/0+$/u, '');
  return `${steps < 0 ? '-' : ''}${Math.floor(size / STEPS)}${fraction === '' ? '' : `.${fraction}`}`;
}
