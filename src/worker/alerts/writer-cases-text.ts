import { formatDecimal, STEPS_PER_UNIT } from '../../domain/quantity';
import type { WriterCaseList, WriterCaseView } from '../../durable/api/writer-case-api';

/** How many variants a mail names. */
export const MAILED_CASES = 5;

/**
 * Returns what another app does to an account's stock, one variant a line, and what to do about it; '' when nothing is on hold any more. Times
 * are in UTC, to the minute: the merchant's time zone is not known here.
 */
export function writerCasesText({ held, allOnHold, cases }: WriterCaseList): string {
  const named = cases.filter(({ state }) => state === 'held').slice(0, MAILED_CASES);
  if (named.length === 0) return '';
  const more = held - named.length;
  return [
    ...(allOnHold ? ['Several variants are affected, so we send nothing for any variant until you decide.'] : []),
    ...named.map((one) => `- ${lineOf(one)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    'What to do: turn off stock sync in the other app, or remove it. Then confirm the correct quantity of each variant in Shelfbridge.',
  ].join('\n');
}

function lineOf({ productName, variantName, sku, app, proof, copied }: WriterCaseView): string {
  const name = [productName, variantName].filter((text) => text !== '').join(', ');
  const who = app === null || app.name === '' ? 'Another app' : `The app "${app.name}"`;
  const variant = name === '' ? `SKU ${sku}` : `${name} (SKU ${sku})`;
  if (copied === null) return `${variant}: ${who} changes its stock.`;
  const { count, units, from, to } = copied;
  const changes = count === 1 ? '1 change' : `${count} changes`;
  const [first, last] = [minute(from), minute(to)];
  const when = first === last ? `at ${first} UTC` : `between ${first} and ${last} UTC`;
  // What repeats our own writes does so on both platforms: their sum is not what is missing on either.
  const sum = proof === 'silence' ? 'on both platforms together' : 'in sum, counted twice';
  return `${variant}: ${who} repeated ${changes} ${when}, ${signed(units)} ${sum}.`;
}

function signed(units: number): string {
  const text = formatDecimal(units);
  const counted = Math.abs(units) === STEPS_PER_UNIT ? 'unit' : 'units';
  return `${units > 0 ? '+' : ''}${text} ${counted}`;
}

function minute(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
