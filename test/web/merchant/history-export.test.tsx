import { afterEach, describe, expect, it, vi } from 'vitest';

import { historyCsv } from '../../../src/web/merchant/history/export';
import { expectNoise } from '../../support/fail-on-noise';
import { refusal } from '../support/fake-api';
import { pressFound, sees } from '../support/page';
import { openApp } from '../support/render-app';
import { captureFiles } from '../support/saved-files';

const row = (index: number) => ({
  date: '2026-11-20T12:00:00.000Z',
  originator: 'Square',
  locationName: 'Counter',
  sku: `SKU-${index}`,
  message: 'Sold 1',
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the export of history', () => {
  it('escapes formulas and quotes values that need it', () => {
    const nasty = ['=1+1', '+1', '-1', '@SUM', '"quoted", with comma'];
    const csv = historyCsv(nasty.map((sku) => ({ ...row(0), sku })));
    const [head, ...rows] = csv.split('\r\n');
    expect(head).toContain('Timestamp,Originated By,Location,Sku,Message');
    expect(rows.slice(0, 5).map((line) => line.slice('2026-11-20T12:00:00.000Z,Square,Counter,'.length))).toEqual([
      "'=1+1,Sold 1",
      "'+1,Sold 1",
      "'-1,Sold 1",
      "'@SUM,Sold 1",
      '"""quoted"", with comma",Sold 1',
    ]);
  });

  it('reads every row that the search finds, page by page, and none twice when new ones are added meanwhile', async () => {
    const files = captureFiles();
    const asked: object[] = [];
    openApp('/history?sku=SKU', {
      GetHistory: (request: { table: { limit: number; page: number } }) => {
        const { table } = request;
        // The page asks for its own list, before or after the button is pressed.
        if (table.limit === 100) return { totalItems: 1500, historyRows: [row(0)] };
        asked.push(request);
        // Two rows were added between the pages, so the last two of the first page come first on the second.
        const first = table.page === 0 ? 0 : 998;
        const last = table.page === 0 ? 1000 : 1500;
        return {
          totalItems: table.page === 0 ? 1500 : 1502,
          historyRows: Array.from({ length: last - first }, (_, index) => row(first + index)),
        };
      },
    });
    await pressFound('Export CSV');
    await sees('Exported 1,500 rows');
    await vi.waitFor(() => expect(files).toHaveLength(1), 150_000);
    const skus = (files[0]?.text ?? '')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[3]);
    expect(skus).toEqual(Array.from({ length: 1500 }, (_, index) => `SKU-${index}`));
    expect(asked).toEqual([
      { table: { limit: 1000, page: 0 }, skuQuery: 'SKU' },
      { table: { limit: 1000, page: 1 }, skuQuery: 'SKU' },
    ]);
  });

  it('downloads no partial file when a page cannot be loaded', async () => {
    expectNoise(/exporting history: unavailable/u);
    const files = captureFiles();
    openApp('/history', {
      GetHistory: ({ table }: { table: { limit: number; page: number } }) => {
        if (table.page === 1) return refusal('unavailable', 'Back soon.', 'req-4');
        const count = table.limit === 100 ? 1 : table.limit;
        return { totalItems: 3000, historyRows: Array.from({ length: count }, (_, index) => row(index)) };
      },
    });
    await pressFound('Export CSV');
    await sees(/Back soon\. Reference: req-4/u);
    expect(files).toEqual([]);
  });
});
