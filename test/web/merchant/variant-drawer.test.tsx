import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aSide, aSnapshot, aStatus, aVariant } from '../support/builders';
import { never, refusal, type Answers, type SeenCall } from '../support/fake-api';
import { comeBack, openApp } from '../support/render-app';

const TEE = aVariant({ id: '2', name: 'Medium', sku: 'TEE-M', shopifyId: 'gid://shopify/ProductVariant/71', squareId: 'SQ71' });
const ADDRESS = '/inventory?variant=shopify.71.7';
const SQUARE_SIDE = aSide({ source: 'square', id: 'SQ71', productId: 'SQITEM7' });

/** Opens the drawer over a list. Each response with details is used once, the last one repeatedly. */
function openDrawer(details: readonly object[], answers: Answers = {}): { drawer: () => Promise<HTMLElement>; calls: SeenCall[] } {
  let reads = 0;
  const { calls } = openApp(ADDRESS, {
    GetInventory: () => ({ products: [{ name: 'Tee', variants: [TEE] }] }),
    GetVariantDetail: () => details[Math.min(reads++, details.length - 1)] ?? {},
    ...answers,
  });
  return { calls, drawer: () => screen.findByRole('dialog', { name: 'Variant Details' }) };
}

function inputOf(calls: readonly SeenCall[], method: string): unknown {
  return calls.find((call) => call.method === method)?.input;
}

describe('the variant drawer', () => {
  it('opens from a row, is in the address, shows both sides, and closes on Escape', async () => {
    const { calls } = openApp('/inventory', {
      GetInventory: () => ({ products: [{ name: 'Tee', variants: [TEE] }] }),
      GetVariantDetail: () => aDetail({ squareQuantity: 3 }),
    });
    await screen.findByText('TEE-M');
    fireEvent.click(within(document.querySelector<HTMLElement>('tr[data-sku="TEE-M"]') ?? document.body).getByText('TEE-M'));
    const drawer = await screen.findByRole('dialog', { name: 'Variant Details' });
    expect(await within(drawer).findByText('Quantities differ')).toBeTruthy();
    const sides = within(within(drawer).getByRole('table', { name: 'Both platforms' }))
      .getAllByRole('row')
      .slice(1);
    expect(sides.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Quantity', '5', '3'],
      ['Product', 'Tee', 'Tee'],
      ['Variant', 'Medium', 'Medium'],
      ['SKU', 'TEE-M', 'TEE-M'],
      ['Barcode', 'N/A', 'N/A'],
      ['Inv. Tracked', 'Yes', 'Yes'],
      ['Variant ID', 'gid://shopify/ProductVariant/71', 'SQ71'],
      ['Product ID', 'gid://shopify/Product/7', 'SQITEM7'],
      ['Location ID', 'gid://shopify/Location/11', 'LCOUNTER'],
    ]);
    expect(inputOf(calls, 'GetVariantDetail')).toEqual({ source: 'shopify', variantId: '71', productId: '7' });
    expect(window.location.search).toBe('?variant=shopify.71.7');
    fireEvent.keyDown(drawer, { key: 'Escape' });
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('opens from the keyboard, by the name of the variant, and from its Fix button', async () => {
    openApp('/inventory', {
      GetInventory: () => ({ products: [{ name: 'Tee', variants: [TEE] }] }),
      GetVariantDetail: () => aDetail(),
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Tee\s*· Medium/u }));
    const drawer = await screen.findByRole('dialog', { name: 'Variant Details' });
    fireEvent.keyDown(drawer, { key: 'Escape' });
    await waitFor(() => expect(window.location.search).toBe(''));
    const [fix] = screen.getAllByRole('button', { name: 'Fix: Tee, Medium, TEE-M' });
    if (fix === undefined) throw new Error('no Fix button');
    fireEvent.click(fix);
    await waitFor(() => expect(window.location.search).toBe('?variant=shopify.71.7'));
  });

  it('sets the quantity: nothing while empty, either platform’s quantity with one press, then reloads the variant', async () => {
    const { drawer, calls } = openDrawer([aDetail({ squareQuantity: 3 }), aDetail({ shopifyQuantity: 3, squareQuantity: 3 })], {
      SaveInventoryQuantity: () => ({}),
    });
    const box = await within(await drawer()).findByRole<HTMLInputElement>('textbox', { name: 'Inventory Count' });
    const save = within(await drawer()).getByRole<HTMLButtonElement>('button', { name: 'Save Inventory Count' });
    expect(save.disabled).toBe(true);
    fireEvent.change(box, { target: { value: 'ten' } });
    expect(within(await drawer()).getByText('Enter a whole number, such as 12.')).toBeTruthy();
    expect(save.disabled).toBe(true);
    fireEvent.click(within(await drawer()).getByRole('button', { name: 'Use this number: Square, 3' }));
    expect(box.value).toBe('3');
    fireEvent.click(save);
    expect(await within(await drawer()).findByText('Items In Sync')).toBeTruthy();
    expect(inputOf(calls, 'SaveInventoryQuantity')).toEqual({
      source: 'shopify',
      variantId: 'gid://shopify/ProductVariant/71',
      quantity: 3,
    });
  });

  it('adds a SKU where there is none, generated by the server on request', async () => {
    const nameless = aDetail({ shopify: aSide({ sku: '' }), square: undefined, squareQuantity: undefined, status: 'missing_sku' });
    const named = aDetail({ shopify: aSide({ sku: 'X1Y2Z3' }), square: undefined, squareQuantity: undefined, status: 'only_shopify' });
    const { drawer, calls } = openDrawer([nameless, named], { GenerateSku: () => ({ sku: 'X1Y2Z3' }), SaveSku: () => ({}) });
    expect(await within(await drawer()).findByText('Missing SKU')).toBeTruthy();
    const save = within(await drawer()).getByRole<HTMLButtonElement>('button', { name: 'Save SKU' });
    expect(save.disabled).toBe(true);
    fireEvent.click(within(await drawer()).getByRole('button', { name: 'Generate Unique SKU' }));
    await waitFor(() => expect(save.disabled).toBe(false));
    fireEvent.click(save);
    expect(await within(await drawer()).findByText('Not on Square')).toBeTruthy();
    expect(inputOf(calls, 'SaveSku')).toEqual({
      shopifyVariantId: 'gid://shopify/ProductVariant/71',
      squareVariantId: '',
      sku: 'X1Y2Z3',
    });
  });

  it('copies to Shopify after a preview, and confirms the start', async () => {
    const alone = aDetail({ shopify: undefined, shopifyQuantity: undefined, status: 'only_square' });
    const { drawer, calls } = openDrawer([alone], {
      GetSyncableProductVariants: () => ({ total: 3, variants: [alone, { ...alone, square: SQUARE_SIDE }, aDetail()] }),
      SyncVariants: () => ({}),
    });
    fireEvent.click(await within(await drawer()).findByRole('button', { name: 'Sync To Shopify' }));
    const copy = await within(await drawer()).findByRole('button', { name: 'Copy 2 Variant(s)' });
    const confirm = within(await drawer()).getByRole('region', { name: 'Copy to Shopify' });
    expect(confirm.textContent).toContain('3variations of the Square product have a SKU');
    expect(confirm.textContent).toContain('1matching Shopify variant already exists');
    expect(calls.some((call) => call.method === 'SyncVariants')).toBe(false);
    fireEvent.click(copy);
    expect(await within(await drawer()).findByText('Sync to Shopify started')).toBeTruthy();
    expect(within(await drawer()).getByText(/It may take a few minutes/u)).toBeTruthy();
    expect(inputOf(calls, 'GetSyncableProductVariants')).toEqual({ source: 'square', productId: 'SQITEM7' });
    expect(inputOf(calls, 'SyncVariants')).toEqual({ source: 'square', variantId: 'SQ71' });
    const closes = within(await drawer()).getAllByRole('button', { name: 'Close' });
    fireEvent.click(closes.at(-1) ?? document.body);
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('copies to Square with the texts of that direction', async () => {
    const alone = aDetail({ square: undefined, squareQuantity: undefined, status: 'only_shopify' });
    const { drawer, calls } = openDrawer([alone], {
      GetSyncableProductVariants: () => ({ total: 1, variants: [alone] }),
      SyncVariants: () => ({}),
    });
    fireEvent.click(await within(await drawer()).findByRole('button', { name: 'Sync To Square' }));
    fireEvent.click(await within(await drawer()).findByRole('button', { name: 'Copy 1 Variants' }));
    expect(await within(await drawer()).findByText('Sync to Square started')).toBeTruthy();
    expect(inputOf(calls, 'SyncVariants')).toEqual({ source: 'shopify', variantId: 'gid://shopify/ProductVariant/71' });
  });

  it('explains why the two quantities differ, where that is known', async () => {
    const why = async (status: Parameters<typeof aStatus>[0]) => {
      const { drawer } = openDrawer([aDetail({ squareQuantity: 3 })], { GetAccountStatus: () => aStatus(status) });
      const title = await within(await drawer()).findByText('Quantities differ');
      const text = title.parentElement?.textContent ?? '';
      cleanup();
      return text;
    };
    expect(await why({ autoSync: false })).toContain('Auto-sync is off, so changes wait until you turn it on.');
    expect(await why({ shopifyProblem: 'Shopify cannot be reached.' })).toContain('Shopify cannot be reached.');
    expect(await why({})).toContain('The history shows how they came to differ. Choose the correct quantity. New sales keep syncing.');
    expect(await why({ listeningActive: false })).not.toContain('New sales keep syncing.');
    const { drawer } = openDrawer([aDetail({ squareQuantity: 3, underWay: true })]);
    expect(await within(await drawer()).findByText(/A change has not arrived on the other platform yet\.$/u)).toBeTruthy();
  });

  it('shows that a saved quantity is on its way while a platform does not respond, until it has arrived', async () => {
    const before = aDetail({ shopifyQuantity: 4, squareQuantity: 3 });
    let arrived = false;
    const { drawer } = openDrawer([], {
      GetVariantDetail: () => (arrived ? aDetail({ shopifyQuantity: 7, squareQuantity: 7 }) : before),
      GetAccountStatus: () => aStatus({ revision: arrived ? 3 : 2, owed: arrived ? 0 : 1 }),
      SaveInventoryQuantity: () => ({}),
    });
    fireEvent.change(await within(await drawer()).findByRole('textbox', { name: 'Inventory Count' }), { target: { value: '7' } });
    fireEvent.click(within(await drawer()).getByRole('button', { name: 'Save Inventory Count' }));
    expect(await within(await drawer()).findByText('7 is saved and on its way')).toBeTruthy();
    arrived = true;
    comeBack();
    expect(await within(await drawer()).findByText('Items In Sync')).toBeTruthy();
    expect(within(await drawer()).queryByText('7 is saved and on its way')).toBeNull();
  });

  it('acknowledges a save at once, and shows that it is kept while a platform does not respond', async () => {
    let respond: (value: object) => void = () => undefined;
    const saved = new Promise<object>((resolve) => {
      respond = resolve;
    });
    const squareProblem = 'Square cannot be reached at the moment. Nothing is lost: changes wait, and are sent later.';
    let waits = false;
    const { drawer } = openDrawer([], {
      GetVariantDetail: () => aDetail({ squareQuantity: 3, underWay: waits }),
      GetAccountStatus: () => aStatus({ squareProblem: waits ? squareProblem : '', owed: waits ? 1 : 0 }),
      SaveInventoryQuantity: () => saved,
    });
    fireEvent.change(await within(await drawer()).findByRole('textbox', { name: 'Inventory Count' }), { target: { value: '7' } });
    fireEvent.click(within(await drawer()).getByRole('button', { name: 'Save Inventory Count' }));
    expect(await within(await drawer()).findByText('Saving 7')).toBeTruthy();
    waits = true;
    respond({});
    expect(await screen.findByText('Inventory count saved: 7')).toBeTruthy();
    const notice = (await within(await drawer()).findByText('7 is saved and on its way')).closest('[role="status"]');
    await waitFor(() => expect(notice?.textContent).toContain(squareProblem));
    expect(within(await drawer()).queryByText('Saving 7')).toBeNull();
  });

  it('shows no notice once another tab has set another quantity', async () => {
    let saved = false;
    const { drawer } = openDrawer([], {
      GetVariantDetail: () => (saved ? aDetail({ shopifyQuantity: 9, squareQuantity: 9 }) : aDetail({ squareQuantity: 3 })),
      GetAccountStatus: () => aStatus({ revision: saved ? 2 : 1 }),
      SaveInventoryQuantity: () => {
        saved = true;
        return {};
      },
    });
    fireEvent.change(await within(await drawer()).findByRole('textbox', { name: 'Inventory Count' }), { target: { value: '7' } });
    fireEvent.click(within(await drawer()).getByRole('button', { name: 'Save Inventory Count' }));
    expect(await within(await drawer()).findByText('Items In Sync')).toBeTruthy();
    expect(within(await drawer()).queryByText(/is saved and on its way/u)).toBeNull();
  });

  it('shows once that the open variant is gone, and offers nothing that would save to it', async () => {
    expectNoise(/getting variant detail: not_found/u);
    let gone = false;
    const { drawer } = openDrawer([], {
      GetVariantDetail: () => (gone ? refusal('not_found', 'There is no such variant.') : aDetail({ squareQuantity: 3 })),
      GetAccountStatus: () => aStatus({ revision: gone ? 2 : 1 }),
    });
    expect(await within(await drawer()).findByRole('button', { name: 'Save Inventory Count' })).toBeTruthy();
    gone = true;
    comeBack();
    expect(await within(await drawer()).findByText('This variant is no longer available')).toBeTruthy();
    expect(within(await drawer()).queryByRole('button', { name: 'Save Inventory Count' })).toBeNull();
    expect(within(await drawer()).getByRole('link', { name: /^View history of/u })).toBeTruthy();
    expect(screen.queryByText('Error getting variant detail')).toBeNull();
    const closes = within(await drawer()).getAllByRole('button', { name: 'Close' });
    fireEvent.click(closes.at(-1) ?? document.body);
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('lets a quantity be set that is wrong on both sides, and not where a side is not tracked', async () => {
    const { drawer, calls } = openDrawer([aDetail(), aDetail({ shopifyQuantity: 12, squareQuantity: 12 })], {
      SaveInventoryQuantity: () => ({}),
    });
    fireEvent.click(await within(await drawer()).findByRole('button', { name: 'Set the count' }));
    fireEvent.change(within(await drawer()).getByRole('textbox', { name: 'Inventory Count' }), { target: { value: '12' } });
    fireEvent.click(within(await drawer()).getByRole('button', { name: 'Save Inventory Count' }));
    await waitFor(async () => expect(within(await drawer()).queryByRole('textbox', { name: 'Inventory Count' })).toBeNull());
    expect(inputOf(calls, 'SaveInventoryQuantity')).toMatchObject({ source: 'shopify', quantity: 12 });
    cleanup();
    const uncounted = aDetail({ square: { ...SQUARE_SIDE, inventoryTracked: false }, squareQuantity: undefined, status: 'untracked' });
    const other = openDrawer([uncounted]);
    await within(await other.drawer()).findByText('Inventory tracking is disabled');
    expect(within(await other.drawer()).queryByRole('button', { name: 'Set the count' })).toBeNull();
  });

  it('hides the SKU editor of a variant in sync behind a link', async () => {
    const { drawer } = openDrawer([aDetail()]);
    expect(await within(await drawer()).findByText('Items In Sync')).toBeTruthy();
    expect(within(await drawer()).queryByRole('textbox', { name: 'New SKU' })).toBeNull();
    fireEvent.click(within(await drawer()).getByRole('button', { name: 'Modify SKU' }));
    expect(within(await drawer()).getByRole('textbox', { name: 'New SKU' })).toBeTruthy();
    fireEvent.click(within(await drawer()).getByRole('button', { name: 'Cancel' }));
    expect(within(await drawer()).queryByRole('textbox', { name: 'New SKU' })).toBeNull();
  });

  it('sends or drops a held change', async () => {
    const held = aDetail({ squareQuantity: 45, trouble: 'held', troubleDetail: 'A change of 40 on Square is over your maximum.' });
    const { drawer, calls } = openDrawer([held, aDetail()], { ResolveHeld: () => ({ resolved: 1 }) });
    expect(
      await within(await drawer()).findByText(
        /^A change of 40 on Square is over your maximum\. Send it to the other platform, or drop it/u,
      ),
    ).toBeTruthy();
    fireEvent.click(within(await drawer()).getByRole('button', { name: 'Drop' }));
    expect(await screen.findByText('Held change dropped')).toBeTruthy();
    expect(inputOf(calls, 'ResolveHeld')).toEqual({ ids: ['2'], send: false });
    expect(await within(await drawer()).findByText('Items In Sync')).toBeTruthy();
  });

  it('names the platform on each button where neither tracks the variant', async () => {
    const off = { inventoryTracked: false };
    const { drawer } = openDrawer([aDetail({ shopify: aSide(off), square: { ...SQUARE_SIDE, ...off }, status: 'untracked' })]);
    await within(await drawer()).findByText('Inventory tracking is disabled');
    const buttons = within(await drawer()).getAllByRole('button', { name: /^Enable Inventory Tracking/u });
    expect(buttons.map((button) => button.textContent)).toEqual([
      'Enable Inventory Tracking on Shopify',
      'Enable Inventory Tracking on Square',
    ]);
    expect(buttons.map((button) => button.querySelector('.sr-only'))).toEqual([null, null]);
  });

  it('offers no copy of a variant whose SKU the other platform may have, and explains why', async () => {
    const alone = { square: undefined, squareQuantity: undefined, status: 'only_shopify' };
    const { drawer } = openDrawer([aDetail({ ...alone, matching: 'sku_taken' })]);
    await within(await drawer()).findByText(/^Square has this SKU on another variant/u);
    expect(within(await drawer()).queryByRole('button', { name: 'Sync To Square' })).toBeNull();
    cleanup();
    const snapshots = [aSnapshot('shopify'), aSnapshot('square', { state: 'running', completed: '' })];
    const other = openDrawer([aDetail(alone)], { GetAccountStatus: () => aStatus({ snapshots }) });
    await within(await other.drawer()).findByText(/^The last read of your Square catalog is not complete/u);
    expect(within(await other.drawer()).queryByRole('button', { name: 'Sync To Square' })).toBeNull();
  });

  it('turns on tracking where a platform does not track the variant', async () => {
    const uncounted = aDetail({ square: { ...SQUARE_SIDE, inventoryTracked: false }, squareQuantity: undefined, status: 'untracked' });
    const { drawer, calls } = openDrawer([uncounted, aDetail()], { SetInventoryTracking: () => ({}) });
    fireEvent.click(await within(await drawer()).findByRole('button', { name: 'Enable Inventory Tracking on Square' }));
    expect(await within(await drawer()).findByText('Items In Sync')).toBeTruthy();
    expect(inputOf(calls, 'SetInventoryTracking')).toEqual({ source: 'square', variantId: 'SQ71', trackInventory: true });
  });

  it('shows an error with a reference when the variant cannot be loaded, and continues', async () => {
    expectNoise(/getting variant detail: not_found/u);
    expectNoise(/getting variant detail \(SH-ERR-\d+\): not_found: There is no such variant\. \(req-1\)/u);
    openApp('/inventory?variant=square.GONE.X', {
      GetInventory: () => ({}),
      GetVariantDetail: () => refusal('not_found', 'There is no such variant.'),
    });
    expect(await screen.findByText("Uh oh - that didn't work.")).toBeTruthy();
    expect(screen.getByText(/Your error reference # is/u).textContent).toMatch(/SH-ERR-\d{1,5}\. Please reach out to help@example\.com/u);
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('keeps typed text when saving fails, and reloads the variant on Continue', async () => {
    expectNoise(/saving inventory quantity: failed_precondition/u);
    expectNoise(/saving inventory quantity \(SH-ERR-\d+\)/u);
    const { drawer, calls } = openDrawer([aDetail({ squareQuantity: 3 })], {
      SaveInventoryQuantity: () => refusal('failed_precondition', 'Square refused the change: the location is closed.', 'req-9'),
    });
    fireEvent.click(await within(await drawer()).findByRole('button', { name: 'Use this number: Shopify, 5' }));
    fireEvent.click(within(await drawer()).getByRole('button', { name: 'Save Inventory Count' }));
    expect(await within(await drawer()).findByText("Uh oh - that didn't work.")).toBeTruthy();
    expect(within(await drawer()).getByText('Square refused the change: the location is closed.')).toBeTruthy();
    const before = calls.filter((call) => call.method === 'GetVariantDetail').length;
    fireEvent.click(within(await drawer()).getByRole('button', { name: 'Continue' }));
    expect(within(await drawer()).queryByText("Uh oh - that didn't work.")).toBeNull();
    expect(within(await drawer()).getByRole<HTMLInputElement>('textbox', { name: 'Inventory Count' }).value).toBe('5');
    await waitFor(() => expect(calls.filter((call) => call.method === 'GetVariantDetail').length).toBeGreaterThan(before));
  });

  it('records a variant that counts as in sync without a quantity', async () => {
    const analytics = await import('../../../src/web/shared/state/analytics');
    const record = vi.spyOn(analytics, 'recordEvent');
    const { drawer } = openDrawer([aDetail({ shopifyQuantity: undefined, squareQuantity: undefined })]);
    expect(await within(await drawer()).findByText('Neither platform has counted this variant yet.')).toBeTruthy();
    expect(record).toHaveBeenCalledWith('variant_wonkiness', {
      shopify_variant_id: 'gid://shopify/ProductVariant/71',
      square_variant_id: 'SQ71',
    });
    record.mockRestore();
  });

  it('shows a skeleton while it loads', async () => {
    const { drawer } = openDrawer([], { GetVariantDetail: never });
    expect(await within(await drawer()).findByRole('status', { name: 'Loading' })).toBeTruthy();
  });
});
