import { parseArgs } from 'node:util';

import { auditCatalogs } from '../../test/domain/linking/audit-catalogs.ts';
import { report } from '../failure.ts';
import { csvCatalogs } from './csv-catalogs.ts';
import { judge, sumOf } from './judge.ts';

/** So many shops take a quarter of an hour. */
const MOST_SHOPS = 10_000;

try {
  judgeCatalogs();
} catch (error) {
  report(error);
}

function judgeCatalogs(): void {
  const { values: options } = parseArgs({
    options: {
      shops: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      csv: { type: 'string', multiple: true, default: [] },
    },
  });
  const [shops, seed] = [Number(options.shops), Number(options.seed)];
  if (!Number.isInteger(shops) || shops < 1 || shops > MOST_SHOPS) throw new Error(`--shops is a whole number from 1 to ${MOST_SHOPS}`);
  if (!Number.isSafeInteger(seed)) throw new Error('--seed is a whole number');
  const total = sumOf(
    Array.from({ length: shops }, (_, index) =>
      judge(options.csv.length === 0 ? auditCatalogs(seed + index) : csvCatalogs(options.csv, seed + index)),
    ),
  );
  const precision = total.certain === 0 ? 1 : 1 - total.wrong / total.certain;
  console.log(JSON.stringify({ shops, seed, ...total, precision: round(precision), recall: round(total.found / total.truth) }));
}

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
