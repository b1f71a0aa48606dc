// Currencies without or with three minor digits (ISO 4217); all others have two.
const NO_DIGITS = new Set(['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF']);
const THREE_DIGITS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

function digitsOf(currency: string): number {
  return NO_DIGITS.has(currency) ? 0 : THREE_DIGITS.has(currency) ? 3 : 2;
}

/** Formats minor units as decimal text; '' when the amount is not valid. */
export function decimalOf(amount: number | null, currency: string): string {
  if (amount === null || !Number.isSafeInteger(amount) || amount < 0) return '';
  const digits = digitsOf(currency);
  if (digits === 0) return String(amount);
  const text = String(amount).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Parses decimal text to minor units; null when it is not an amount of this currency. */
export function minorUnitsOf(price: string, currency: string): number | null {
  const match = /^(\d{1,12})(?:\.(\d+))?$/u.exec(price);
  if (match === null) return null;
  const digits = digitsOf(currency);
  const [, whole = '0', fraction = ''] = match;
  if (/[1-9]/u.test(fraction.slice(digits))) return null;
  return Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
}
