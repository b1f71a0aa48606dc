const COUNT = new Intl.NumberFormat('en-US');

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** 'one variant', '2 variants': a count with its noun. */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Letters that run from right to left, and the marks by which a text turns its direction. */
const TURNS = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/u;

/** A name from outside for use within a sentence: one that runs the other way turns nothing but itself (Unicode's isolates). */
export function isolate(name: string): string {
  return TURNS.test(name) ? `\u2068${name}\u2069` : name;
}

const UNITS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 5 });

/** A quantity in units, up to five decimals; a dash for one that is not known, which is not zero. */
export function formatQuantity(quantity: number | undefined): string {
  return quantity === undefined ? '–' : UNITS.format(quantity);
}
