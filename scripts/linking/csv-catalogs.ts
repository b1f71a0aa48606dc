import { readFileSync } from 'node:fs';

import { readProducts } from '../sandbox/product-csv.ts';
import type { LabeledCatalogs } from './catalogs.ts';
import { exportedCatalogs } from './exported-shop.ts';

/**
 * Returns two catalogs made of a merchant's own Shopify product exports (CSV files), and the truth about them; throws where a file is not one. What
 * comes of it is as private as the files are. The same files and seed give the same catalogs.
 */
export function csvCatalogs(paths: readonly string[], seed: number): LabeledCatalogs {
  return exportedCatalogs(
    paths.flatMap((path) => readProducts(readFileSync(path, 'utf8'))),
    seed,
  );
}
