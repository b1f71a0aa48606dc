import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Copy } from '../../../src/gen/sh/variants_pb';
import { copyNotes, readDismissed, writeDismissed } from '../../../src/web/merchant/inventory/copy-state';
import { expectNoise } from '../../support/fail-on-noise';
import { aStatus, aVariant } from '../support/builders';
import { refusal, inputsOf, inputOf } from '../support/fake-api';
import { hasNo, find, press, sees, has, pressFound, hides, click, shows } from '../support/page';
import { openApp } from '../support/render-app';

const NOW = Date.parse('2026-11-20T10:00:00Z');

function aCopy(change: Partial<Copy> = {}): Copy {
  return {
    id: '4',
    source: 'square',
    productId: 'ITEM',
    productName: 'Wool Scarf',
    state: 'running',
    processed: 1,
    total: 3,
    problem: '',
    items: [],
    requested: '2026-11-20T09:58:00Z',
    lastUpdated: '2026-11-20T09:59:00Z',
    ...change,
  };
}

describe('notices about copies', () => {
  it('show progress, problems, and for a while success', () => {
    const items = [
      { sku: 'A', name: 'Red', state: 'linked', problem: '' },
      { sku: 'B', name: 'Blue', state: 'refused', problem: 'Another variant has this SKU.' },
    ];
    const copies = [
      aCopy(),
      aCopy({ id: '3', state: 'done', items: items.slice(0, 1) }),
      aCopy({ id: '2', state: 'done', items, lastUpdated: '2026-11-19T00:00:00Z' }),
      aCopy({ id: '1', state: 'done', lastUpdated: '2026-11-19T00:00:00Z' }),
    ];
    const notes = copyNotes({ copies }, new Set(), NOW);
    expect(notes.map(({ ids, tone, text }) => [ids, tone, text])).toEqual([
      [['4'], 'info', '1 of 3 variants'],
      [['3'], 'good', '1 variant added.'],
      [['2'], 'warn', '1 variant added.'],
    ]);
    expect(notes[0]).toMatchObject({ title: 'Copying “Wool Scarf” to Shopify', progress: { done: 1, total: 3 }, finished: false });
    expect(notes[2]?.problems).toEqual(['Blue, B: Another variant has this SKU.']);
    expect(copyNotes({ copies }, new Set(['4', '2']), NOW).map((note) => note.ids)).toEqual([['3']]);
    expect(copyNotes({ copies: [aCopy({ state: 'failed', problem: 'Shopify is gone.' })] }, new Set(), NOW)[0]).toMatchObject({
      tone: 'bad',
      text: 'Shopify is gone.',
    });
  });

  it('combine successful copies into one, so that the list stays in sight', () => {
    const successful = [1, 2, 3].map((id) => aCopy({ id: String(id), productName: `Scarf ${id}`, state: 'done' }));
    const notes = copyNotes({ copies: [...successful, aCopy({ id: '9', state: 'failed', problem: 'Shopify is gone.' })] }, new Set(), NOW);
    expect(notes.map(({ ids, tone, title }) => [ids, tone, title])).toEqual([
      [['9'], 'bad', '“Wool Scarf” could not be copied to Shopify'],
      [['1', '2', '3'], 'good', '3 products copied'],
    ]);
    expect(notes[1]?.text).toBe('“Scarf 1” is on Shopify, “Scarf 2” is on Shopify, “Scarf 3” is on Shopify.');
  });

  it('keep which ones were dismissed, as long as the server lists them', () => {
    expect([...readDismissed('1,2,x,')]).toEqual(['1', '2']);
    expect(readDismissed(null).size).toBe(0);
    expect(writeDismissed(new Set(['4', '9']), { copies: [aCopy()] })).toBe('4');
  });
});

describe('copying to Shopify from the list', () => {
  const LONE = aVariant({ id: '8', name: '', sku: 'SCF', shopifyId: '', squareId: 'SQ8', productId: 'ITEM', status: 'only_square' });

  it('asks first, starts the copy by its SKU, and shows its progress', async () => {
    let copies: Copy[] = [];
    const { calls } = openApp('/inventory', {
      GetInventory: () => ({ products: [{ name: 'Wool Scarf', variants: [LONE, aVariant()] }] }),
      GetAccountStatus: () => aStatus({ revision: 1 + copies.length }),
      GetCopies: () => ({ copies }),
      SaveProductToShopify: () => ({}),
    });
    const [button] = await screen.findAllByRole('button', { name: 'Copy To Shopify: Wool Scarf, SCF' });
    if (button === undefined) throw new Error('no button');
    hasNo('button', /Copy To Shopify: .*TEE-S/u);
    click(button);
    const dialog = await find('dialog', 'Copy To Shopify');
    shows(/A copy cannot be undone here: delete what was added on Shopify\./u, dialog);
    expect(inputsOf(calls, 'SaveProductToShopify')).toEqual([]);
    copies = [aCopy()];
    press('Copy To Shopify', dialog);
    await sees('Copy to Shopify started');
    expect(inputOf(calls, 'SaveProductToShopify')).toEqual({ id: 'SCF' });
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Copying “Wool Scarf” to Shopify' });
    expect([bar.value, bar.max]).toEqual([1, 3]);
  });

  it('shows why it could not be started, and stays open', async () => {
    expectNoise(/copying to shopify: failed_precondition/u);
    openApp('/inventory', {
      GetInventory: () => ({ products: [{ name: 'Wool Scarf', variants: [LONE] }] }),
      SaveProductToShopify: () => refusal('failed_precondition', 'More than one Square variation has this SKU.'),
    });
    const [button] = await screen.findAllByRole('button', { name: 'Copy To Shopify: Wool Scarf, SCF' });
    click(button ?? document.body);
    const dialog = await find('dialog', 'Copy To Shopify');
    press('Copy To Shopify', dialog);
    await sees(/More than one Square variation has this SKU\. Reference: req-1/u);
    has('dialog', 'Copy To Shopify');
  });

  it('can be dismissed, and stays dismissed', async () => {
    openApp('/inventory', {
      GetInventory: () => ({}),
      GetCopies: () => ({ copies: [aCopy({ state: 'failed', problem: 'Shopify is not connected.' })] }),
    });
    await pressFound(/^Dismiss: “Wool Scarf”/u);
    await waitFor(() => hides('Shopify is not connected.'));
    expect(window.localStorage.getItem('copies-put-away')).toBe('4');
  });
});
