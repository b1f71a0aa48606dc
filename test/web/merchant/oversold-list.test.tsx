import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Oversell } from '../../../src/gen/sh/issues_pb';
import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aStatus, aVariant } from '../support/builders';
import { inputsOf, never, refusal, type Answers, type SeenCall } from '../support/fake-api';
import { openApp } from '../support/render-app';

const anOversell = (change: Partial<Oversell> = {}): Oversell => ({
  id: '1:A',
  at: '2026-11-23T10:02:04Z',
  sku: 'TEE-M',
  productName: 'Tee',
  variantName: 'Medium',
  shortBy: 1,
  later: 'square',
  changes: [
    { source: 'shopify', at: '2026-11-23T10:00:00Z', atLatest: false, delta: -1, message: 'Ordered 1 on Shopify' },
    { source: 'square', at: '2026-11-23T10:02:00Z', atLatest: false, delta: -1, message: 'Sold 1 on Square (Square Point of Sale)' },
  ],
  moreChanges: 0,
  ...change,
});

const UNCERTAIN = anOversell({
  id: '2:B',
  later: '',
  moreChanges: 3,
  changes: anOversell().changes.map((change) => ({ ...change, atLatest: true })),
});

const COUNTS: Answers = {
  GetMissingSkuCounts: () => ({}),
  GetDuplicateSkuCounts: () => ({}),
  GetInventoryDisabledSkuCounts: () => ({}),
  GetAccountStatus: () => aStatus({ oversold: 2 }),
};
const listing = (...oversells: Oversell[]): Answers => ({ GetOversells: () => ({ total: oversells.length, oversells }) });
const open = (answers: Answers): { readonly calls: SeenCall[] } => openApp('/issues?view=oversold', { ...COUNTS, ...answers });
const rowOf = async (id: string): Promise<HTMLElement> =>
  waitFor(() => document.querySelector<HTMLElement>(`[data-oversell="${id}"]`) ?? expect.fail(`${id} is not listed`));

describe('the list of oversold variants', () => {
  it('shows both sales, which one came later, and what to do', async () => {
    const { calls } = open(listing(anOversell()));
    const row = await rowOf('1:A');
    expect(row.textContent).toContain('Tee · Medium');
    expect(row.textContent).toContain('1 more sold than in stock');
    const [first, second] = within(row).getAllByRole('listitem');
    expect(first?.textContent).toMatch(/^Ordered 1 on Shopify/u);
    expect(first?.textContent).not.toContain('Later sale');
    expect(second?.textContent).toMatch(/^Sold 1 on Square \(Square Point of Sale\).*Later sale$/u);
    expect(row.textContent).toContain('Refund or back-order the later sale: the one on Square.');
    expect(
      within(row)
        .getByRole('link', { name: /^View history/u })
        .getAttribute('href'),
    ).toBe('/history?sku=TEE-M');
    expect(inputsOf(calls, 'GetOversells')).toEqual([{ limit: 500, variantId: '' }]);
    expect(screen.getByRole('link', { name: /^Oversold/u }).getAttribute('aria-current')).toBe('page');
  });

  it('does not say which sale came later where that is not certain', async () => {
    const { shortBy: _, ...ended } = anOversell({ id: '4:D', later: 'shopify' });
    open(listing(UNCERTAIN, anOversell({ id: '3:C', shortBy: 0 }), ended));
    const row = await rowOf('2:B');
    expect(row.textContent).not.toContain('Later sale');
    expect(row.textContent).toContain('Which sale came later is not certain.');
    expect(within(row).getAllByText(/^by /u)).toHaveLength(2);
    expect(row.textContent).toContain('And 3 later sales.');
    expect((await rowOf('3:C')).textContent).toContain('Back in stock');
    const last = await rowOf('4:D');
    expect(last.textContent).toContain('No longer linked');
    expect(last.textContent).toContain('Refund or back-order the later sale: the Shopify order.');
  });

  it('dismisses one, and all after a question', async () => {
    const { calls } = open({ ...listing(anOversell(), UNCERTAIN), DismissOversells: () => ({}) });
    await rowOf('1:A');
    const [first] = screen.getAllByRole('button', { name: 'Dismiss: Tee · Medium' });
    if (first !== undefined) fireEvent.click(first);
    await waitFor(() => expect(inputsOf(calls, 'DismissOversells')).toEqual([{ ids: ['1:A'], all: false }]));
    await waitFor(() => expect(inputsOf(calls, 'GetOversells')).toHaveLength(2));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss all' }));
    const dialog = await screen.findByRole('dialog', { name: 'Dismiss all' });
    expect(dialog.textContent).toContain('Removes 2 variants from this list.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Dismiss all' }));
    await waitFor(() => expect(inputsOf(calls, 'DismissOversells').at(-1)).toEqual({ ids: [], all: true }));
  });

  it('says why one could not be dismissed, and why all could not', async () => {
    expectNoise(/dismissing: unavailable/u);
    open({ ...listing(anOversell(), UNCERTAIN), DismissOversells: () => refusal('unavailable', 'Try again in a minute.', 'req-9') });
    const row = await rowOf('1:A');
    fireEvent.click(within(row).getByRole('button', { name: 'Dismiss: Tee · Medium' }));
    expect((await within(row).findByRole('alert')).textContent).toMatch(/Try again in a minute\..*req-9/u);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss all' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Dismiss all' }));
    await waitFor(() => expect(within(row).queryByRole('alert')).toBeNull());
    expect((await screen.findByRole('alert')).textContent).toContain('Try again in a minute.');
  });

  it('is empty, loading, or could not be loaded', async () => {
    expectNoise(/getting oversold variants: unavailable/u);
    let answer: () => object = () => ({ total: 0, oversells: [] });
    open({ GetOversells: () => answer() });
    expect(await screen.findByText('No oversold variants are waiting for a decision.')).toBeTruthy();
    answer = () => refusal('unavailable', 'Try again in a minute.', 'req-4');
    cleanup();
    open({ GetOversells: () => answer() });
    expect(await screen.findByText('The issues could not be loaded.')).toBeTruthy();
    cleanup();
    open({ GetOversells: never });
    await screen.findByRole('heading', { name: 'Oversold' });
    expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0);
  });
});

describe('an oversold variant elsewhere', () => {
  const TEE = aVariant({ id: '2', name: 'Medium', sku: 'TEE-M', shopifyId: 'gid://shopify/ProductVariant/71', squareId: 'SQ71' });
  const drawer = (answers: Answers): { readonly calls: SeenCall[] } =>
    openApp('/inventory?variant=shopify.71.7', {
      ...COUNTS,
      GetInventory: () => ({ products: [{ name: 'Tee', variants: [TEE] }] }),
      GetVariantDetail: () => aDetail({ id: '2' }),
      ...answers,
    });

  it('has both sales in its details, with a link to the list', async () => {
    const { calls } = drawer(listing(anOversell()));
    expect(await screen.findByText('Oversold on both platforms: 1 more sold than in stock')).toBeTruthy();
    expect(screen.getByText('Ordered 1 on Shopify')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View oversold variants' }).getAttribute('href')).toBe('/issues?view=oversold');
    expect(inputsOf(calls, 'GetOversells')).toEqual([{ limit: 1, variantId: '2' }]);
  });

  it('is not asked for while the account has none, and says so when it could not be read', async () => {
    const { calls } = drawer({ GetAccountStatus: () => aStatus() });
    await screen.findByRole('dialog', { name: 'Variant Details' });
    expect(inputsOf(calls, 'GetOversells')).toEqual([]);
    cleanup();
    expectNoise(/getting oversold units: internal/u);
    drawer({ GetOversells: () => refusal('internal', 'Something failed.', 'req-1') });
    expect(await screen.findByText('This variant was oversold. Its sales could not be loaded.')).toBeTruthy();
  });

  it('is a warning on the dashboard', async () => {
    openApp('/dashboard', COUNTS);
    expect(await screen.findByText('2 variants were oversold: both platforms sold the same units')).toBeTruthy();
  });
});
