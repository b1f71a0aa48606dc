import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aSide, aSnapshot, aStatus, aVariant } from '../support/builders';
import { inputOf, inputsOf, refusal } from '../support/fake-api';
import { click, fill, find, get, hasNo, hides, press, pressFound, sees, shows } from '../support/page';
import { openDrawer, SQUARE_SIDE, TEE } from '../support/variant-drawer';

const ALONE = { square: undefined, squareQuantity: undefined, status: 'only_shopify' };

describe('what may be the same as a variant', () => {
  it('shows what may be the same on the other platform, and gives both the same SKU', async () => {
    const alone = aDetail({ square: undefined, squareQuantity: undefined, status: 'only_shopify' });
    const { drawer, calls } = openDrawer([alone, aDetail()], {
      GetLinkCandidates: () => ({
        candidates: [
          {
            variant: aSide({ ...SQUARE_SIDE, id: 'SQ72', sku: 'tee m' }),
            reasons: ['sku', 'name'],
            differences: ['size'],
            shopifyUnits: 1,
            squareUnits: 1,
          },
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
      'Tee · Mediumtee msame SKU, written differentlysimilar nameother sizeUse SKU TEE-M on SquareNot the same',
      'Tee · Mediumno SKUsimilar nameUse SKU TEE-M on SquareNot the same',
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

  it('offers no link between packs of different sizes', async () => {
    const lager = { ...SQUARE_SIDE, id: 'SQ72', productName: 'Tee case of 12', sku: 'tee m' };
    const { drawer } = openDrawer([aDetail(ALONE)], {
      GetLinkCandidates: () => ({
        candidates: [{ variant: aSide(lager), reasons: ['sku'], differences: ['pieces'], shopifyUnits: 12, squareUnits: 1 }],
      }),
    });
    const shown = await find('region', 'May be the same on Square', await drawer());
    shows(/^12 on Shopify would be 1 on Square/u, shown);
    hasNo('button', /^Use SKU/u, shown);
    get('button', 'Not the same', shown);
  });

  it('keeps what is not the same separate, and takes that back', async () => {
    const { drawer, calls } = openDrawer([aDetail(ALONE)], {
      GetLinkCandidates: () => ({ candidates: [{ variant: aSide({ ...SQUARE_SIDE, id: 'SQ72', sku: 'tee m' }), reasons: ['sku'] }] }),
      SaveSeparatePairs: () => ({}),
    });
    const shown = await find('region', 'May be the same on Square', await drawer());
    press('Not the same', shown);
    await sees('Not suggested for this variant anymore.', shown);
    hasNo('button', /^Use SKU/u, shown);
    press('Undo', shown);
    await find('button', 'Use SKU TEE-M on Square', shown);
    const pairs = [{ shopifyId: 'gid://shopify/ProductVariant/71', squareId: 'SQ72' }];
    expect(inputsOf(calls, 'SaveSeparatePairs')).toEqual([
      { pairs, separate: true },
      { pairs, separate: false },
    ]);
  });

  it('is searched by the merchant among what the other platform alone has', async () => {
    const { drawer, calls } = openDrawer([aDetail(ALONE), aDetail()], {
      GetInventory: ({ view, query }: { view?: string; query?: string }) =>
        view !== 'square_only'
          ? { products: [{ name: 'Tee', variants: [TEE] }] }
          : query === 'nothing'
            ? {}
            : {
                products: [
                  { name: 'Harbor Shirt', variants: [aVariant({ id: '9', name: 'M', sku: 'HS-M', shopifyId: '', squareId: 'SQ90' })] },
                ],
                hasNextPage: true,
              },
      SaveSku: () => ({}),
    });
    await pressFound('Find it on Square', await drawer());
    const search = get('region', 'Find it on Square', await drawer());
    fill(get('searchbox', 'Find it on Square', search), 'nothing');
    press('Search', search);
    await sees(/^Nothing that only Square has matches this/u, search);
    fill(get('searchbox', 'Find it on Square', search), ' shirt ');
    press('Search', search);
    await sees('Harbor Shirt · M', search);
    shows(/^The first 8 are shown/u, search);
    expect(inputsOf(calls, 'GetInventory').at(-1)).toEqual({
      query: 'shirt',
      view: 'square_only',
      table: { limit: 8, page: 0, sort: 'name' },
    });
    hasNo('button', 'Not the same', search);
    press('Use SKU TEE-M on Square', search);
    await sees('Items In Sync', await drawer());
    expect(inputOf(calls, 'SaveSku')).toEqual({ shopifyVariantId: '', squareVariantId: 'SQ90', sku: 'TEE-M' });
  });

  it('is not said to be missing while the other platform was not read', async () => {
    const { drawer } = openDrawer([aDetail(ALONE)], {
      GetAccountStatus: () => aStatus({ snapshots: [aSnapshot('shopify'), aSnapshot('square', { state: 'running', completed: '' })] }),
      GetInventory: ({ view }: { view?: string }) => (view === 'square_only' ? {} : { products: [{ name: 'Tee', variants: [TEE] }] }),
    });
    await pressFound('Find it on Square', await drawer());
    const search = get('region', 'Find it on Square', await drawer());
    fill(get('searchbox', 'Find it on Square', search), 'shirt');
    press('Search', search);
    await sees(/^Nothing found yet\. The last read of your Square catalog/u, search);
    hides(/^Nothing that only Square has/u, search);
  });

  it('cannot take a SKU that two variants have already', async () => {
    const bare = aDetail({ ...ALONE, shopify: aSide({ sku: '' }), status: 'missing_sku' });
    const { drawer } = openDrawer([bare], {
      GetInventory: ({ view }: { view?: string }) =>
        view === 'square_only'
          ? { products: [{ name: 'Mug', variants: [aVariant({ id: '9', sku: 'MUG', shopifyId: '', squareId: 'SQ90', duplicate: true })] }] }
          : { products: [{ name: 'Tee', variants: [TEE] }] },
    });
    await pressFound('Find it on Square', await drawer());
    const search = get('region', 'Find it on Square', await drawer());
    fill(get('searchbox', 'Find it on Square', search), 'mug');
    press('Search', search);
    await sees('Another variant has this SKU, too. Change one of them first.', search);
    hasNo('button', /^Use SKU/u, search);
  });

  it('says that the search failed', async () => {
    const { drawer } = openDrawer([aDetail(ALONE)], {
      GetInventory: ({ view }: { view?: string }) => {
        if (view === 'square_only') throw refusal('internal', 'broken');
        return { products: [{ name: 'Tee', variants: [TEE] }] };
      },
    });
    await pressFound('Find it on Square', await drawer());
    const search = get('region', 'Find it on Square', await drawer());
    fill(get('searchbox', 'Find it on Square', search), 'mug');
    press('Search', search);
    await sees('We could not look for the same item on Square.', search);
    expectNoise(/searching the other platform/u);
  });

  it('is not searched where the same SKU would not match them', async () => {
    const { drawer } = openDrawer([aDetail({ ...ALONE, status: 'duplicate_sku', duplicate: true })]);
    await sees('Duplicate SKU', await drawer());
    hasNo('button', 'Find it on Square', await drawer());
  });
});
