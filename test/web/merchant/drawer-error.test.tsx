import { cleanup, render, screen, within, type BoundFunctions, type queries } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

import { DrawerError } from '../../../src/web/merchant/inventory/drawer-error';
import { chatLoadedAtom, chatAllowedAtom } from '../../../src/web/shared/state/chat';
import { createStore, Provider } from '../../../src/web/shared/state/jotai';
import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aSide } from '../support/builders';
import { refusal, type Answers } from '../support/fake-api';
import { find, shows, fill, click } from '../support/page';
import { openApp } from '../support/render-app';

const NAMELESS = aDetail({ shopify: aSide({ sku: '' }), square: undefined, squareQuantity: undefined, status: 'missing_sku' });
const ALONE = aDetail({ square: undefined, squareQuantity: undefined, status: 'only_shopify' });

async function open(detail: object, answers: Answers): Promise<BoundFunctions<typeof queries>> {
  openApp('/inventory?variant=shopify.71.7', { GetInventory: () => ({}), GetVariantDetail: () => detail, ...answers });
  return within(await find('dialog', 'Variant Details'));
}

async function seesError(label: string): Promise<void> {
  const alert = await find('alert');
  expect(within(alert).getByText("Uh oh - that didn't work."), label).toBeTruthy();
  shows('Down for a minute.', alert);
}

/** Expects the log's two lines: the failed call with the server's reference, and the one that links our reference to it. */
function expectLogged(label: string): void {
  expectNoise(new RegExp(`: ${label}: unavailable`, 'u'));
  expectNoise(new RegExp(`: ${label} \\(SH-ERR-\\d{1,5}\\): unavailable: .+\\(req-1\\)$`, 'u'));
}

const DOWN = () => refusal('unavailable', 'Down for a minute.');

describe('a failed call of the drawer is logged with its label', () => {
  it('setting a SKU', async () => {
    expectLogged('setting sku');
    const drawer = await open(NAMELESS, { SaveSku: DOWN });
    fill(await drawer.findByRole('textbox', { name: 'New SKU' }), 'A1');
    click(drawer.getByRole('button', { name: 'Save SKU' }));
    await seesError('setting sku');
  });

  it('counting what a copy would create', async () => {
    expectLogged('preparing variants to sync');
    const drawer = await open(ALONE, { GetSyncableProductVariants: DOWN });
    click(await drawer.findByRole('button', { name: 'Sync To Square' }));
    await seesError('preparing variants to sync');
  });

  it('starting the copy', async () => {
    expectLogged('syncing variant');
    const drawer = await open(ALONE, { GetSyncableProductVariants: () => ({ total: 1, variants: [ALONE] }), SyncVariants: DOWN });
    click(await drawer.findByRole('button', { name: 'Sync To Square' }));
    click(await drawer.findByRole('button', { name: 'Copy 1 Variants' }));
    await seesError('syncing variant');
  });
});

describe('the drawer’s error', () => {
  afterEach(() => {
    cleanup();
    delete window.$crisp;
  });

  it.each([true, false])('offers the chat where there is one: %s', (there) => {
    const said: unknown[] = [];
    window.$crisp = { push: (command) => said.push(command) };
    const store = createStore();
    store.set(chatLoadedAtom, there);
    store.set(chatAllowedAtom, true);
    const failure = { code: 'internal', message: 'Something broke.', reference: 'SH-ERR-7' } as const;
    render(
      <Provider store={store}>
        <DrawerError failed={{ label: 'setting sku', failure, writes: true }} onContinue={() => undefined} />
      </Provider>,
    );
    const link = screen.queryByRole('button', { name: 'or request help via chat' });
    expect(link !== null).toBe(there);
    if (link !== null) click(link);
    expect(said).toEqual(there ? [['do', 'chat:open']] : []);
    expect(screen.getByText(/^There was an error/u).textContent).toBe(
      'There was an error trying to sync this variant. Your error reference # is SH-ERR-7. Please reach out to support for assistance' +
        (there ? ' or request help via chat' : ''),
    );
  });
});
