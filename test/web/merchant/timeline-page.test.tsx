import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { HistoryRow, NumberAtTime, TimelineLine } from '../../../src/gen/sh/history_pb';
import { fileName, readTimeline, ROWS_LIMIT, timelineCsv } from '../../../src/web/merchant/timeline/export';
import { describeNumber, formatMoment, lateBy } from '../../../src/web/merchant/timeline/state';
import { readLocalTime, readTimelineQuery, writeTimelineQuery } from '../../../src/web/merchant/timeline/timeline-query';
import { formatHistoryTime } from '../../../src/web/shared/history-time';
import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aVariant } from '../support/builders';
import { inputsOf, never, refusal, type SeenCall } from '../support/fake-api';
import { fill, find, finds, get, has, hasNo, hides, press, pressFound, sees, shows } from '../support/page';
import { openApp } from '../support/render-app';
import { captureFiles } from '../support/saved-files';

/** A request for a page of the timeline. */
interface Request {
  readonly sku: string;
  readonly at: string;
  readonly cursor: string;
  readonly limit: number;
}

function aRow(message: string): HistoryRow {
  return { date: '2026-11-20T12:34:56Z', originator: 'Square', locationName: 'Counter', sku: 'TEE-S', message };
}

/** A line after which no number is known. */
const UNKNOWN: TimelineLine = { row: aRow('Sold 2 on Square: Shopify 9 → 7'), shopifyGap: 0, squareGap: 0 };

function aLine(fields: Partial<TimelineLine> & { readonly message?: string } = {}): TimelineLine {
  const { message = 'Sold 2 on Square: Shopify 9 → 7', ...rest } = fields;
  return {
    row: aRow(message),
    shopifyQuantity: 7,
    squareQuantity: 7,
    shopifyGap: 0,
    squareGap: 0,
    ...rest,
  };
}

const NEWEST = aLine();
const COUNTED = aLine({ message: 'Recounted on Shopify: 5 → 9', shopifyQuantity: 9, squareQuantity: 9 });
const AT = '2026-11-03T14:05:00Z';

const requests = (calls: readonly SeenCall[]) => inputsOf(calls, 'GetTimeline');
const rowOf = async (message: string) => within(await find('table', 'Timeline')).getByRole('row', { name: new RegExp(message, 'u') });
/** The numbers in a row: the cells of Shopify and Square. */
const numbersIn = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .slice(-2)
    .map(({ textContent }) => textContent);
/** The box's value for a time in the time zone of the test. */
function boxValue(at: string): string {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
/** The box for the time. */
const timeBox = async () => screen.findByLabelText<HTMLInputElement>('Numbers at a time');
/** The text of the panel with the numbers at a time. */
const panelText = async () => (await find('group', 'Numbers at this time')).textContent;

describe('the lines', () => {
  it('are shown with both numbers after each, the newest first', async () => {
    const { calls } = openApp('/timeline?sku=TEE-S', { GetTimeline: () => ({ lines: [NEWEST, COUNTED] }) });
    const newest = await rowOf('Sold 2 on Square');
    for (const name of ['Timestamp', 'What happened', 'Shopify Qty', 'Square Qty']) has('columnheader', name);
    expect(numbersIn(newest)).toEqual(['7', '7']);
    expect(numbersIn(await rowOf('Recounted on Shopify'))).toEqual(['9', '9']);
    const order = screen.getAllByText(/^Sold 2|^Recounted/u).map(({ textContent }) => textContent);
    expect(order).toEqual(['Sold 2 on Square: Shopify 9 → 7', 'Recounted on Shopify: 5 → 9']);
    shows('Square', newest);
    shows('Counter', newest);
    hides(/Happened at/u);
    hides(/without a line/u);
    expect(requests(calls)).toEqual([{ sku: 'TEE-S', at: '', cursor: '', limit: 50 }]);
  });

  it('name the SKU, and link to it in the inventory and in the history', async () => {
    openApp('/timeline?sku=A%20B', { GetTimeline: () => ({ lines: [NEWEST] }) });
    await finds('heading', 'A B');
    expect(get('link', 'Show in inventory').getAttribute('href')).toBe('/inventory?q=A+B');
    expect(get('link', 'History', get('main')).getAttribute('href')).toBe('/history?sku=A+B');
  });

  it('show a number that is not known as not known, never as 0', async () => {
    openApp('/timeline?sku=TEE-S', {
      GetTimeline: () => ({
        lines: [UNKNOWN, aLine({ message: 'None left', shopifyQuantity: 0, squareQuantity: -1.5 })],
      }),
    });
    const row = await rowOf('Sold 2 on Square');
    expect(within(row).getAllByText('not known')).toHaveLength(2);
    expect(numbersIn(row).join()).not.toMatch(/\d/u);
    expect(numbersIn(await rowOf('None left'))).toEqual(['0', '-1.5']);
  });

  it('say when a change was noticed more than a minute after it happened', async () => {
    const changedAt = '2026-11-20T12:29:50Z';
    openApp('/timeline?sku=TEE-S', { GetTimeline: () => ({ lines: [{ ...NEWEST, changedAt }] }) });
    await sees(`Happened at ${formatHistoryTime(changedAt)}, noticed 5 minutes later`);
  });

  it('have a mark below a line where a number changed without a line', async () => {
    openApp('/timeline?sku=TEE-S', {
      GetTimeline: () => ({
        lines: [{ ...NEWEST, shopifyGap: 3 }, { ...COUNTED, squareGap: -2 }, aLine({ message: 'Oldest', shopifyGap: 1, squareGap: -1 })],
      }),
    });
    await rowOf('Sold 2 on Square');
    const texts = within(get('table', 'Timeline'))
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(texts.slice(1).map((text) => /^(?:Shopify|Square) changed[^.]*\./u.exec(text)?.[0] ?? 'line')).toEqual([
      'line',
      'Shopify changed by +3 without a line in the history.',
      'line',
      'Square changed by -2 without a line in the history.',
      'line',
      'Shopify changed by +1 and Square by -1 without a line in the history.',
    ]);
  });

  it('are paged by cursor, with the time kept and the numbers at it on the first page only', async () => {
    const { calls } = openApp(`/timeline?sku=TEE-S&at=${AT}`, {
      GetTimeline: ({ cursor }: Request) =>
        cursor === '' ? { lines: [NEWEST], nextCursor: '12', shopify: { quantity: 7 }, square: { quantity: 7 } } : { lines: [COUNTED] },
    });
    await rowOf('Sold 2 on Square');
    expect(get('button', 'Newest').getAttribute('aria-disabled')).toBe('true');
    press('Older');
    await rowOf('Recounted on Shopify');
    expect(window.location.search).toBe(`?${new URLSearchParams({ sku: 'TEE-S', at: AT, cursor: '12' }).toString()}`);
    expect(requests(calls).at(-1)).toEqual({ sku: 'TEE-S', at: AT, cursor: '12', limit: 50 });
    hasNo('group', 'Numbers at this time');
    expect(get('button', 'Older').getAttribute('aria-disabled')).toBe('true');
    press('Newest');
    await rowOf('Sold 2 on Square');
    expect(new URLSearchParams(window.location.search).get('cursor')).toBeNull();
  });

  it('of another SKU are not shown under the one that is loading', async () => {
    const { calls } = openApp('/timeline?sku=TEE-S&cursor=12', {
      GetTimeline: ({ sku }: Request) => (sku === 'TEE-S' ? { lines: [NEWEST] } : never()),
    });
    await rowOf('Sold 2 on Square');
    const box = get<HTMLInputElement>('searchbox', 'Enter a whole SKU');
    fill(box, ' TEE-M ');
    if (box.form !== null) fireEvent.submit(box.form);
    await finds('heading', 'TEE-M');
    await waitFor(() => expect(requests(calls).at(-1)).toMatchObject({ sku: 'TEE-M', cursor: '' }));
    expect(window.location.search).toBe('?sku=TEE-M');
    hides(/Sold 2 on Square/u);
  });
});

describe('without lines', () => {
  it('asks for a SKU, and loads nothing', async () => {
    const { calls } = openApp('/timeline', { GetTimeline: () => ({ lines: [NEWEST] }) });
    await sees('Which SKU?');
    expect(requests(calls)).toEqual([]);
    hasNo('button', 'Export CSV');
    expect(screen.queryByLabelText('Numbers at a time')).toBeNull();
    const box = get<HTMLInputElement>('searchbox', 'Enter a whole SKU');
    fill(box, 'TEE-S');
    if (box.form !== null) fireEvent.submit(box.form);
    await rowOf('Sold 2 on Square');
    expect(window.location.search).toBe('?sku=TEE-S');
  });

  it('says that the SKU has none, and exports nothing', async () => {
    openApp('/timeline?sku=NONE', { GetTimeline: () => ({}) });
    await sees('No line for this SKU yet');
    shows(/The history has no line for “NONE”/u);
    expect(get<HTMLButtonElement>('button', 'Export CSV').disabled).toBe(true);
  });

  it('says that there is none up to the time, and clears the time', async () => {
    openApp(`/timeline?sku=TEE-S&at=${AT}`, {
      GetTimeline: ({ at }: Request) =>
        at === '' ? { lines: [NEWEST] } : { shopify: {}, square: { quantityAfter: 12, knownFrom: '2026-11-04T10:12:00Z' } },
    });
    await sees('No line up to this time');
    expect(get<HTMLButtonElement>('button', 'Export CSV').disabled).toBe(false);
    const [, inList] = screen.getAllByRole('button', { name: 'Clear time' });
    if (inList !== undefined) fireEvent.click(inList);
    await rowOf('Sold 2 on Square');
    expect(window.location.search).toBe('?sku=TEE-S');
  });

  it('says that there are no older ones', async () => {
    openApp('/timeline?sku=TEE-S&cursor=3', { GetTimeline: () => ({}) });
    await sees('No older lines');
  });

  it('shows why they could not be loaded', async () => {
    expectNoise(/getting timeline: internal/u);
    openApp('/timeline?sku=TEE-S', { GetTimeline: () => refusal('internal', 'Something broke.') });
    await sees('The timeline could not be loaded.');
  });
});

describe('the numbers at a time', () => {
  const numbers = (fields: Partial<NumberAtTime>) => describeNumber({ arriving: 0, knownFrom: '', ...fields });
  const later = '2026-11-04T10:12:00Z';

  it('are shown for the time in the URL, and the time can be cleared', async () => {
    const { calls } = openApp(`/timeline?sku=TEE-S&at=${AT}`, {
      GetTimeline: ({ at }: Request) => ({
        lines: [NEWEST],
        ...(at !== '' && { shopify: { quantity: 9, arriving: -1 }, square: { quantityBefore: 9, quantityAfter: 12, knownFrom: later } }),
      }),
    });
    await sees(`On ${formatMoment(AT)}`);
    await waitFor(async () =>
      expect(await panelText()).toBe(
        `On ${formatMoment(AT)}Shopify9including -1 that may still have been on its waySquareNot knownIt was 9 before, and 12 by ${formatMoment(later)}.`,
      ),
    );
    expect((await timeBox()).value).toBe(boxValue(AT));
    expect(requests(calls)).toEqual([{ sku: 'TEE-S', at: AT, cursor: '', limit: 50 }]);
    press('Clear time');
    await waitFor(() => expect(requests(calls).at(-1)).toMatchObject({ at: '' }));
    expect(window.location.search).toBe('?sku=TEE-S');
    hasNo('group', 'Numbers at this time');
    expect((await timeBox()).value).toBe('');
  });

  it('say what is known around a time at which they are not', () => {
    expect(numbers({ quantity: 0 })).toEqual({ number: '0', note: '' });
    expect(numbers({ quantity: 9, arriving: 2 })).toEqual({ number: '9', note: 'including +2 that may still have been on its way' });
    expect(numbers({})).toEqual({ number: 'Not known', note: '' });
    expect(numbers({ quantityBefore: 9 }).note).toBe('It was 9 before.');
    expect(numbers({ quantityAfter: 12, knownFrom: later }).note).toBe(`It was 12 by ${formatMoment(later)}.`);
    expect(numbers({ quantityBefore: 9, quantityAfter: 0, knownFrom: later }).note).toBe(
      `It was 9 before, and 0 by ${formatMoment(later)}.`,
    );
  });

  it('are looked up as soon as a whole time is typed, from the first page on', async () => {
    const { calls } = openApp('/timeline?sku=TEE-S&cursor=12', {
      GetTimeline: ({ at }: Request) => ({ lines: [NEWEST], ...(at !== '' && { shopify: { quantity: 4 }, square: { quantity: 5 } }) }),
    });
    await rowOf('Sold 2 on Square');
    fill(await timeBox(), boxValue(AT));
    await waitFor(async () => expect(await panelText()).toBe(`On ${formatMoment(AT)}Shopify4Square5`));
    expect(window.location.search).toBe(`?${new URLSearchParams({ sku: 'TEE-S', at: AT }).toString()}`);
    expect(requests(calls).at(-1)).toEqual({ sku: 'TEE-S', at: AT, cursor: '', limit: 50 });
  });

  it('of another time are not shown while those of this time load, nor when these fail', async () => {
    expectNoise(/getting timeline: internal/u);
    const other = '2026-11-05T14:05:00Z';
    let fail: (answer: object) => void = () => undefined;
    openApp(`/timeline?sku=TEE-S&at=${AT}`, {
      GetTimeline: ({ at }: Request) =>
        at === AT ? { lines: [NEWEST], shopify: { quantity: 33 }, square: { quantity: 33 } } : new Promise((resolve) => (fail = resolve)),
    });
    await waitFor(async () => expect(await panelText()).toContain('33'));
    fill(await timeBox(), boxValue(other));
    await waitFor(async () => expect(await panelText()).toBe(`On ${formatMoment(other)}Looking up the numbers at this time…`));
    // The lines of the same SKU stay until then.
    await rowOf('Sold 2 on Square');
    fail(refusal('internal', 'Something broke.'));
    await sees('The timeline could not be loaded.');
    hasNo('group', 'Numbers at this time');
    hides(/Sold 2 on Square/u);
  });

  it('are not looked up for a time in the future', async () => {
    const { calls } = openApp('/timeline?sku=TEE-S', { GetTimeline: () => ({ lines: [NEWEST] }) });
    await rowOf('Sold 2 on Square');
    const box = await timeBox();
    fill(box, '2099-01-01T12:00');
    await sees('This time has not come yet.');
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(window.location.search).toBe('?sku=TEE-S');
    expect(requests(calls)).toHaveLength(1);
    press('Clear time');
    await waitFor(() => hides('This time has not come yet.'));
    expect(box.value).toBe('');
  });
});

describe('the address', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const read = (search: string) => readTimelineQuery(new URLSearchParams(search), now);

  it('holds the SKU, the time and the page', () => {
    const query = { sku: 'A+B', at: AT, cursor: '12' };
    expect(readTimelineQuery(writeTimelineQuery(query), now)).toEqual(query);
    expect(writeTimelineQuery({ sku: '', at: '', cursor: '' }).toString()).toBe('');
    expect(read('at=2026-11-03T14:05:00.250Z').at).toBe('2026-11-03T14:05:00.250Z');
    expect(read('at=2026-11-03T14:05:00.000Z').at).toBe(AT);
  });

  it.each([
    'yesterday',
    '2026-11-03',
    '2026-11-03T14:05',
    '2026-11-03T14:05:00+01:00',
    '2026-02-30T14:05:00Z',
    '2026-11-03T25:05:00Z',
    '0026-11-03T14:05:00Z',
    '2026-11-20T12:00:01Z',
  ])('counts a time that is not one, or is in the future, as absent: %s', (at) => {
    expect(read(new URLSearchParams({ at }).toString()).at).toBe('');
  });

  it('counts another invalid value as absent', () => {
    expect(read('sku=%20&cursor=-1')).toEqual({ sku: '', at: '', cursor: '' });
    expect(read('cursor=x').cursor).toBe('');
    expect(read(`sku=${'x'.repeat(300)}`).sku).toHaveLength(255);
  });

  it('takes from the box only a whole time', () => {
    expect(readLocalTime(boxValue(AT))).toBe(AT);
    expect(readLocalTime(`${boxValue(AT)}:30`)).toBe(AT.replace(':00Z', ':30Z'));
    for (const typed of ['', '2026-11-03', '0002-11-03T14:05', '2026-13-03T14:05']) expect(readLocalTime(typed), typed).toBe('');
  });

  it('says in the largest whole unit how late a line is', () => {
    const late = (ms: number) => lateBy(aLine({ changedAt: new Date(Date.parse('2026-11-20T12:34:56Z') - ms).toISOString() }));
    expect([60_000, 60_001, 3_599_000, 3_600_000, 90_000_000, -5_000].map(late)).toEqual([
      '',
      '1 minute',
      '59 minutes',
      '1 hour',
      '1 day',
      '',
    ]);
    expect(lateBy(NEWEST)).toBe('');
  });
});

describe('the export', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('has every column, and an empty cell for what is not known', () => {
    const csv = timelineCsv([aLine({ changedAt: '2026-11-20T12:30:00Z', shopifyGap: 3, message: '=1+1' }), { ...UNKNOWN, squareGap: -2 }]);
    expect(csv.replace('\uFEFF', '').split('\r\n')).toEqual([
      'Timestamp,Happened at,Originated By,Location,Message,Shopify after,Square after,Shopify gap,Square gap',
      "2026-11-20T12:34:56Z,2026-11-20T12:30:00Z,Square,Counter,'=1+1,7,7,3,0",
      '2026-11-20T12:34:56Z,,Square,Counter,Sold 2 on Square: Shopify 9 → 7,,,0,-2',
      '',
    ]);
  });

  it('reads every line of the SKU page by page, whatever time is shown', async () => {
    const files = captureFiles();
    const page = (count: number) => Array.from({ length: count }, () => NEWEST);
    const { calls } = openApp(`/timeline?${new URLSearchParams({ sku: 'TEE/S: 1', at: AT }).toString()}`, {
      GetTimeline: ({ limit, cursor }: Request) => {
        if (limit === 50) return { lines: [NEWEST], shopify: { quantity: 1 }, square: { quantity: 1 } };
        return cursor === '' ? { lines: page(200), nextCursor: '301' } : { lines: page(3) };
      },
    });
    await rowOf('Sold 2 on Square');
    await pressFound('Export CSV');
    await sees('Exported 203 rows');
    await vi.waitFor(() => expect(files).toHaveLength(1), 150_000);
    expect(files[0]?.name).toBe('timeline-TEE-S-1.csv');
    expect(files[0]?.text.trim().split('\r\n')).toHaveLength(204);
    expect(requests(calls).slice(1)).toEqual([
      { sku: 'TEE/S: 1', at: '', cursor: '', limit: 200 },
      { sku: 'TEE/S: 1', at: '', cursor: '301', limit: 200 },
    ]);
  });

  it('downloads no partial file when a page cannot be loaded', async () => {
    expectNoise(/exporting timeline: unavailable/u);
    const files = captureFiles();
    openApp('/timeline?sku=TEE-S', {
      GetTimeline: ({ limit, cursor }: Request) =>
        limit === 200 && cursor !== '' ? refusal('unavailable', 'Back soon.', 'req-4') : { lines: [NEWEST], nextCursor: '12' },
    });
    await rowOf('Sold 2 on Square');
    await pressFound('Export CSV');
    await sees(/Back soon\. Reference: req-4/u);
    expect(files).toEqual([]);
  });

  it('ends at the most rows that a file has, and says so', async () => {
    const lines = Array.from({ length: 200 }, () => NEWEST);
    let asked = 0;
    const endless = async () => {
      asked += 1;
      return { ok: true, value: { lines, nextCursor: String(1_000_000 - asked) } };
    };
    const read = await readTimeline(endless as never, 'TEE-S', new AbortController().signal);
    expect(read.ok && { rows: read.value.lines.length, complete: read.value.complete }).toEqual({ rows: ROWS_LIMIT, complete: false });
    expect(asked).toBe(ROWS_LIMIT / 200);
  });

  it('names the file without characters that a name may not have', () => {
    expect(fileName('TEE-S_1.2')).toBe('timeline-TEE-S_1.2.csv');
    expect(fileName('../a\\b:c*"d"<e>|f?\u0000')).toBe('timeline-a-b-c-d-e-f.csv');
    expect(fileName('Größe 5')).toBe('timeline-Größe-5.csv');
    expect(fileName('///')).toBe('timeline.csv');
    expect(fileName('W'.repeat(255))).toBe(`timeline-${'W'.repeat(60)}.csv`);
  });
});

describe('the ways to the timeline', () => {
  it('start at the history of a SKU', async () => {
    openApp('/history?sku=TEE-S', { GetHistory: () => ({}) });
    expect((await find('link', 'Timeline')).getAttribute('href')).toBe('/timeline?sku=TEE-S');
  });

  it('start at the details of a variant, beside its history', async () => {
    const variant = aVariant({ id: '2', sku: 'TEE-M', shopifyId: 'gid://shopify/ProductVariant/71', squareId: 'SQ71' });
    openApp('/inventory?variant=shopify.71.7', {
      GetInventory: () => ({ products: [{ name: 'Tee', variants: [variant] }] }),
      GetVariantDetail: () => aDetail(),
    });
    const drawer = await find('dialog', 'Variant Details');
    const link = await find('link', 'Why this number?', drawer);
    expect(link.getAttribute('href')).toBe('/timeline?sku=TEE-M');
    has('link', /^View history of/u, drawer);
  });
});
