import { describe, expect, it } from 'vitest';

import { CAUSE_FILTERS } from '../../../src/domain/history/filter';
import { CAUSE_GROUPS, historyRequest, readHistoryQuery } from '../../../src/web/merchant/history/history-query';
import { hasNextPage, showingText, writeHistoryQuery } from '../../../src/web/merchant/history/state';
import { text as locationsText } from '../../../src/web/merchant/locations/locations.text';
import { unsyncedLocations } from '../../../src/web/merchant/locations/state';
import { text as onboardingText } from '../../../src/web/merchant/onboarding/onboarding.text';
import { onboardingSteps, stepsLeft } from '../../../src/web/merchant/onboarding/state';
import { maximumProblem, nameProblem, toForm, toSettings } from '../../../src/web/merchant/settings/state';
import { readShop, shopProblem } from '../../../src/web/merchant/sign-in/state';
import { formatDay, readDate } from '../../../src/web/shared/dates';
import { formatCount, formatQuantity, isolate } from '../../../src/web/shared/formats';
import { formatHistoryTime } from '../../../src/web/shared/history-time';
import { readRedirect } from '../../../src/web/shared/rpc/redirect';
import { shortId, sourcesWithout } from '../../../src/web/shared/state/locations';
import { parseTheme } from '../../../src/web/shared/state/stored-theme';
import { A_PAIR, aStatus, someLocations } from '../support/builders';

describe('sign-in', () => {
  it.each([
    ['demo', 'demo'],
    [' Demo.myshopify.com ', 'demo'],
    ['https://demo.myshopify.com/admin?x=1', 'demo'],
    ['https://admin.shopify.com/store/demo/products', 'demo'],
    ['.myshopify.com', ''],
  ])('reads %s', (typed, shop) => {
    expect(readShop(typed)).toBe(shop);
  });

  it('rejects what cannot be a shop', () => {
    expect(['', 'demo', 'my-shop-2'].map(shopProblem)).toEqual(['', '', '']);
    for (const shop of ['-demo', 'a b', 'demo.example.com', 'é']) expect(shopProblem(shop)).not.toBe('');
  });
});

describe('onboarding', () => {
  it('has four steps, three without billing', () => {
    expect(stepsLeft(onboardingSteps(aStatus({ isSubscribed: false, hasMappedLocations: false })))).toBe(2);
    const results = onboardingSteps(aStatus()).map((step) => onboardingText.steps[step.key].done);
    expect(results).toEqual(['Connected', 'Connected', 'Selected', 'Activated']);
    expect(onboardingSteps(aStatus({ billingMode: 'none' }))).toHaveLength(3);
  });

  it('accepts only web addresses', () => {
    expect(readRedirect('https://demo.myshopify.com/charge/1')).toBe('https://demo.myshopify.com/charge/1');
    for (const url of ['', 'javascript:alert(1)', 'data:text/html,x', '/relative']) expect(readRedirect(url)).toBeNull();
  });
});

describe('locations', () => {
  it('lists unpaired locations, and platforms without locations', () => {
    const joined = someLocations({ synced: [A_PAIR] });
    expect(unsyncedLocations(joined).map((location) => location.sourceName)).toEqual(['Pop-up', 'Market stall']);
    expect(sourcesWithout(joined)).toEqual([]);
    expect(locationsText.syncDialog.missing(sourcesWithout({ synced: [], all: [] }))).toBe('No Shopify & Square Locations To Sync');
    expect(locationsText.syncDialog.missing(['square'])).toBe('No Square Locations To Sync');
    expect([shortId('gid://shopify/Location/11'), shortId('LCOUNTER')]).toEqual(['11', 'LCOUNTER']);
  });
});

describe('history', () => {
  it('has pages of 100 rows', () => {
    expect(showingText(1, 50, 1150)).toBe('Showing 101 - 150 of 1,150 items');
    expect(showingText(0, 0, 0)).toBe('Showing 0 - 0 of 0 items');
    expect([hasNextPage(0, 100), hasNextPage(0, 101), hasNextPage(1, 200)]).toEqual([false, true, false]);
  });

  it('keeps its state in the address', () => {
    const none = { page: 0, sku: '', cursor: '', from: '', until: '', source: '', originator: '', cause: '' };
    const read = (address: string) => readHistoryQuery(new URLSearchParams(address));
    expect(read(`page=1e99&sku=${'x'.repeat(300)}`)).toEqual({ ...none, sku: 'x'.repeat(255) });
    expect(writeHistoryQuery({ page: 2, sku: 'A&B' }).toString()).toBe('sku=A%26B&page=2');
    expect(read('sku=A%26B&page=2')).toEqual({ ...none, page: 2, sku: 'A&B' });
    expect(read('page=-2')).toEqual(none);
    const filtered = 'sku=A&from=2026-11-01&until=2026-11-20&source=square&cause=losses&originator=merchant&cursor=12';
    expect(writeHistoryQuery(read(filtered)).toString()).toBe(filtered);
    expect(read('from=2026-02-30&until=0020-01-01&source=etsy&cause=aliens&originator=nobody&cursor=-1')).toEqual(none);
    expect(read('from=2026-11-20&until=2026-11-19')).toEqual({ ...none, from: '2026-11-20' });
  });

  it('asks for whole days of the user, and for every kind of cause in one of its groups', () => {
    const request = historyRequest(readHistoryQuery(new URLSearchParams('from=2026-03-01&until=2026-03-31&cause=sales')));
    expect(request).toEqual({
      table: { limit: 100, page: 0 },
      skuQuery: '',
      filter: {
        from: new Date(2026, 2, 1).toISOString(),
        until: new Date(2026, 3, 1).toISOString(),
        source: '',
        originator: '',
        causes: ['sold', 'ordered', 'reserved'],
      },
      cursor: '',
    });
    expect(Object.values(CAUSE_GROUPS).flat().toSorted()).toEqual(CAUSE_FILTERS.toSorted());
  });
});

describe('settings', () => {
  const saved = { accountName: 'Pine', applyMaxQuantity: true, maxQuantityUpdate: 50, setBarcode: false, autoSync: true, alertAddress: '' };
  const form = toForm(saved);

  it('accepts a maximum from 1 to 1,000,000, and any value while it is off', () => {
    for (const maximum of ['1', '1000000', ' 7 ']) expect(maximumProblem({ ...form, maximum })).toBe('');
    for (const maximum of ['', '0', '-1', '1.5', '1000001', '1e3', 'x']) expect(maximumProblem({ ...form, maximum })).not.toBe('');
    expect(maximumProblem({ ...form, maximum: '', applyMaxQuantity: false })).toBe('');
  });

  it('requires a name of at most 100 characters', () => {
    expect(nameProblem(form)).toBe('');
    for (const accountName of ['', '   ', 'x'.repeat(101)]) expect(nameProblem({ ...form, accountName })).not.toBe('');
  });

  it('saves the form, and keeps the maximum when the typed one is invalid', () => {
    expect(toSettings({ ...form, maximum: '20' }, saved).maxQuantityUpdate).toBe(20);
    expect(toSettings({ ...form, maximum: '', applyMaxQuantity: false }, saved)).toEqual({ ...saved, applyMaxQuantity: false });
  });
});

describe('formats', () => {
  it('formats numbers', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect([0, -2, 1.25, 0.33333, 1234, undefined].map(formatQuantity)).toEqual(['0', '-2', '1.25', '0.33333', '1,234', '–']);
  });

  it('isolates a name that runs from right to left or changes direction', () => {
    expect(['Tee', 'Tee & Söhne 🧣', '<b>'].map(isolate)).toEqual(['Tee', 'Tee & Söhne 🧣', '<b>']);
    for (const name of ['قميص', 'חולצה', '\u202Eeet']) expect(isolate(name)).toBe(`\u2068${name}\u2069`);
  });

  it('formats dates as the specification says, and nothing for an unset date', () => {
    const local = new Date(2026, 10, 3, 9, 5, 7).toISOString();
    expect(formatHistoryTime(local)).toBe('Nov 03 09:05');
    expect(formatDay(local)).toBe('Nov 03 2026');
    for (const unset of ['', '2009-12-30T00:00:00Z', '0001-01-01T00:00:00Z', 'soon']) {
      expect(readDate(unset)).toBeNull();
      expect(formatHistoryTime(unset)).toBe('');
    }
    expect(formatHistoryTime('2026-11-30T00:00:00')).toBe('Nov 30 00:00');
  });

  it('reads a stored theme, and falls back to the system’s', () => {
    expect(['dark', 'light', 'pink', null].map(parseTheme)).toEqual(['dark', 'light', 'system', 'system']);
  });
});
