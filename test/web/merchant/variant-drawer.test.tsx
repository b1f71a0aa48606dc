import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aSide, aSnapshot, aStatus, aVariant } from '../support/builders';
import { inputOf, never, refusal, type Answers, type SeenCall, inputsOf } from '../support/fake-api';
import { find, sees, get, pressFound, fill, shows, press, hides, finds, hasNo, has, click } from '../support/page';
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
  return { calls, drawer: () => find('dialog', 'Variant Details') };
}

describe('the variant drawer', () => {
  it('opens from a row, is in the address, shows both sides, and closes on Escape', async () => {
    const { calls } = openApp('/inventory', {
      GetInventory: () => ({ products: [{ name: 'Tee', variants: [TEE] }] }),
      GetVariantDetail: () => aDetail({ squareQuantity: 3 }),
    });
    await screen.findByText('TEE-M');
    click(within(document.querySelector<HTMLElement>('tr[data-sku="TEE-M"]') ?? document.body).getByText('TEE-M'));
    const drawer = await find('dialog', 'Variant Details');
    await sees('Quantities differ', drawer);
    const sides = within(get('table', 'Both platforms', drawer))
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
    await pressFound(/^Tee\s*· Medium/u);
    const drawer = await find('dialog', 'Variant Details');
    fireEvent.keyDown(drawer, { key: 'Escape' });
    await waitFor(() => expect(window.location.search).toBe(''));
    const [fix] = screen.getAllByRole('button', { name: 'Fix: Tee, Medium, TEE-M' });
    if (fix === undefined) throw new Error('no Fix button');
    click(fix);
    await waitFor(() => expect(window.location.search).toBe('?variant=shopify.71.7'));
  });

  it('sets the quantity: nothing while empty, either platform’s quantity with one press, then reloads the variant', async () => {
    const { drawer, calls } = openDrawer([aDetail({ squareQuantity: 3 }), aDetail({ shopifyQuantity: 3, squareQuantity: 3 })], {
      SaveInventoryQuantity: () => ({}),
    });
    const box = await find<HTMLInputElement>('textbox', 'Inventory Count', await drawer());
    const save = get<HTMLButtonElement>('button', 'Save Inventory Count', await drawer());
    expect(save.disabled).toBe(true);
    fill(box, 'ten');
    shows('Enter a whole number, such as 12.', await drawer());
    expect(save.disabled).toBe(true);
    press('Use this number: Square, 3', await drawer());
    expect(box.value).toBe('3');
    click(save);
    await sees('Items In Sync', await drawer());
    expect(inputOf(calls, 'SaveInventoryQuantity')).toEqual({
      source: 'shopify',
      variantId: 'gid://shopify/ProductVariant/71',
      quantity: 3,
    });
  });

  it('shows what may be the same on the other platform, and gives both the same SKU', async () => {
    const alone = aDetail({ square: undefined, squareQuantity: undefined, status: 'only_shopify' });
    const { drawer, calls } = openDrawer([alone, aDetail()], {
      GetLinkCandidates: () => ({
        candidates: [
          { variant: aSide({ ...SQUARE_SIDE, id: 'SQ72', sku: 'tee m' }), reasons: ['sku', 'name'] },
          { variant: aSide({ ...SQUARE_SIDE, id: 'SQ73', sku: '' }), reasons: ['name'] },
        ],
      }),
      SaveSku: () => ({}),
    });
    const shown = await find('region', 'May be the same on Square', await drawer());
    expect(
      within(shown)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([
      'Tee · Mediumtee msame SKU, written differentlysimilar nameUse SKU TEE-M on Square',
      'Tee · Mediumno SKUsimilar nameUse SKU TEE-M on Square',
    ]);
    expect(inputOf(calls, 'GetLinkCandidates')).toEqual({ id: '2' });
    click(within(shown).getAllByRole('button')[0] ?? document.body);
    await sees('Items In Sync', await drawer());
    expect(inputOf(calls, 'SaveSku')).toEqual({ shopifyVariantId: '', squareVariantId: 'SQ72', sku: 'TEE-M' });
  });

  it('shows it again before a copy, and offers no copy once both are matched', async () => {
    const alone = aDetail({ square: undefined, squareQuantity: undefined, status: 'only_shopify' });
    const { drawer } = openDrawer([alone, aDetail()], {
      GetLinkCandidates: () => ({ candidates: [{ variant: aSide({ ...SQUARE_SIDE, sku: 'tee m' }), reasons: ['sku'] }] }),
      GetSyncableProductVariants: () => ({ total: 1, variants: [alone] }),
      SaveSku: () => ({}),
    });
    await pressFound('Sync To Square', await drawer());
    await find('button', /^Copy 1 Variant/u, await drawer());
    press('Use SKU TEE-M on Square', await drawer());
    await sees('Items In Sync', await drawer());
    expect(within(await drawer()).queryByRole('button', { name: /^Copy 1 Variant/u })).toBeNull();
  });

  it('takes the SKU of what may be the same where it has none, and asks for one where neither has', async () => {
    const bare = aDetail({ shopify: aSide({ sku: '' }), square: undefined, squareQuantity: undefined, status: 'missing_sku' });
    const { drawer, calls } = openDrawer([bare, aDetail()], {
      GetLinkCandidates: () => ({
        candidates: [
          { variant: aSide({ ...SQUARE_SIDE, sku: 'MUG' }), reasons: ['barcode'] },
          { variant: aSide({ ...SQUARE_SIDE, id: 'SQ73', sku: ' ' }), reasons: ['name'] },
        ],
      }),
      SaveSku: () => ({}),
    });
    const shown = await find('region', 'May be the same on Square', await drawer());
    shows('Neither has a SKU. Add one above first.', shown);
    press('Use SKU MUG on Shopify', shown);
    await sees('Items In Sync', await drawer());
    expect(inputOf(calls, 'SaveSku')).toEqual({ shopifyVariantId: 'gid://shopify/ProductVariant/71', squareVariantId: '', sku: 'MUG' });
  });

  it('says that similar variants could not be read, and shows the variant', async () => {
    const alone = aDetail({ square: undefined, squareQuantity: undefined, status: 'only_shopify' });
    const { drawer } = openDrawer([alone], {
      GetLinkCandidates: () => {
        throw refusal('unavailable', 'busy');
      },
    });
    await sees('We could not look for the same item on Square.', await drawer());
    await sees('Not on Square', await drawer());
    expectNoise(/getting similar variants/u);
  });

  it('adds a SKU where there is none, generated by the server on request', async () => {
    const nameless = aDetail({ shopify: aSide({ sku: '' }), square: undefined, squareQuantity: undefined, status: 'missing_sku' });
    const named = aDetail({ shopify: aSide({ sku: 'X1Y2Z3' }), square: undefined, squareQuantity: undefined, status: 'only_shopify' });
    const { drawer, calls } = openDrawer([nameless, named], { GenerateSku: () => ({ sku: 'X1Y2Z3' }), SaveSku: () => ({}) });
    await sees('Missing SKU', await drawer());
    const save = get<HTMLButtonElement>('button', 'Save SKU', await drawer());
    expect(save.disabled).toBe(true);
    press('Generate Unique SKU', await drawer());
    await waitFor(() => expect(save.disabled).toBe(false));
    click(save);
    await sees('Not on Square', await drawer());
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
    await pressFound('Sync To Shopify', await drawer());
    const copy = await find('button', 'Copy 2 Variant(s)', await drawer());
    const confirm = get('region', 'Copy to Shopify', await drawer());
    expect(confirm.textContent).toContain('3variations of the Square product have a SKU');
    expect(confirm.textContent).toContain('1matching Shopify variant already exists');
    expect(inputsOf(calls, 'SyncVariants')).toEqual([]);
    click(copy);
    await sees('Sync to Shopify started', await drawer());
    shows(/It may take a few minutes/u, await drawer());
    expect(inputOf(calls, 'GetSyncableProductVariants')).toEqual({ source: 'square', productId: 'SQITEM7' });
    expect(inputOf(calls, 'SyncVariants')).toEqual({ source: 'square', variantId: 'SQ71' });
    const closes = within(await drawer()).getAllByRole('button', { name: 'Close' });
    click(closes.at(-1) ?? document.body);
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('copies to Square with the texts of that direction', async () => {
    const alone = aDetail({ square: undefined, squareQuantity: undefined, status: 'only_shopify' });
    const { drawer, calls } = openDrawer([alone], {
      GetSyncableProductVariants: () => ({ total: 1, variants: [alone] }),
      SyncVariants: () => ({}),
    });
    await pressFound('Sync To Square', await drawer());
    await pressFound('Copy 1 Variants', await drawer());
    await sees('Sync to Square started', await drawer());
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
    await sees(/A change has not arrived on the other platform yet\.$/u, await drawer());
  });

  it('shows that a saved quantity is on its way while a platform does not respond, until it has arrived', async () => {
    const before = aDetail({ shopifyQuantity: 4, squareQuantity: 3 });
    let arrived = false;
    const { drawer } = openDrawer([], {
      GetVariantDetail: () => (arrived ? aDetail({ shopifyQuantity: 7, squareQuantity: 7 }) : before),
      GetAccountStatus: () => aStatus({ revision: arrived ? 3 : 2, owed: arrived ? 0 : 1 }),
      SaveInventoryQuantity: () => ({}),
    });
    fill(await find('textbox', 'Inventory Count', await drawer()), '7');
    press('Save Inventory Count', await drawer());
    await sees('7 is saved and on its way', await drawer());
    arrived = true;
    comeBack();
    await sees('Items In Sync', await drawer());
    hides('7 is saved and on its way', await drawer());
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
    fill(await find('textbox', 'Inventory Count', await drawer()), '7');
    press('Save Inventory Count', await drawer());
    await sees('Saving 7', await drawer());
    waits = true;
    respond({});
    await sees('Inventory count saved: 7');
    const notice = (await within(await drawer()).findByText('7 is saved and on its way')).closest('[role="status"]');
    await waitFor(() => expect(notice?.textContent).toContain(squareProblem));
    hides('Saving 7', await drawer());
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
    fill(await find('textbox', 'Inventory Count', await drawer()), '7');
    press('Save Inventory Count', await drawer());
    await sees('Items In Sync', await drawer());
    hides(/is saved and on its way/u, await drawer());
  });

  it('shows once that the open variant is gone, and offers nothing that would save to it', async () => {
    expectNoise(/getting variant detail: not_found/u);
    let gone = false;
    const { drawer } = openDrawer([], {
      GetVariantDetail: () => (gone ? refusal('not_found', 'There is no such variant.') : aDetail({ squareQuantity: 3 })),
      GetAccountStatus: () => aStatus({ revision: gone ? 2 : 1 }),
    });
    await finds('button', 'Save Inventory Count', await drawer());
    gone = true;
    comeBack();
    await sees('This variant is no longer available', await drawer());
    hasNo('button', 'Save Inventory Count', await drawer());
    has('link', /^View history of/u, await drawer());
    hides('Error getting variant detail');
    const closes = within(await drawer()).getAllByRole('button', { name: 'Close' });
    click(closes.at(-1) ?? document.body);
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('lets a quantity be set that is wrong on both sides, and not where a side is not tracked', async () => {
    const { drawer, calls } = openDrawer([aDetail(), aDetail({ shopifyQuantity: 12, squareQuantity: 12 })], {
      SaveInventoryQuantity: () => ({}),
    });
    await pressFound('Set the count', await drawer());
    fill(get('textbox', 'Inventory Count', await drawer()), '12');
    press('Save Inventory Count', await drawer());
    await waitFor(async () => hasNo('textbox', 'Inventory Count', await drawer()));
    expect(inputOf(calls, 'SaveInventoryQuantity')).toMatchObject({ source: 'shopify', quantity: 12 });
    cleanup();
    const uncounted = aDetail({ square: { ...SQUARE_SIDE, inventoryTracked: false }, squareQuantity: undefined, status: 'untracked' });
    const other = openDrawer([uncounted]);
    await within(await other.drawer()).findByText('Inventory tracking is disabled');
    hasNo('button', 'Set the count', await other.drawer());
  });

  it('hides the SKU editor of a variant in sync behind a link', async () => {
    const { drawer } = openDrawer([aDetail()]);
    await sees('Items In Sync', await drawer());
    hasNo('textbox', 'New SKU', await drawer());
    press('Modify SKU', await drawer());
    has('textbox', 'New SKU', await drawer());
    press('Cancel', await drawer());
    hasNo('textbox', 'New SKU', await drawer());
  });

  it('sends or drops a held change', async () => {
    const held = aDetail({ squareQuantity: 45, trouble: 'held', troubleDetail: 'A change of 40 on Square is over your maximum.' });
    const { drawer, calls } = openDrawer([held, aDetail()], { ResolveHeld: () => ({ resolved: 1 }) });
    await sees(/^A change of 40 on Square is over your maximum\. Send it to the other platform, or drop it/u, await drawer());
    press('Drop', await drawer());
    await sees('Held change dropped');
    expect(inputOf(calls, 'ResolveHeld')).toEqual({ ids: ['2'], send: false });
    await sees('Items In Sync', await drawer());
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
    hasNo('button', 'Sync To Square', await drawer());
    cleanup();
    const snapshots = [aSnapshot('shopify'), aSnapshot('square', { state: 'running', completed: '' })];
    const other = openDrawer([aDetail(alone)], { GetAccountStatus: () => aStatus({ snapshots }) });
    await within(await other.drawer()).findByText(/^The last read of your Square catalog is not complete/u);
    hasNo('button', 'Sync To Square', await other.drawer());
  });

  it('turns on tracking where a platform does not track the variant', async () => {
    const uncounted = aDetail({ square: { ...SQUARE_SIDE, inventoryTracked: false }, squareQuantity: undefined, status: 'untracked' });
    const { drawer, calls } = openDrawer([uncounted, aDetail()], { SetInventoryTracking: () => ({}) });
    await pressFound('Enable Inventory Tracking on Square', await drawer());
    await sees('Items In Sync', await drawer());
    expect(inputOf(calls, 'SetInventoryTracking')).toEqual({ source: 'square', variantId: 'SQ71', trackInventory: true });
  });

  it('shows an error with a reference when the variant cannot be loaded, and continues', async () => {
    expectNoise(/getting variant detail: not_found/u);
    expectNoise(/getting variant detail \(SH-ERR-\d+\): not_found: There is no such variant\. \(req-1\)/u);
    openApp('/inventory?variant=square.GONE.X', {
      GetInventory: () => ({}),
      GetVariantDetail: () => refusal('not_found', 'There is no such variant.'),
    });
    await sees("Uh oh - that didn't work.");
    expect(screen.getByText(/Your error reference # is/u).textContent).toMatch(/SH-ERR-\d{1,5}\. Please reach out to help@example\.com/u);
    press('Continue');
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('keeps typed text when saving fails, and reloads the variant on Continue', async () => {
    expectNoise(/saving inventory quantity: failed_precondition/u);
    expectNoise(/saving inventory quantity \(SH-ERR-\d+\)/u);
    const { drawer, calls } = openDrawer([aDetail({ squareQuantity: 3 })], {
      SaveInventoryQuantity: () => refusal('failed_precondition', 'Square refused the change: the location is closed.', 'req-9'),
    });
    await pressFound('Use this number: Shopify, 5', await drawer());
    press('Save Inventory Count', await drawer());
    await sees("Uh oh - that didn't work.", await drawer());
    shows('Square refused the change: the location is closed.', await drawer());
    const before = inputsOf(calls, 'GetVariantDetail').length;
    press('Continue', await drawer());
    hides("Uh oh - that didn't work.", await drawer());
    expect(get<HTMLInputElement>('textbox', 'Inventory Count', await drawer()).value).toBe('5');
    await waitFor(() => expect(inputsOf(calls, 'GetVariantDetail').length).toBeGreaterThan(before));
  });

  it('records a variant that counts as in sync without a quantity', async () => {
    const analytics = await import('../../../src/web/shared/state/analytics');
    const record = vi.spyOn(analytics, 'recordEvent');
    const { drawer } = openDrawer([aDetail({ shopifyQuantity: undefined, squareQuantity: undefined })]);
    await sees('Neither platform has counted this variant yet.', await drawer());
    expect(record).toHaveBeenCalledWith('variant_wonkiness', {
      shopify_variant_id: 'gid://shopify/ProductVariant/71',
      square_variant_id: 'SQ71',
    });
    record.mockRestore();
  });

  it('shows a skeleton while it loads', async () => {
    const { drawer } = openDrawer([], { GetVariantDetail: never });
    await finds('status', 'Loading', await drawer());
  });
});
