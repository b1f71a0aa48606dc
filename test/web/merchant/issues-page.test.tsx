import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { readIssuesQuery } from '../../../src/web/merchant/issues/issues-query';
import { forgetFixed, hideRow, issueHeading, NOTHING_FIXED, returnRow } from '../../../src/web/merchant/issues/state';
import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aSide, aStatus } from '../support/builders';
import { inputsOf, never, refusal, type Answers } from '../support/fake-api';
import { pressFound, find, finds, shows, sees, get, has, hides, press, fill, hasNo, click } from '../support/page';
import { comeBack, openApp } from '../support/render-app';

const NAMELESS = aSide({ sku: '' });
const OTHER = aSide({ sku: '', id: 'gid://shopify/ProductVariant/72', name: 'Large' });
const COUNTS: Answers = {
  GetMissingSkuCounts: () => ({ shopify: 2, square: 1 }),
  GetDuplicateSkuCounts: () => ({ shopify: 4 }),
  GetVariantDetail: () => aDetail({ shopify: NAMELESS, square: undefined }),
};
const MISSING: Answers = { ...COUNTS, GetIssues: () => ({ total: 2, variants: [NAMELESS, OTHER] }) };

async function openDialog(action: string, title: string) {
  await pressFound(action);
  return find('dialog', title);
}

describe('the address of the issues', () => {
  it('names a kind and a platform; invalid values are ignored', () => {
    expect(readIssuesQuery(new URLSearchParams('view=duplicate_skus&source=square'))).toEqual({ view: 'duplicate_skus', source: 'square' });
    expect(readIssuesQuery(new URLSearchParams('view=odd&source=ebay'))).toEqual({ view: 'missing_skus', source: 'shopify' });
  });

  it('gives the list a heading with the platform’s own term', () => {
    expect(issueHeading({ view: 'missing_skus', source: 'shopify' })).toBe('Shopify Variants with Missing Skus');
    expect(issueHeading({ view: 'duplicate_skus', source: 'square' })).toBe('Square Variations with Duplicate Skus');
    expect(issueHeading({ view: 'inventory_disabled', source: 'square' })).toBe('Square Variations with Inventory Tracking Disabled');
  });
});

describe('fixed rows', () => {
  it('leave, return with the error, and are forgotten once the server no longer lists them', () => {
    const fixed = hideRow(hideRow(NOTHING_FIXED, 'a'), 'b');
    expect([...fixed.hidden]).toEqual(['a', 'b']);
    const returned = returnRow(fixed, 'a', 'Refused.');
    expect([...returned.hidden]).toEqual(['b']);
    expect(returned.errors.get('a')).toBe('Refused.');
    expect(hideRow(returned, 'a').errors.size).toBe(0);
    expect([...forgetFixed(returned, [aSide({ id: 'b' })]).hidden]).toEqual(['b']);
    expect([...forgetFixed(returned, [aSide({ id: 'a' })]).hidden]).toEqual([]);
  });
});

describe('the issues page', () => {
  it('lists the variants with sku, name and ids, explains the issue, and counts all six lists', async () => {
    const { calls } = openApp('/issues', MISSING);
    await finds('heading', 'Shopify Variants with Missing Skus');
    shows(/cannot be matched/u);
    await sees('Tee · Large');
    expect(screen.getAllByText('[missing sku]')).toHaveLength(2);
    expect(inputsOf(calls, 'GetIssues')).toEqual([{ source: 'shopify', issueType: 'missing_skus', limit: 500, offset: 0 }]);
    const link = await find('link', /^Shopify\s*, Duplicate Skus:\s*4$/u);
    expect(link.getAttribute('href')).toBe('/issues?view=duplicate_skus&source=shopify');
    expect(get('link', /^Shopify\s*, Missing Skus:\s*2$/u).getAttribute('aria-current')).toBe('page');
    expect(link.hasAttribute('aria-label')).toBe(false);
  });

  it.each([
    ['missing_skus', /^We match variants across platforms by SKU\. A variant without a SKU cannot be matched/u, 'Add SKU'],
    ['duplicate_skus', /quantity changes are ambiguous: .+ Use 'Change SKU' to give each variant its own\.$/u, 'Change SKU'],
    ['inventory_disabled', /there is no stock information .+ Use 'Enable Inventory Tracking' to start\.$/u, 'Enable Tracking'],
  ] as const)('%s: explained, in columns with both ids, each row with its own action', async (view, explanation, action) => {
    openApp(`/issues?view=${view}`, { ...COUNTS, GetIssues: () => ({ total: 1, variants: [aSide()] }) });
    await finds('button', `${action}: Tee · Medium`);
    shows(explanation);
    const heads = screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-label') ?? head.textContent);
    expect(heads).toEqual(['sku', 'name', 'variant id', 'product id', 'Action']);
    const cells = [...document.querySelectorAll('tbody tr[data-index] td')].map((cell) => cell.textContent);
    expect(cells).toEqual(['TEE-M', 'Tee · Medium', '71', '7', action]);
  });

  it('shows that there are none', async () => {
    openApp('/issues?view=duplicate_skus&source=square', { ...COUNTS, GetIssues: () => ({}) });
    await sees('None Found');
    has('heading', 'Square Variations with Duplicate Skus');
    expect(get('link', 'Find and link them').getAttribute('href')).toBe('/linking');
  });

  it('shows a skeleton while it loads', async () => {
    openApp('/issues', { ...COUNTS, GetIssues: never });
    await find('heading', 'Shopify Variants with Missing Skus');
    expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0);
    hides('None Found');
  });

  it('shows an error when the list cannot be loaded', async () => {
    expectNoise(/getting issues: unavailable/u);
    openApp('/issues', { ...COUNTS, GetIssues: () => refusal('unavailable', 'Try again in a minute.', 'req-4') });
    await sees('The issues could not be loaded.');
    shows('req-4');
  });

  it('shows how many there are beyond the list', async () => {
    openApp('/issues', { ...MISSING, GetIssues: () => ({ total: 1234, variants: [NAMELESS] }) });
    await sees(/Showing the first 1 of 1,234\./u);
  });

  it('saves a generated SKU: nothing while empty, the row leaves at once, and a dialog confirms it', async () => {
    let save = (_: object): void => undefined;
    let saved = false;
    const { calls } = openApp('/issues', {
      ...MISSING,
      GetIssues: () => (saved ? { total: 1, variants: [OTHER] } : { total: 2, variants: [NAMELESS, OTHER] }),
      GenerateSku: () => ({ sku: 'K7XQ2' }),
      SaveSku: () => new Promise<object>((resolve) => (save = resolve)),
    });
    const dialog = await openDialog('Add SKU: Tee · Medium', 'Update Variant SKU');
    const button = get<HTMLButtonElement>('button', 'Save', dialog);
    expect(button.disabled).toBe(true);
    press('Generate Unique SKU', dialog);
    await waitFor(() => expect(get<HTMLInputElement>('textbox', 'New SKU', dialog).value).toBe('K7XQ2'));
    fireEvent.submit(get('textbox', 'New SKU', dialog));
    // The save has not been answered, and the row is gone already.
    await waitFor(() => expect(document.querySelectorAll('tbody tr[data-index]')).toHaveLength(1));
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.querySelector('.animate-spin')).not.toBeNull();
    click(button);
    expect(inputsOf(calls, 'SaveSku')).toEqual([{ shopifyVariantId: NAMELESS.id, squareVariantId: '', sku: 'K7XQ2', bulkKey: '' }]);
    saved = true;
    save({});
    const success = await find('dialog', 'Success');
    shows('SKU Updated Successfully. This variant has been removed from the list.', success);
  });

  it('returns the row with the error when the SKU could not be saved', async () => {
    expectNoise(/saving sku: already_exists/u);
    openApp('/issues', { ...MISSING, SaveSku: () => refusal('already_exists', 'Square has this SKU already.', 'req-8') });
    const dialog = await openDialog('Add SKU: Tee · Medium', 'Update Variant SKU');
    fill(get('textbox', 'New SKU', dialog), 'MUG');
    fireEvent.submit(get('textbox', 'New SKU', dialog));
    await sees('We encountered an error trying to update the SKU.', dialog);
    shows('Square has this SKU already. Reference: req-8', dialog);
    await waitFor(() => expect(document.querySelectorAll('tbody tr[data-index]')).toHaveLength(2));
    const row = screen.getByText('Tee · Medium').closest('tr');
    expect(row?.textContent).toContain('Square has this SKU already. Reference: req-8');
    hasNo('dialog', 'Success');
  });

  it('changes the SKU of a duplicate on its own platform only', async () => {
    const sock = aSide({ source: 'square', id: 'SQ1', productId: 'ITEM1', sku: 'SOCK', name: 'Black', productName: 'Socks' });
    const { calls } = openApp('/issues?view=duplicate_skus&source=square', {
      ...COUNTS,
      GetIssues: () => ({ total: 1, variants: [sock] }),
      GetVariantDetail: () => aDetail({ shopify: undefined, square: sock }),
      SaveSku: () => ({}),
    });
    const dialog = await openDialog('Change SKU: Socks · Black', 'Update Variant SKU');
    fill(get('textbox', 'New SKU', dialog), ' SOCK-B ');
    fireEvent.submit(get('textbox', 'New SKU', dialog));
    await find('dialog', 'Success');
    expect(inputsOf(calls, 'SaveSku')).toEqual([{ shopifyVariantId: '', squareVariantId: 'SQ1', sku: 'SOCK-B', bulkKey: '' }]);
    expect(inputsOf(calls, 'GetVariantDetail')).toEqual([{ source: 'square', variantId: 'SQ1', productId: 'ITEM1' }]);
  });

  it('turns on inventory tracking, and reloads details and list', async () => {
    let on = false;
    const untracked = () => aSide({ inventoryTracked: on });
    const { calls } = openApp('/issues?view=inventory_disabled', {
      ...COUNTS,
      GetIssues: () => (on ? {} : { total: 1, variants: [untracked()] }),
      GetVariantDetail: () => aDetail({ shopify: untracked() }),
      SetInventoryTracking: () => {
        on = true;
        return {};
      },
    });
    const dialog = await openDialog('Enable Tracking: Tee · Medium', 'Track Inventory For Variant');
    const tracked = await find('row', /^Inv\. Tracked/u, dialog);
    await waitFor(() => expect(tracked.textContent).toBe('Inv. TrackedNoYes'));
    press('Enable Inventory Tracking', dialog);
    await sees('Inventory Tracking Enabled', dialog);
    await waitFor(() => expect(tracked.textContent).toBe('Inv. TrackedYesYes'));
    expect(inputsOf(calls, 'SetInventoryTracking')).toEqual([
      { source: 'shopify', variantId: NAMELESS.id, trackInventory: true, bulkKey: '' },
    ]);
    await sees('None Found');
    const closes = within(dialog).getAllByRole('button', { name: 'Close' });
    click(closes.at(-1) ?? document.body);
    await waitFor(() => hasNo('dialog'));
  });

  it('shows N/A for a value that a platform does not have', async () => {
    openApp('/issues', { ...MISSING, GetVariantDetail: () => aDetail({ shopify: NAMELESS }) });
    const dialog = await openDialog('Add SKU: Tee · Medium', 'Update Variant SKU');
    const row = await find('row', /^SKU/u, dialog);
    await waitFor(() => expect(row.textContent).toBe('SKUN/ATEE-M'));
    hasNo('row', /^Inv\. Tracked/u, dialog);
  });

  it('shows an error when tracking could not be turned on', async () => {
    expectNoise(/enabling inventory tracking: unavailable/u);
    openApp('/issues?view=inventory_disabled', {
      ...COUNTS,
      GetIssues: () => ({ total: 1, variants: [aSide({ inventoryTracked: false })] }),
      SetInventoryTracking: () => refusal('unavailable', 'Shopify does not answer.', 'req-2'),
    });
    const dialog = await openDialog('Enable Tracking: Tee · Medium', 'Track Inventory For Variant');
    press('Enable Inventory Tracking', dialog);
    await sees('We encountered an error trying to enable tracking.', dialog);
    shows('Shopify does not answer. Reference: req-2', dialog);
    has('button', 'Enable Inventory Tracking', dialog);
  });

  it('follows fixes made elsewhere', async () => {
    let revision = 1;
    openApp('/issues', {
      ...COUNTS,
      GetAccountStatus: () => aStatus({ revision }),
      GetIssues: () => (revision === 1 ? { total: 2, variants: [NAMELESS, OTHER] } : { total: 1, variants: [OTHER] }),
    });
    await screen.findByText('Tee · Medium');
    revision = 2;
    comeBack();
    await waitFor(() => hides('Tee · Medium'));
    shows('Tee · Large');
  });
});
