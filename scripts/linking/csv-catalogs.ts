import { readFileSync } from 'node:fs';

import { messageOf } from '../failure.ts';
import { readProducts } from '../sandbox/product-csv.ts';
import type { LabeledCatalogs } from './catalogs.ts';
import { exportedCatalogs, type ListedProduct } from './exported-shop.ts';

/**
 * Returns two catalogs made of a merchant's own Shopify product exports (CSV files), and the truth about them; throws where a file is not one. What
 * comes of it is as private as the files are. The same files and seed give the same catalogs.
 */
export function csvCatalogs(paths: readonly string[], seed: number): LabeledCatalogs {
  return exportedCatalogs(paths.flatMap(readExport), seed);
}

function readExport(path: string): ListedProduct[] {
  const text = readFileSync(path, 'utf8');
  try {
    return readProducts(text);
  } catch (error) {
    throw new Error(`${path}: ${messageOf(error)}`, { cause: error });
  }
}
