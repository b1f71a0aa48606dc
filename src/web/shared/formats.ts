const COUNT = new Intl.NumberFormat('en-US');

/** Formats a count with thousands separators. */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** Formats a count with its noun: '1 variant', '2 variants'. */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Right-to-left letters and direction control characters. */
const BIDIRECTIONAL = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/u;

/** Wraps a right-to-left name in Unicode isolates, so that it does not reorder the sentence around it. */
export function isolate(name: string): string {
  return BIDIRECTIONAL.test(name) ? `\u2068${name}\u2069` : name;
}

const CHANGE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 5, signDisplay: 'exceptZero' });

/** Formats a change of a quantity with its sign: '+2', '-3', '0'. */
export function formatChange(units: number): string {
  return CHANGE.format(units);
}

const UNITS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 5 });

/** Formats a quantity with up to five decimals; a dash when it is unknown, which is not zero. */
export function formatQuantity(quantity: number | undefined): string {
  return quantity === undefined ? '–' : UNITS.format(quantity);
}
