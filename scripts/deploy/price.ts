// What merchants of a service pay, read from the source that requests the charge: no second copy of the price can differ from it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../root.ts';

/** The file that has the price. */
export const PRICE_FILE = 'src/durable/actions/billing.ts';

/** Returns what the pattern's group finds in a source file. */
function constantIn(file: string, pattern: RegExp): string {
  const found = pattern.exec(readFileSync(join(root, file), 'utf8'))?.[1];
  if (found === undefined)
    throw new Error(`${file} does not have the price's part ${String(pattern)} where scripts/deploy/price.ts reads it`);
  return found;
}

/** Returns the price, its interval, and the trial: `$49.99 every 30 days, after a trial of 14 days`. */
export function priceText(): string {
  const amount = constantIn(PRICE_FILE, /^const STANDARD_PLAN = \{.*\bamount: '([\d.]+)'/mu);
  const currency = constantIn(PRICE_FILE, /^const STANDARD_PLAN = \{.*\bcurrency: '([A-Z]{3})'/mu);
  const days = constantIn('src/platforms/shopify/billing.ts', /\binterval: 'EVERY_(\d+)_DAYS'/u);
  const trial = constantIn('src/worker/accounts/subscription-status.ts', /^export const TRIAL_DAYS = (\d+);/mu);
  const price = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(Number(amount));
  return `${price} every ${days} days, after a trial of ${trial} days`;
}
