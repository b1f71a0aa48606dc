// Fills in the SKUs of an exported list of variants without one, and chooses that file for an import. For browser tests and screenshots.
import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';

/** Exports the list of missing SKUs that the page shows, gives its rows these SKUs in turn, and chooses the file in the import's drawer. */
export async function chooseFilledExport(page: Page, skuOf: (row: number) => string): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  await page.getByRole('region', { name: 'Messages' }).getByRole('button').click();
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  // The SKU is the first column, and blank.
  const filled = lines.map((line, row) => (line.startsWith(',') ? skuOf(row) + line : line));
  await page.getByRole('button', { name: 'Import SKUs' }).click();
  await page.getByLabel('CSV file').setInputFiles({ name: 'skus.csv', mimeType: 'text/csv', buffer: Buffer.from(filled.join('\r\n')) });
}
