import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aVariant } from '../support/builders';
import { inputOf, inputsOf, refusal, type Answers } from '../support/fake-api';
import { fill, find, get, has, hasNo, press, pressFound, sees } from '../support/page';
import { openApp, pick } from '../support/render-app';

const LOW = { id: '1', name: 'Low shirts', view: 'out_of_sync', query: 'type:Shirts low', sort: '-square_quantity' };
const ACME = { id: '2', name: 'Acme', view: 'all', query: 'vendor:Acme', sort: '' };

/** A server that keeps views. */
function serverWith(...views: readonly (typeof LOW)[]): Answers {
  let kept = [...views];
  return {
    GetInventory: () => ({ products: [{ name: 'Tee', variants: [aVariant()] }], total: 1 }),
    GetSavedViews: () => ({ views: kept }),
    SaveView: (view: typeof LOW) => {
      const saved = view.id === '' ? { ...view, id: String(kept.length + 1) } : view;
      kept = view.id === '' ? [...kept, saved] : kept.map((one) => (one.id === view.id ? saved : one));
      return saved;
    },
    DeleteView: ({ id }: { readonly id: string }) => {
      kept = kept.filter((one) => one.id !== id);
      return {};
    },
  };
}

describe('saved views', () => {
  it('show the view, search, filters, and order with one click, from the first page', async () => {
    const { calls } = openApp('/inventory?page=3', serverWith(LOW, ACME));
    await pressFound('Low shirts');
    await waitFor(() => expect(get('button', 'Low shirts').getAttribute('aria-pressed')).toBe('true'));
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
      view: 'out_of_sync',
      q: 'low',
      filter: 'type:Shirts',
      sort: '-square_quantity',
    });
    await waitFor(() =>
      expect(inputsOf(calls, 'GetInventory').at(-1)).toMatchObject({
        view: 'out_of_sync',
        query: 'type:Shirts low',
        table: { page: 0, sort: '-square_quantity' },
      }),
    );
    has('button', 'Remove the filter Type or category: Shirts');
    press('Acme');
    await waitFor(() => expect(get('button', 'Acme').getAttribute('aria-pressed')).toBe('true'));
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({ filter: 'vendor:Acme' });
  });

  it('are not there at first, and what the page shows at first cannot be saved', async () => {
    openApp('/inventory', serverWith());
    await screen.findByText('TEE-S');
    hasNo('group', 'Saved views');
    await pick('View', /^In Sync/u);
    await find('button', 'Save view');
  });

  it('are saved under a name, with Enter, and then shown as saved', async () => {
    const { calls } = openApp('/inventory?q=red+vendor:Acme&filter=tag%3Anew&sort=-name&page=2', serverWith());
    await pressFound('Save view');
    const dialog = await find('dialog', 'Save view');
    expect(get<HTMLButtonElement>('button', 'Save', dialog).disabled).toBe(true);
    const box = get('textbox', 'Name', dialog);
    fill(box, '  New things ');
    fireEvent.submit(box);
    await sees('View saved');
    expect(inputOf(calls, 'SaveView')).toEqual({
      id: '',
      name: 'New things',
      view: 'all',
      query: 'tag:new red vendor:Acme',
      sort: '-name',
    });
    await waitFor(() => expect(get('button', 'New things').getAttribute('aria-pressed')).toBe('true'));
    hasNo('button', 'Save view');
  });

  it('are refused before they are sent, with the reason: a name that is too long, or that another has', async () => {
    const { calls } = openApp('/inventory?q=red', serverWith(LOW));
    await pressFound('Save view');
    const dialog = await find('dialog', 'Save view');
    const box = get('textbox', 'Name', dialog);
    for (const [name, reason] of [
      ['x'.repeat(61), 'Use at most 60 characters.'],
      ['LOW shirts', 'Another saved view has this name.'],
    ] as const) {
      fill(box, name);
      await sees(reason, dialog);
      fireEvent.submit(box);
      expect(get<HTMLButtonElement>('button', 'Save', dialog).disabled).toBe(true);
    }
    expect(inputsOf(calls, 'SaveView')).toEqual([]);
  });

  it('say why the server has refused, in the dialog alone', async () => {
    expectNoise(/saving a view: already_exists/u);
    openApp('/inventory?q=red', {
      ...serverWith(),
      SaveView: () => refusal('already_exists', 'There is already a saved view named “Red”.'),
    });
    await pressFound('Save view');
    const dialog = await find('dialog', 'Save view');
    fill(get('textbox', 'Name', dialog), 'Red');
    press('Save', dialog);
    await sees(/^There is already a saved view named “Red”\./u, dialog);
    expect(screen.getAllByText(/already a saved view/u)).toHaveLength(1);
  });

  it('cannot be more than 20', async () => {
    const views = Array.from({ length: 20 }, (_, n) => ({ ...LOW, id: String(n + 1), name: `View ${n}` }));
    openApp('/inventory?q=red', serverWith(...views));
    await pressFound('Save view');
    const dialog = await find('dialog', 'Save view');
    fill(get('textbox', 'Name', dialog), 'One more');
    await sees('You can save at most 20 views. Delete one first.', dialog);
    expect(get<HTMLButtonElement>('button', 'Save', dialog).disabled).toBe(true);
  });

  it('are renamed, and keep what they show', async () => {
    const { calls } = openApp('/inventory?filter=vendor%3AAcme', serverWith(LOW, ACME));
    await pressFound('Rename the view Acme');
    const dialog = await find('dialog', 'Rename view');
    fill(get('textbox', 'Name', dialog), 'ACME');
    press('Rename', dialog);
    await sees('View renamed');
    expect(inputOf(calls, 'SaveView')).toEqual({ ...ACME, name: 'ACME' });
    await find('button', 'ACME');
  });

  it('are deleted once that is confirmed; the list stays', async () => {
    const { calls } = openApp('/inventory?filter=vendor%3AAcme', serverWith(LOW, ACME));
    await pressFound('Delete the view Acme');
    press('Delete', await find('dialog', 'Delete view?'));
    await sees('View deleted');
    expect(inputOf(calls, 'DeleteView')).toEqual({ id: '2' });
    await waitFor(() => hasNo('button', 'Acme'));
    has('button', 'Save view');
    expect(window.location.search).toBe('?filter=vendor%3AAcme');
  });

  it('can be loaded again after a failure; the list does not wait for them', async () => {
    expectNoise(/getting saved views: internal/u);
    let broken = true;
    openApp('/inventory', { ...serverWith(LOW), GetSavedViews: () => (broken ? refusal('internal', 'Broken.') : { views: [LOW] }) });
    await screen.findByText('TEE-S');
    await sees(/^Your saved views could not be loaded\. Broken\./u);
    broken = false;
    press('Load them again');
    await find('button', 'Low shirts');
  });
});
