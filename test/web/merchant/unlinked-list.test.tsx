import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { UnlinkedPair, UnlinkedVariant } from '../../../src/gen/sh/issues_pb';
import { repairsOf } from '../../../src/web/merchant/issues/unlinked-repairs';
import { expectNoise } from '../../support/fail-on-noise';
import { aSide, aStatus } from '../support/builders';
import { never, refusal, type Answers, type SeenCall } from '../support/fake-api';
import { openApp } from '../support/render-app';

type Side = UnlinkedVariant & { readonly variant: NonNullable<UnlinkedVariant['variant']> };

const onShopify = (change: Partial<Side> = {}): Side => ({ variant: aSide(), quantity: 12, state: 'waiting', ...change });
const onSquare = (change: Partial<Side> = {}): Side => ({
  variant: aSide({ source: 'square', id: 'VSQ', productId: 'ISQ', sku: 'TEE-M' }),
  quantity: 12,
  state: 'waiting',
  ...change,
});

function aPair(change: Partial<UnlinkedPair> = {}): UnlinkedPair {
  return { id: '900:VSQ', at: '2026-11-22T09:00:00Z', why: 'sku-changed', shopify: onShopify(), square: onSquare(), ...change };
}

const RENAMED = aPair({ id: '1:A', square: onSquare({ variant: aSide({ source: 'square', id: 'VSQ', sku: 'TEE-MEDIUM' }) }) });
const DELETED = aPair({ id: '2:B', why: 'removed', square: onSquare({ state: 'gone' }) });
const UNTRACKED = aPair({ id: '3:C', why: 'untracked', shopify: onShopify({ variant: aSide({ inventoryTracked: false }) }) });
const TAKEN = aPair({
  id: '4:D',
  shopify: { variant: aSide({ sku: 'TEE-OLD' }), state: 'waiting' },
  square: onSquare({ state: 'linked' }),
});

const COUNTS: Answers = {
  GetMissingSkuCounts: () => ({}),
  GetDuplicateSkuCounts: () => ({}),
  GetInventoryDisabledSkuCounts: () => ({}),
  GetAccountStatus: () => aStatus({ unlinked: 4 }),
};

function open(answers: Answers): { readonly calls: SeenCall[] } {
  return openApp('/issues?view=unlinked', { ...COUNTS, ...answers });
}

const listing = (...pairs: UnlinkedPair[]): Answers => ({ GetUnlinked: () => ({ total: pairs.length, pairs }) });
const inputs = (calls: readonly SeenCall[], method: string): unknown[] =>
  calls.filter((call) => call.method === method).map((call) => call.input);
const rowOf = (id: string): HTMLElement => {
  const row = document.querySelector<HTMLElement>(`[data-pair="${id}"]`);
  if (row === null) throw new Error(`${id} is not listed`);
  return row;
};
const buttonsOf = (id: string): string[] =>
  within(rowOf(id))
    .queryAllByRole('button')
    .map((button) => button.textContent);

describe('what repairs a pair', () => {
  it('is one SKU for both, tracking, or another copy, by what is wrong', () => {
    expect(repairsOf(RENAMED)).toEqual([
      { kind: 'sku', source: 'shopify', sku: 'TEE-M' },
      { kind: 'sku', source: 'square', sku: 'TEE-MEDIUM' },
    ]);
    expect(repairsOf(DELETED)).toEqual([{ kind: 'copy', from: 'shopify' }]);
    expect(repairsOf(UNTRACKED)).toEqual([{ kind: 'track', source: 'shopify' }]);
  });

  it('names one SKU once, and no blank one', () => {
    expect(repairsOf(aPair())).toEqual([{ kind: 'sku', source: 'shopify', sku: 'TEE-M' }]);
    const blank = aPair({ shopify: onShopify({ variant: aSide({ sku: '' }) }) });
    expect(repairsOf(blank)).toEqual([{ kind: 'sku', source: 'square', sku: 'TEE-M' }]);
  });

  it('is nothing where the merchant must decide: a partner with another variant, nothing left, nothing to match by', () => {
    expect(repairsOf(TAKEN)).toEqual([]);
    expect(repairsOf(aPair({ shopify: onShopify({ state: 'gone' }), square: onSquare({ state: 'gone' }) }))).toEqual([]);
    expect(repairsOf({ ...DELETED, shopify: onShopify({ variant: aSide({ sku: '' }) }) })).toEqual([]);
  });
});

describe('the list of pairs that no longer sync', () => {
  it('says that there are none', async () => {
    open({ ...listing(), GetAccountStatus: () => aStatus() });
    expect(await screen.findByText('No variants are waiting to be linked again.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Dismiss all' })).toBeNull();
  });

  it('says why each stopped, with both SKUs, the last quantity, and its repairs', async () => {
    const { calls } = open(listing(RENAMED, DELETED, UNTRACKED, TAKEN));
    expect(
      await screen.findByText('A SKU was changed on one platform, so the two no longer match.', { selector: '[data-pair="1:A"] p' }),
    ).toBeTruthy();
    expect(rowOf('1:A').textContent).toContain('TEE-MEDIUM');
    expect(rowOf('1:A').textContent).toContain('last quantity 12');
    expect(buttonsOf('1:A')).toEqual(["Use Shopify's SKU on both", "Use Square's SKU on both", 'Dismiss']);
    expect(rowOf('2:B').textContent).toMatch(/It was deleted on one platform\..*last quantity 12, deleted/u);
    expect(buttonsOf('2:B')).toEqual(['Copy to Square again', 'Dismiss']);
    expect(rowOf('3:C').textContent).toContain('Inventory tracking was turned off on one platform.');
    expect(rowOf('3:C').textContent).toContain('last quantity 12, not tracked');
    expect(buttonsOf('3:C')).toEqual(['Track on Shopify again', 'Dismiss']);
    expect(rowOf('4:D').textContent).toMatch(
      /One of the two now syncs with another variant.*never counted.*now linked with another variant/u,
    );
    expect(within(rowOf('4:D')).getByRole('link').getAttribute('href')).toBe('/inventory?q=TEE-M');
    expect(buttonsOf('4:D')).toEqual(['Dismiss']);
    expect(inputs(calls, 'GetUnlinked')).toEqual([{ limit: 500 }]);
    expect(screen.getByRole('link', { name: /No Longer Linked/u }).getAttribute('aria-current')).toBe('page');
  });

  it.each([
    [RENAMED, "Use Shopify's SKU on both", 'SaveSku', { shopifyVariantId: aSide().id, squareVariantId: 'VSQ', sku: 'TEE-M', bulkKey: '' }],
    [DELETED, 'Copy to Square again', 'SyncVariants', { source: 'shopify', variantId: aSide().id }],
    [
      UNTRACKED,
      'Track on Shopify again',
      'SetInventoryTracking',
      { source: 'shopify', variantId: aSide().id, trackInventory: true, bulkKey: '' },
    ],
  ])('repairs by one click, once, and loads the list again', async (pair, label, method, expected) => {
    let repaired = false;
    const { calls } = open({
      GetUnlinked: () => (repaired ? {} : { total: 1, pairs: [pair] }),
      [method]: () => {
        repaired = true;
        return {};
      },
    });
    const button = await screen.findByRole('button', { name: `${label}: Tee · Medium` });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await screen.findByText('No variants are waiting to be linked again.')).toBeTruthy();
    expect(inputs(calls, method)).toEqual([expected]);
  });

  it('keeps a pair whose repair failed, and says why with the reference', async () => {
    expectNoise(/linking variants again: already_exists/u);
    open({ ...listing(RENAMED), SaveSku: () => refusal('already_exists', 'Square has this SKU already.', 'req-77') });
    fireEvent.click(await screen.findByRole('button', { name: "Use Shopify's SKU on both: Tee · Medium" }));
    const why = await within(rowOf('1:A')).findByRole('alert');
    expect(why.textContent).toContain('This could not be done.');
    expect(why.textContent).toContain('Square has this SKU already.');
    expect(why.textContent).toContain('req-77');
    expect(screen.getByRole('button', { name: "Use Shopify's SKU on both: Tee · Medium" }).getAttribute('aria-disabled')).not.toBe('true');
  });

  it('dismisses one', async () => {
    const { calls } = open({ ...listing(RENAMED, DELETED), DismissUnlinked: () => ({}) });
    const [first] = await screen.findAllByRole('button', { name: 'Dismiss: Tee · Medium' });
    if (first !== undefined) fireEvent.click(first);
    await waitFor(() => expect(inputs(calls, 'DismissUnlinked')).toEqual([{ ids: ['1:A'], all: false }]));
    await waitFor(() => expect(inputs(calls, 'GetUnlinked')).toHaveLength(2));
  });

  it('dismisses all after a question, and none when it is cancelled', async () => {
    const { calls } = open({ GetUnlinked: () => ({ total: 1200, pairs: [RENAMED, DELETED] }), DismissUnlinked: () => ({}) });
    expect(await screen.findByText('Showing the latest 2 of 1,200.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss all' }));
    const dialog = await screen.findByRole('dialog', { name: 'Dismiss all' });
    expect(dialog.textContent).toContain('Removes 1,200 variants from this list.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Dismiss all' }));
    await waitFor(() => expect(inputs(calls, 'DismissUnlinked')).toEqual([{ ids: [], all: true }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says why they could not all be dismissed', async () => {
    expectNoise(/dismissing: unavailable/u);
    open({ ...listing(RENAMED, DELETED), DismissUnlinked: () => refusal('unavailable', 'Try again in a minute.', 'req-9') });
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss all' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Dismiss all' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/Try again in a minute\..*req-9/u);
    expect(rowOf('1:A')).toBeTruthy();
  });

  it('shows a skeleton while it loads', async () => {
    open({ GetUnlinked: never });
    await screen.findByRole('heading', { name: 'No Longer Linked' });
    expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0);
  });

  it('says that the list could not be loaded, with the reference', async () => {
    expectNoise(/getting variants that no longer sync: unavailable/u);
    open({ GetUnlinked: () => refusal('unavailable', 'Try again in a minute.', 'req-4') });
    expect(await screen.findByText('The issues could not be loaded.')).toBeTruthy();
    expect(screen.getByText('req-4')).toBeTruthy();
  });
});
