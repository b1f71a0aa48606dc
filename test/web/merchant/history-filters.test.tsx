import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { inputsOf, type SeenCall } from '../support/fake-api';
import { click, fill, finds, get, has, hasNo, hides, press, pressFound, sees, shows } from '../support/page';
import { openApp, pick } from '../support/render-app';

const LINE = {
  date: '2026-11-20T12:34:56Z',
  originator: 'Square',
  locationName: 'Counter',
  sku: 'TEE-S',
  message: 'Damaged or lost: 2 on Square',
};
const PAGE = { totalItems: 0, historyRows: [LINE], nextCursor: '' };

const lastOf = (calls: readonly SeenCall[]) => inputsOf(calls, 'GetHistory').at(-1);
const address = () => new URLSearchParams(window.location.search);

describe('the filters of the history', () => {
  it('are in the URL, start from the newest line, and can be cleared', async () => {
    const { calls } = openApp('/history?sku=TEE&page=2', { GetHistory: () => PAGE });
    await sees(LINE.message);
    hasNo('button', 'Clear filters');
    await pick('Cause', 'Damage and loss');
    await waitFor(() => expect(lastOf(calls)).toMatchObject({ skuQuery: 'TEE', filter: { causes: ['lost'] }, cursor: '' }));
    await pick('Platform', 'Square');
    await pick('Originated by', 'Merchant');
    fill(get('group', 'Filters').querySelectorAll('input')[0] as HTMLElement, '2026-11-01');
    await waitFor(() => expect(address().get('from')).toBe('2026-11-01'));
    expect(address().toString()).toBe('sku=TEE&from=2026-11-01&source=square&cause=losses&originator=merchant');
    await waitFor(() => expect(lastOf(calls)).toMatchObject({ filter: { source: 'square', originator: 'merchant', causes: ['lost'] } }));
    press('Clear filters');
    await waitFor(() => expect(lastOf(calls)).toEqual({ table: { limit: 100, page: 0 }, skuQuery: 'TEE' }));
    expect(address().toString()).toBe('sku=TEE');
  });

  it('keep a day that is being typed or out of order to themselves', async () => {
    openApp('/history?until=2026-11-10', { GetHistory: () => PAGE });
    await sees(LINE.message);
    const [from, until] = get('group', 'Filters').querySelectorAll('input');
    if (from === undefined || until === undefined) throw new Error('no days');
    for (const typed of ['0002-11-01', '2026-11-20']) fill(from, typed);
    expect([address().get('from'), from.value]).toEqual([null, '2026-11-20']);
    shows('This day is after the last one.');
    fill(from, '2026-11-05');
    await waitFor(() => expect(address().get('from')).toBe('2026-11-05'));
    hides('This day is after the last one.');
  });

  it('are named where they find nothing', async () => {
    const { calls } = openApp('/history?sku=TEE&cause=losses&originator=operator&until=2026-11-10', {
      GetHistory: () => ({ ...PAGE, historyRows: [] }),
    });
    await sees('[No recent history]');
    shows('No history for “TEE” with these filters: until Nov 10 2026, cause “Damage and loss”, originated by Operator.');
    expect(get('button', 'Export CSV').hasAttribute('disabled')).toBe(true);
    const [first] = await waitFor(() => {
      const section = get('region', 'History');
      return [...section.querySelectorAll('button')].filter((button) => button.textContent === 'Clear filters');
    });
    click(first as HTMLElement);
    await waitFor(() => expect(lastOf(calls)).toEqual({ table: { limit: 100, page: 0 }, skuQuery: 'TEE' }));
  });

  it('page by cursor, and say how far a search got that found little', async () => {
    const { calls } = openApp('/history?source=square', {
      GetHistory: ({ cursor }: { cursor: string }) =>
        cursor === ''
          ? { ...PAGE, nextCursor: '900' }
          : cursor === '900'
            ? { ...PAGE, historyRows: [], nextCursor: '500', searchedTo: '2026-10-02T12:00:00Z' }
            : PAGE,
    });
    await sees('1 line');
    press('Older');
    await sees('Nothing found so far');
    shows('No older history with these filters: platform Square. Searched back to Oct 02 2026.');
    expect(address().get('cursor')).toBe('900');
    const [inList] = await waitFor(() => [...get('region', 'History').querySelectorAll('button')]);
    expect(inList?.textContent).toBe('Search further');
    click(inList as HTMLElement);
    await sees(LINE.message);
    expect(lastOf(calls)).toMatchObject({ cursor: '500', filter: { source: 'square' } });
    expect(get('button', 'Older').getAttribute('aria-disabled')).toBe('true');
    press('Newest');
    await waitFor(() => expect(address().has('cursor')).toBe(false));
  });

  it('apply to the export, which follows the cursor to the end', async () => {
    const { calls } = openApp('/history?source=square', {
      GetHistory: ({ table, cursor }: { table: { limit: number }; cursor: string }) =>
        table.limit === 1000 && cursor === '' ? { ...PAGE, nextCursor: '70', searchedTo: '2026-10-02T12:00:00Z' } : PAGE,
    });
    // A click would navigate the test page to the file.
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await pressFound('Export CSV');
    await sees('Exported 2 rows');
    save.mockRestore();
    // The page itself asks as well, at any moment.
    const exported = calls.flatMap(({ method, input }) =>
      method === 'GetHistory' && JSON.stringify(input).includes('"limit":1000') ? [input] : [],
    );
    expect(exported).toMatchObject([
      { table: { limit: 1000 }, cursor: '', filter: { source: 'square' } },
      { table: { limit: 1000 }, cursor: '70', filter: { source: 'square' } },
    ]);
  });

  it('are behind a button that counts them on a phone', async () => {
    openApp('/history?source=square&from=2026-11-01&until=2026-11-20', { GetHistory: () => PAGE });
    await finds('button', 'Filters (2)');
    expect(get('button', 'Filters (2)').getAttribute('aria-expanded')).toBe('false');
    press('Filters (2)');
    expect(get('button', 'Filters (2)').getAttribute('aria-expanded')).toBe('true');
    has('group', 'Filters');
  });
});
