import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { WriterCase, WriterProposal } from '../../../src/gen/sh/issues_pb';
import { formatTimeOfDay } from '../../../src/web/shared/dates';
import { formatHistoryTime } from '../../../src/web/shared/history-time';
import { appNameOf, happenedText } from '../../../src/web/shared/writer-case';
import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aStatus, aVariant, aWriterCase } from '../support/builders';
import { inputsOf, never, refusal, type Answers, type SeenCall } from '../support/fake-api';
import { openApp } from '../support/render-app';

const FROM = '2026-11-23T14:02:10Z';
const TO = '2026-11-23T14:03:40Z';
const BETWEEN = `between ${formatHistoryTime(FROM)} and ${formatTimeOfDay(TO)}`;

const HELD = aWriterCase({ from: FROM, to: TO });
const { shopify: _shopify, ...UNKNOWN_UNITS } = aWriterCase({
  id: '2:B',
  state: 'suspected',
  proof: '',
  appName: '',
  appId: '',
  productName: 'Mug',
  variantName: 'Default Title',
  sku: 'MUG',
  variantId: '3',
  from: FROM,
  to: FROM,
  copies: 1,
  units: 0,
  latest: [],
});
const SUSPECTED: WriterCase = UNKNOWN_UNITS;

const COUNTS: Answers = {
  GetMissingSkuCounts: () => ({}),
  GetDuplicateSkuCounts: () => ({}),
  GetInventoryDisabledSkuCounts: () => ({}),
  GetAccountStatus: () => aStatus({ writersHeld: 1, writersSuspected: 1 }),
};
const listing = (cases: readonly WriterCase[], allOnHold = false): Answers => ({
  GetWriterCases: () => ({ total: cases.length, held: cases.filter(({ state }) => state === 'held').length, allOnHold, cases }),
});
const open = (answers: Answers, query = ''): { readonly calls: SeenCall[] } =>
  openApp(`/issues?view=writers${query}`, { ...COUNTS, ...listing([HELD, SUSPECTED]), ...answers });
const rowOf = async (id: string): Promise<HTMLElement> =>
  waitFor(() => document.querySelector<HTMLElement>(`[data-case="${id}"]`) ?? expect.fail(`${id} is not listed`));
const pressIn = (within_: HTMLElement, name: string | RegExp): void => {
  fireEvent.click(within(within_).getByRole('button', { name }));
};

const PROPOSAL: Partial<WriterProposal> = {
  shopify: 12,
  square: 10,
  quantity: 15,
  why: '',
  copied: -5,
  start: 20,
  startAt: '2026-11-23T14:00:00Z',
  shopifyChanges: -3,
  squareChanges: -2,
};
const reconcile = async (answers: Answers, query = ''): Promise<{ readonly dialog: HTMLElement; readonly calls: SeenCall[] }> => {
  const { calls } = open(answers, query);
  pressIn(await rowOf('1:A'), 'I turned it off: reconcile: Tee · Medium');
  return { dialog: await screen.findByRole('dialog', { name: 'Reconcile the quantity' }), calls };
};

describe('what another app did', () => {
  it('is said in numbers and times, and no more than what is certain', () => {
    const said = (change: Partial<WriterCase>): string => happenedText(aWriterCase({ from: FROM, to: TO, ...change }));
    expect(said({})).toBe(`Another app (TwinStock) repeated 3 changes ${BETWEEN}, so 3 units were taken off twice.`);
    expect(said({ units: 1, copies: 1, to: FROM })).toBe(
      `Another app (TwinStock) repeated 1 change at ${formatHistoryTime(FROM)}, so 1 unit was added twice.`,
    );
    expect(said({ units: 0 })).toContain(', so each was counted twice.');
    expect(said({ appName: '', proof: 'silence' })).toMatch(/^Another app repeated 3 changes/u);
    // The sum of what was repeated on both platforms is not what is missing on either.
    expect(said({ proof: 'silence' })).toBe(
      `Another app (probably TwinStock) repeated 3 changes ${BETWEEN}: -3 units on both platforms together.`,
    );
    expect(said({ copies: 0 })).toBe('Another app (TwinStock) changes the stock of this variant as well.');
    expect(said({ state: 'suspected', proof: '' })).toBe(
      `Another app (TwinStock) may be copying changes. 3 changes ${BETWEEN} look like copies.`,
    );
    expect(said({ state: 'suspected', copies: 0 })).toBe('Another app (TwinStock) may be copying changes.');
    // Over days, both times have their day.
    expect(said({ to: '2026-11-25T14:03:40Z' })).toContain(`and ${formatHistoryTime('2026-11-25T14:03:40Z')}`);
    expect(said({ from: '' })).toBe('Another app (TwinStock) changes the stock of this variant as well.');
  });

  it('names an app by what anybody may have called it', () => {
    expect(appNameOf({ appName: ` ${'x'.repeat(500)}` })).toBe(`${'x'.repeat(60)}…`);
    expect(appNameOf({ appName: '  ' })).toBe('');
    // A right-to-left name does not reorder the sentence around it.
    expect(appNameOf({ appName: '\u202Eevil' })).toBe('\u2068\u202Eevil\u2069');
    expect(happenedText(aWriterCase({ appName: '<b>{app}</b>' }))).toContain('(<b>{app}</b>)');
  });
});

describe('the list of variants that another app changes', () => {
  it('shows what happened, what is certain and what is not, and both quantities', async () => {
    const { calls } = open({});
    const row = await rowOf('1:A');
    expect(row.textContent).toContain('Tee · Medium TEE-M On hold');
    expect(row.textContent).toContain(`Another app (TwinStock) repeated 3 changes ${BETWEEN}, so 3 units were taken off twice.`);
    expect(row.textContent).toContain('Square’s stock history says that TwinStock made these changes');
    expect(row.textContent).toContain('Whether the app is still on, and which quantity is correct.');
    expect(within(row).getByLabelText('Quantities now').textContent).toBe('Shopify17Square12');
    expect(within(row).getByText('The latest 3 changes')).toBeTruthy();
    expect(within(row).getAllByRole('listitem', { hidden: true })).toHaveLength(3);
    expect(within(row).queryByRole('button', { name: /^Dismiss/u })).toBeNull();
    expect(
      within(row)
        .getByRole('link', { name: /^View history/u })
        .getAttribute('href'),
    ).toBe('/history?sku=TEE-M');
    expect(inputsOf(calls, 'GetWriterCases')).toEqual([{ limit: 500, variantId: '' }]);
    const tab = screen.getByRole('link', { name: /^Changed by Another App/u });
    expect(tab.getAttribute('aria-current')).toBe('page');
    expect(tab.textContent).toMatch(/2$/u);
    expect(screen.getByText(/Turn off stock sync in the other app, or remove it, and then reconcile each variant\.$/u)).toBeTruthy();
    expect(screen.queryByText(/All changes are on hold/u)).toBeNull();
  });

  it('only suspects what is not proven, and dismisses it', async () => {
    const { calls } = open({ ResolveWriterCase: () => ({}) });
    const row = await rowOf('2:B');
    expect(row.textContent).toContain('Mug MUG Suspected');
    expect(row.textContent).toContain('Another app may be copying changes.');
    expect(row.textContent).toContain('customers may have bought the same amounts by chance');
    // An unknown quantity is not zero.
    expect(within(row).getByLabelText('Quantities now').textContent).toBe('Shopify–Square12');
    expect(within(row).queryByRole('button', { name: /reconcile|real/u })).toBeNull();
    pressIn(row, 'Dismiss: Mug');
    await waitFor(() => expect(inputsOf(calls, 'ResolveWriterCase')).toEqual([{ id: '2:B', action: 'dismiss' }]));
    await waitFor(() => expect(inputsOf(calls, 'GetWriterCases')).toHaveLength(2));
    expect(await screen.findByText('Dismissed.')).toBeTruthy();
  });

  it('says which proof it has, and the ID of an app without a name', async () => {
    open(listing([{ ...HELD, appName: '', proof: 'silence', appId: 'sq0idp-77' }]));
    const row = await rowOf('1:A');
    expect(row.textContent).toContain('When we changed one platform, the same change was made on the other one within seconds');
    expect(row.textContent).toContain('Which app it is, whether it is still on');
    expect(row.textContent).toContain('Square application IDsq0idp-77');
    cleanup();
    open(listing([{ ...HELD, proof: 'silence' }]));
    expect((await rowOf('1:A')).textContent).toContain('Whether it is TwinStock, whether it is still on');
  });

  it('says when all changes are on hold, why, and what ends it', async () => {
    open(listing([HELD], true));
    expect(await screen.findByText('All changes are on hold: another app changes the same stock')).toBeTruthy();
    expect(screen.getByText(/several variants within an hour.*This ends when you decide about one of them/u)).toBeTruthy();
  });

  it('marks the case that a link names', async () => {
    open({}, '&variant=3');
    expect((await rowOf('2:B')).getAttribute('aria-current')).toBe('true');
    expect((await rowOf('1:A')).getAttribute('aria-current')).toBeNull();
  });

  it('says why a suspicion could not be dismissed', async () => {
    expectNoise(/deciding about another app: unavailable/u);
    open({ ResolveWriterCase: () => refusal('unavailable', 'Try again in a minute.', 'req-9') });
    const row = await rowOf('2:B');
    pressIn(row, 'Dismiss: Mug');
    expect((await within(row).findByRole('alert')).textContent).toMatch(/Try again in a minute\..*req-9/u);
  });

  it('is empty, long, loading, or could not be loaded', async () => {
    expectNoise(/getting variants that another app changes: unavailable/u);
    open(listing([]));
    expect(await screen.findByText('We have not noticed another app that copies stock between Shopify and Square.')).toBeTruthy();
    cleanup();
    open({ GetWriterCases: () => ({ total: 700, held: 1, cases: [HELD] }) });
    expect(await screen.findByText(/^Showing 1 of 700\./u)).toBeTruthy();
    cleanup();
    open({ GetWriterCases: () => refusal('unavailable', 'Try again in a minute.', 'req-4') });
    expect(await screen.findByText('The issues could not be loaded.')).toBeTruthy();
    cleanup();
    open({ GetWriterCases: never });
    await screen.findByRole('heading', { name: 'Changed by Another App' });
    expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0);
  });
});

describe('reconciling a variant', () => {
  it('shows how the number was worked out, and sets both platforms to it', async () => {
    let cases = [HELD, SUSPECTED];
    const { dialog, calls } = await reconcile({
      GetWriterCases: () => ({ total: cases.length, held: 1, cases }),
      GetWriterProposal: () => PROPOSAL,
      ResolveWriterCase: () => {
        cases = [SUSPECTED];
        return {};
      },
    });
    const set = await within(dialog).findByRole('button', { name: 'Set both to 15' });
    expect(dialog.textContent).toContain('Tee · Medium');
    expect(within(dialog).getByLabelText('Quantities now').textContent).toBe('Shopify12Square10');
    expect(within(dialog).getByRole('region', { name: 'How we worked it out' }).textContent).toBe(
      `How we worked it outBoth platforms, ${formatHistoryTime('2026-11-23T14:00:00Z')}20Real changes on Shopify-3Real changes on Square-2Proposed quantity15`,
    );
    expect(dialog.textContent).toContain('What the other app changed is not counted: -5 in all.');
    expect(inputsOf(calls, 'GetWriterProposal')).toEqual([{ id: '1:A' }]);
    fireEvent.click(set);
    await waitFor(() => expect(inputsOf(calls, 'ResolveWriterCase')).toEqual([{ id: '1:A', action: 'reconcile', quantity: 15 }]));
    expect(await screen.findByText('Setting both platforms to 15')).toBeTruthy();
    await waitFor(() => expect(document.querySelector('[data-case="1:A"]')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Changed by Another App'));
  });

  it('takes another number, by the keyboard, and only one that can be set', async () => {
    const { dialog, calls } = await reconcile({ GetWriterProposal: () => PROPOSAL, ResolveWriterCase: () => ({}) });
    const box = await within(dialog).findByLabelText<HTMLInputElement>('Quantity for both platforms');
    expect(box.value).toBe('15');
    const form = box.form ?? expect.fail('the box is in no form');
    for (const [typed, why] of [
      ['-1', 'Enter a quantity from 0 to 1,000,000.'],
      ['2.5', 'Shopify counts whole units. Enter a whole number.'],
      ['ten', 'Enter a whole number, such as 12.'],
    ] as const) {
      fireEvent.change(box, { target: { value: typed } });
      expect(within(dialog).getByText(why)).toBeTruthy();
      expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Set both' }).disabled).toBe(true);
      fireEvent.submit(form);
    }
    fireEvent.change(box, { target: { value: ' 14 ' } });
    fireEvent.submit(form);
    await waitFor(() => expect(inputsOf(calls, 'ResolveWriterCase')).toEqual([{ id: '1:A', action: 'reconcile', quantity: 14 }]));
  });

  it('asks for a count where no number can be worked out', async () => {
    const { dialog, calls } = await reconcile({
      GetWriterProposal: () => ({ shopify: 12, square: 10, why: 'unclear' }),
      ResolveWriterCase: () => ({}),
    });
    expect(await within(dialog).findByText('Please count this variant')).toBeTruthy();
    const box = within(dialog).getByLabelText<HTMLInputElement>('Quantity for both platforms');
    // Neither platform's number is suggested.
    expect(box.value).toBe('');
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Set both' }).disabled).toBe(true);
    expect(within(dialog).queryByRole('button', { name: 'Check again' })).toBeNull();
    fireEvent.change(box, { target: { value: '0' } });
    pressIn(dialog, 'Set both to 0');
    await waitFor(() => expect(inputsOf(calls, 'ResolveWriterCase')).toEqual([{ id: '1:A', action: 'reconcile', quantity: 0 }]));
  });

  it('says that changes still arrive, checks again, and lets a count be entered', async () => {
    let answer: object = { shopify: 12, square: 10, why: 'active' };
    const { dialog, calls } = await reconcile({ GetWriterProposal: () => answer });
    expect(await within(dialog).findByText('Changes are still arriving')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: /^Set both/u })).toBeNull();
    pressIn(dialog, 'Enter a count instead');
    expect(within(dialog).getByRole('button', { name: 'Set both' })).toBeTruthy();
    expect(dialog.textContent).toContain('Only if you are sure that the other app is off');
    answer = PROPOSAL;
    pressIn(dialog, 'Check again');
    expect(await within(dialog).findByRole('button', { name: 'Set both to 15' })).toBeTruthy();
    expect(inputsOf(calls, 'GetWriterProposal')).toHaveLength(2);
  });

  it('does not call numbers current that it could not read', async () => {
    const { dialog } = await reconcile({ GetWriterProposal: () => ({ shopify: 12, why: 'unreachable' }) });
    expect(await within(dialog).findByText('We could not read both platforms')).toBeTruthy();
    expect(within(dialog).getByLabelText('Last known quantities').textContent).toBe('Shopify12Square–');
    expect(within(dialog).getByRole('button', { name: 'Check again' })).toBeTruthy();
  });

  it('says why a number could not be worked out or set, and keeps what was typed', async () => {
    expectNoise(/working out the quantity: not_found/u);
    expectNoise(/deciding about another app: failed_precondition/u);
    const { dialog } = await reconcile({ GetWriterProposal: () => refusal('not_found', 'There is no such case.', 'req-2') });
    expect(await within(dialog).findByText('The quantity could not be worked out.')).toBeTruthy();
    expect(dialog.textContent).toContain('There is no such case.');
    pressIn(dialog, 'Keep on hold');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    const again = await reconcile({
      GetWriterProposal: () => PROPOSAL,
      ResolveWriterCase: () => refusal('failed_precondition', 'Auto-sync is off.', 'req-3'),
    });
    const box = await within(again.dialog).findByLabelText<HTMLInputElement>('Quantity for both platforms');
    fireEvent.change(box, { target: { value: '14' } });
    pressIn(again.dialog, 'Set both to 14');
    expect((await within(again.dialog).findByRole('alert')).textContent).toMatch(/The quantity was not set\.Auto-sync is off\..*req-3/u);
    expect(box.value).toBe('14');
    // The failure stands in one place.
    expect(within(await rowOf('1:A')).queryByRole('alert')).toBeNull();
    pressIn(again.dialog, 'Keep on hold');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(await rowOf('1:A')).queryByRole('alert')).toBeNull();
  });

  it('reads the platforms again when it is opened again', async () => {
    let answer: object | Promise<object> = PROPOSAL;
    const { dialog } = await reconcile({ GetWriterProposal: () => answer });
    await within(dialog).findByRole('button', { name: 'Set both to 15' });
    pressIn(dialog, 'Keep on hold');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answer = never();
    pressIn(await rowOf('1:A'), /reconcile/u);
    const second = await screen.findByRole('dialog');
    expect(await within(second).findByText('Reading both platforms…')).toBeTruthy();
    expect(within(second).queryByRole('button', { name: /^Set both/u })).toBeNull();
  });
});

describe('saying that the changes are real', () => {
  const trust = async (answers: Answers): Promise<{ readonly dialog: HTMLElement; readonly calls: SeenCall[] }> => {
    const { calls } = open({ ResolveWriterCase: () => ({}), ...answers });
    pressIn(await rowOf('1:A'), 'This app’s changes are real: Tee · Medium');
    return { dialog: await screen.findByRole('dialog', { name: 'Are this app’s changes real?' }), calls };
  };
  const follows = (dialog: HTMLElement): readonly (string | null)[] =>
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  it('says exactly what follows, for the app where it is known', async () => {
    const { dialog, calls } = await trust({});
    expect(follows(dialog)).toEqual([
      'The changes that are waiting for this variant, and for others on hold because of TwinStock, are sent.',
      'We no longer test whether changes of this variant are copies.',
      'We no longer test changes that Square’s stock history attributes to TwinStock, for any variant.',
      'If they are copies after all, every sale counts twice, and we do not warn you again.',
    ]);
    pressIn(dialog, 'Changes are real');
    await waitFor(() => expect(inputsOf(calls, 'ResolveWriterCase')).toEqual([{ id: '1:A', action: 'trust' }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says what follows for the variant where no app is known, and for the account while all is on hold', async () => {
    const { dialog, calls } = await trust(listing([{ ...HELD, appName: '', appId: '', proof: 'silence' }], true));
    expect(follows(dialog)).toEqual([
      'The changes that are waiting for this variant are sent.',
      'We no longer test whether changes of this variant are copies.',
      'Variants that are not on hold themselves sync again.',
      'If they are copies after all, every sale counts twice, and we do not warn you again.',
    ]);
    pressIn(dialog, 'Keep on hold');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(inputsOf(calls, 'ResolveWriterCase')).toEqual([]);
  });

  it('says why it could not be saved', async () => {
    expectNoise(/deciding about another app: internal/u);
    const { dialog } = await trust({ ResolveWriterCase: () => refusal('internal', 'Something failed.', 'req-6') });
    pressIn(dialog, 'Changes are real');
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(/Something failed\..*req-6/u);
  });
});

describe('such a variant elsewhere', () => {
  const DETAIL = 'Another app changes the stock of this variant as well.';
  const trouble = { trouble: 'another_writer', troubleDetail: DETAIL } as const;
  const TEE = aVariant({ id: '2', sku: 'TEE-M', shopifyId: 'gid://shopify/ProductVariant/71', squareId: 'SQ71', ...trouble });
  const drawer = (answers: Answers): { readonly calls: SeenCall[] } =>
    openApp('/inventory?variant=shopify.71.7', {
      ...COUNTS,
      ...listing([HELD]),
      GetInventory: () => ({ products: [{ name: 'Tee', variants: [TEE] }] }),
      GetVariantDetail: () => aDetail({ id: '2', shopifyQuantity: 17, squareQuantity: 12, ...trouble }),
      ...answers,
    });

  it('is on hold in the list and in its details, with a link to the case, and asks for no quantity', async () => {
    const { calls } = drawer({});
    expect(await screen.findByText('On hold: another app changes its stock as well')).toBeTruthy();
    expect(await screen.findByText(/^Another app \(TwinStock\) repeated 3 changes/u)).toBeTruthy();
    expect(screen.getAllByText(DETAIL)).toHaveLength(1);
    expect(screen.getAllByRole('link', { name: 'Decide what to do' }).at(-1)?.getAttribute('href')).toBe('/issues?view=writers&variant=2');
    expect(screen.queryByRole('button', { name: 'Save Inventory Count' })).toBeNull();
    expect(document.body.textContent).not.toMatch(/could not confirm|for your review|until you set the quantity/u);
    expect(screen.getByText('on hold: other app')).toBeTruthy();
    expect(screen.getByText('1 variant is on hold: another app changes its stock as well')).toBeTruthy();
    expect(inputsOf(calls, 'GetWriterCases')).toEqual([{ limit: 1, variantId: '2' }]);
  });

  it('is on hold in its details also when the case cannot be read', async () => {
    expectNoise(/getting what another app changed: internal/u);
    drawer({ GetWriterCases: () => refusal('internal', 'Something failed.', 'req-1') });
    expect(await screen.findByText('What the other app changed could not be loaded.')).toBeTruthy();
    expect(screen.getByText('On hold: another app changes its stock as well')).toBeTruthy();
  });

  it('is only suspected in its details, and asked for only while the account has cases', async () => {
    const plain = { GetVariantDetail: () => aDetail({ id: '2' }) };
    drawer({ ...plain, ...listing([{ ...SUSPECTED, variantId: '2' }]) });
    expect(await screen.findByText('Another app may be changing its stock as well')).toBeTruthy();
    cleanup();
    const { calls } = drawer({ ...plain, GetAccountStatus: () => aStatus() });
    await screen.findByRole('dialog', { name: 'Variant Details' });
    expect(inputsOf(calls, 'GetWriterCases')).toEqual([]);
  });

  it('is a warning on the dashboard, with a link to the list', async () => {
    openApp('/dashboard', { ...COUNTS, GetInventoryCounts: () => ({ all: 60, inSync: 60 }) });
    expect(await screen.findByText('1 variant is on hold: another app changes its stock as well')).toBeTruthy();
    expect(screen.getByText('1 variant may be changed by another app as well')).toBeTruthy();
    expect(await screen.findByText(/Quantities match for all 60 variants\./u)).toBeTruthy();
    expect(
      screen.getByText(/^1 is on hold because another app changes its stock, 1 may be changed by another app as well\.$/u),
    ).toBeTruthy();
    const links = screen.getAllByRole('link', { name: /^Show/u }).map((link) => link.getAttribute('href'));
    expect(links.filter((href) => href === '/issues?view=writers')).toHaveLength(2);
  });
});
