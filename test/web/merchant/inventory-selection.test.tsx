import { fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { aVariant } from '../support/builders';
import { inputsOf, type Answers } from '../support/fake-api';
import { click, find, get, has, hides, hasNo, press, pressFound, sees, shows } from '../support/page';
import { openApp, pick } from '../support/render-app';

const SKUS = ['A', 'B', 'C', 'D', 'E', 'F'];
/** Three products of two variants. */
const products = (skus: readonly string[] = SKUS) =>
  Array.from({ length: Math.ceil(skus.length / 2) }, (_, index) => ({
    name: `Tee ${index + 1}`,
    variants: skus.slice(2 * index, 2 * index + 2).map((sku) => aVariant({ id: sku, name: 'Small', sku })),
  }));
const LISTED: Answers = {
  GetInventory: ({ table }: { readonly table?: { readonly sort?: string } }) => ({
    products: products(table?.sort?.startsWith('-') ? SKUS.toReversed() : SKUS),
    hasNextPage: true,
    total: 900,
  }),
};

const box = (sku: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`tr[data-sku="${sku}"] input`);
  if (found === null) throw new Error(`no box of ${sku}`);
  return found;
};
/** The selected rows of the page. */
const selected = (): readonly (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('tr[data-sku]')]
    .filter((row) => row.querySelector('input')?.checked)
    .map(({ dataset }) => dataset['sku']);

async function open(answers: Answers = LISTED) {
  const app = openApp('/inventory', answers);
  await find('checkbox', 'Select all on this page');
  return app;
}

describe('a range of rows', () => {
  it('is selected from the row that was set last, with Shift, in either direction', async () => {
    await open();
    click(box('B'));
    fireEvent.click(box('D'), { shiftKey: true });
    expect(selected()).toEqual(['B', 'C', 'D']);
    shows('3 selected');
    fireEvent.click(box('A'), { shiftKey: true });
    expect(selected()).toEqual(['A', 'B', 'C', 'D']);
  });

  it('is taken out again in the same way', async () => {
    await open();
    click(get('checkbox', 'Select all on this page'));
    click(box('E'));
    fireEvent.click(box('C'), { shiftKey: true });
    expect(selected()).toEqual(['A', 'B', 'F']);
  });

  it('is one row where none was set before, or all were set at once', async () => {
    await open();
    fireEvent.click(box('D'), { shiftKey: true });
    expect(selected()).toEqual(['D']);
    click(get('checkbox', 'Select all on this page'));
    click(get('checkbox', 'Select all on this page'));
    fireEvent.click(box('F'), { shiftKey: true });
    expect(selected()).toEqual(['F']);
  });

  it('goes over the headings of the grouped table', async () => {
    await open();
    await pick('Table', 'Grouped by Product');
    await sees('Tee 3');
    await waitFor(() => expect(document.querySelector('table')?.hasAttribute('aria-busy')).toBe(false));
    click(box('B'));
    fireEvent.click(box('E'), { shiftKey: true });
    expect(selected()).toEqual(['B', 'C', 'D', 'E']);
  });

  it('marks no text between the rows, and has the focus', async () => {
    await open();
    expect(fireEvent.mouseDown(box('C'))).toBe(true);
    expect(fireEvent.mouseDown(box('C'), { shiftKey: true })).toBe(false);
    expect(document.activeElement).toBe(box('C'));
  });

  it('has no beginning after another order, search, or page', async () => {
    const { calls } = await open();
    click(box('B'));
    press('Square Qty');
    press('Square Qty');
    await waitFor(() => expect(document.querySelector('tr[data-sku]')?.getAttribute('data-sku')).toBe('F'));
    fireEvent.click(box('D'), { shiftKey: true });
    expect(selected()).toEqual(['D', 'B']);
    press('Next');
    await sees(/^Showing 501/u);
    const read = inputsOf(calls, 'GetInventory').length;
    fireEvent.click(box('E'), { shiftKey: true });
    expect(selected()).toEqual(['E', 'D', 'B']);
    await pick('View', /^In Sync/u);
    await waitFor(() => expect(inputsOf(calls, 'GetInventory')).toHaveLength(read + 1));
    await waitFor(() => expect(document.querySelector('table')?.hasAttribute('aria-busy')).toBe(false));
    fireEvent.click(box('A'), { shiftKey: true });
    expect(selected()).toEqual(['E', 'D', 'B', 'A']);
  });
});

describe('Escape', () => {
  it('clears the selection in the list, and leaves the focus there', async () => {
    await open();
    click(box('B'));
    box('B').focus();
    fireEvent.keyDown(box('B'), { key: 'Escape' });
    expect(selected()).toEqual([]);
    hides('1 selected');
    expect(document.activeElement).toBe(box('B'));
  });

  it('clears it in the bar, as Clear does, and the list gets the focus', async () => {
    await open();
    for (const clear of [(at: HTMLElement) => fireEvent.keyDown(at, { key: 'Escape' }), click]) {
      click(box('B'));
      const button = get('button', 'Clear');
      button.focus();
      clear(button);
      expect(selected()).toEqual([]);
      expect(document.activeElement).toBe(get('checkbox', 'Select all on this page'));
    }
  });

  it('leaves it elsewhere on the page, and while a drawer is open', async () => {
    await open();
    const covered = box('B');
    click(covered);
    fireEvent.keyDown(get('searchbox'), { key: 'Escape' });
    expect(selected()).toEqual(['B']);
    press('Level selected');
    await find('dialog', 'Level quantities');
    fireEvent.keyDown(covered, { key: 'Escape' });
    expect(selected()).toEqual(['B']);
  });

  it('first hides a tooltip', async () => {
    await open({ GetInventory: () => ({ products: [{ name: 'Mug', variants: [aVariant({ id: 'A', sku: 'A', shopifyId: '' })] }] }) });
    click(await find('checkbox', /^Select Mug/u));
    const cross = get('img', 'Not on Shopify').parentElement ?? document.body;
    fireEvent.focus(cross);
    has('tooltip');
    fireEvent.keyDown(cross, { key: 'Escape' });
    hasNo('tooltip');
    expect(selected()).toEqual(['A']);
    fireEvent.keyDown(cross, { key: 'Escape' });
    expect(selected()).toEqual([]);
  });
});

describe('the arrow keys', () => {
  const arrow = (key: 'ArrowDown' | 'ArrowUp', more: object = {}) =>
    fireEvent.keyDown(document.activeElement ?? document, { key, ...more });

  it('move between the boxes, over headings, and stop at both ends', async () => {
    await open();
    await pick('Table', 'Grouped by Product');
    await sees('Tee 3');
    box('B').focus();
    arrow('ArrowDown');
    expect(document.activeElement).toBe(box('C'));
    arrow('ArrowUp');
    arrow('ArrowUp');
    arrow('ArrowUp');
    expect(document.activeElement).toBe(box('A'));
    arrow('ArrowDown', { altKey: true });
    expect(document.activeElement).toBe(box('A'));
    expect(selected()).toEqual([]);
  });

  it('leave the other controls of a row alone', async () => {
    await open();
    const name = document.querySelector<HTMLElement>('tr[data-sku="B"] button');
    name?.focus();
    expect(arrow('ArrowDown')).toBe(true);
    expect(document.activeElement).toBe(name);
  });
});

it('says the keys beside what is selected, and in the help', async () => {
  await open();
  click(box('B'));
  shows('Shift selects a range, Esc clears');
  expect(get('button', 'Clear').getAttribute('aria-keyshortcuts')).toBe('Escape');
  await pressFound('Clear');
  openApp('/help#keyboard');
  await sees(/hold Shift to select a range/u);
});
