import { cleanup, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aSide, aSnapshot, aStatus, aVariant } from '../support/builders';
import { inputOf, inputsOf, refusal } from '../support/fake-api';
import { click, fill, find, get, hasNo, hides, press, pressFound, sees, shows } from '../support/page';
import { openDrawer, SQUARE_SIDE, TEE } from '../support/variant-drawer';

const TEE_ID = 'gid://shopify/ProductVariant/71';
const LINKING = {
  SaveLinks: ({ pairs }: { readonly pairs: readonly object[] }) => ({ outcomes: pairs.map((pair) => ({ pair, problem: '' })) }),
};
/** A link leaves the pack sizes of its pair as they were. */
const AS_IT_WAS = { shopifyPackSize: 0, squarePackSize: 0 };
const ALONE = { square: undefined, squareQuantity: undefined, status: 'only_shopify' };

describe('what may be the same as a variant', () => {
  it('shows what may be the same on the other platform, and links both', async () => {
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
      ...LINKING,
    });
    const shown = await find('region', 'May be the same on Square', await drawer());
    expect(
      within(shown)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([
      'Tee · Mediumtee msame SKU, written differentlysimilar nameother sizeLinkNot the same',
      'Tee · Mediumno SKUsimilar nameLinkNot the same',
    ]);
    expect(inputOf(calls, 'GetLinkCandidates')).toEqual({ id: '2' });
    click(within(shown).getAllByRole('button')[0] ?? document.body);
    await sees('Items In Sync', await drawer());
    expect(inputOf(calls, 'SaveLinks')).toEqual({ pairs: [{ shopifyId: TEE_ID, squareId: 'SQ72', ...AS_IT_WAS }], bulkChangeId: '' });
    await sees('Linked', document.body);
  });

  it('shows it again before a copy, and offers no copy once both are matched', async () => {
    const alone = aDetail({ square: undefined, squareQuantity: undefined, status: 'only_shopify' });
    const { drawer } = openDrawer([alone, aDetail()], {
      GetLinkCandidates: () => ({ candidates: [{ variant: aSide({ ...SQUARE_SIDE, sku: 'tee m' }), reasons: ['sku'] }] }),
      GetSyncableProductVariants: () => ({ total: 1, variants: [alone] }),
      ...LINKING,
    });
    await pressFound('Sync To Square', await drawer());
    await find('button', /^Copy 1 Variant/u, await drawer());
    press(/^Link: /u, await drawer());
    await sees('Items In Sync', await drawer());
    expect(within(await drawer()).queryByRole('button', { name: /^Copy 1 Variant/u })).toBeNull();
  });

  it('says why the server did not link both, and offers it again', async () => {
    const { drawer } = openDrawer([aDetail(ALONE), aDetail(ALONE)], {
      GetLinkCandidates: () => ({ candidates: [{ variant: aSide({ ...SQUARE_SIDE, sku: '' }), reasons: ['barcode'] }] }),
      SaveLinks: () => ({ outcomes: [{ problem: '“Tee” is linked with “Top” on Shopify. Keep those two separate first.' }] }),
    });
    const shown = await find('region', 'May be the same on Square', await drawer());
    press(/^Link: /u, shown);
    await sees('“Tee” is linked with “Top” on Shopify. Keep those two separate first.', document.body);
    await find('button', /^Link: /u, await drawer());
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

  it('links a pack and its pieces with the pack size that both state', async () => {
    const single = { ...SQUARE_SIDE, id: 'SQ72', productName: 'Tee', sku: 'tee m' };
    const { drawer, calls } = openDrawer([aDetail(ALONE), aDetail()], {
      GetLinkCandidates: () => ({
        candidates: [{ variant: aSide(single), reasons: ['sku'], differences: ['pieces'], shopifyUnits: 1, squareUnits: 12 }],
      }),
      ...LINKING,
    });
    const shown = await find('region', 'May be the same on Square', await drawer());
    shows('1 on Shopify = 12 on Square', shown);
    press(/^Link: /u, shown);
    await sees('Linked', document.body);
    expect(inputOf(calls, 'SaveLinks')).toEqual({
      pairs: [{ shopifyId: TEE_ID, squareId: 'SQ72', shopifyPackSize: 12, squarePackSize: 1 }],
      bulkChangeId: '',
    });
  });

  it('offers no link between packs of which neither is a whole number of the other', async () => {
    const lager = { ...SQUARE_SIDE, id: 'SQ72', productName: 'Tee case of 12', sku: 'tee m' };
    const { drawer } = openDrawer([aDetail(ALONE)], {
      GetLinkCandidates: () => ({
        candidates: [{ variant: aSide(lager), reasons: ['sku'], differences: ['pieces'], shopifyUnits: 2, squareUnits: 3 }],
      }),
    });
    const shown = await find('region', 'May be the same on Square', await drawer());
    shows(/^2 on Shopify would be 3 on Square/u, shown);
    hasNo('button', /^Link: /u, shown);
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
    hasNo('button', /^Link: /u, shown);
    press('Undo', shown);
    await find('button', /^Link: /u, shown);
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
      ...LINKING,
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
    press(/^Link: /u, search);
    await sees('Items In Sync', await drawer());
    expect(inputOf(calls, 'SaveLinks')).toEqual({ pairs: [{ shopifyId: TEE_ID, squareId: 'SQ90', ...AS_IT_WAS }], bulkChangeId: '' });
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

  it('is searched for a duplicate too, and not for what is archived', async () => {
    const twice = openDrawer([aDetail({ ...ALONE, status: 'duplicate_sku', duplicate: true })]);
    await find('button', 'Find it on Square', await twice.drawer());
    cleanup();
    const old = openDrawer([aDetail({ ...ALONE, matching: 'archived' })]);
    await sees('Variant ID', await old.drawer());
    hasNo('button', 'Find it on Square', await old.drawer());
  });
});

describe('a link', () => {
  it.each([
    [{}, 'Linked: both have the same SKU.'],
    [{ manualLink: true, square: aSide({ ...SQUARE_SIDE, sku: 'OTHER' }) }, 'Linked by hand. The link stays when a SKU changes.'],
    [{ shopify: aSide({ sku: '' }), square: aSide({ ...SQUARE_SIDE, sku: ' ' }) }, 'Linked. Neither has a SKU.'],
  ])('says why it is: %j', async (change, text) => {
    const { drawer } = openDrawer([aDetail(change)]);
    await sees(text, await drawer());
    hasNo('button', 'Keep the link', await drawer());
  });

  it('whose SKUs differ can be kept by hand', async () => {
    const differs = { square: aSide({ ...SQUARE_SIDE, sku: 'OTHER' }) };
    const { drawer, calls } = openDrawer([aDetail(differs), aDetail({ ...differs, manualLink: true })], LINKING);
    await sees(/^Linked, but their SKUs differ now/u, await drawer());
    press('Keep the link', await drawer());
    await sees(/^Linked by hand/u, await drawer());
    expect(inputOf(calls, 'SaveLinks')).toEqual({
      pairs: [{ shopifyId: TEE_ID, squareId: SQUARE_SIDE.id, ...AS_IT_WAS }],
      bulkChangeId: '',
    });
  });

  it('ends once the merchant confirms that the two are kept separate', async () => {
    const { drawer, calls } = openDrawer([aDetail(), aDetail(ALONE)], { SaveSeparatePairs: () => ({}) });
    await pressFound('Keep separate', await drawer());
    const dialog = await find('dialog', 'Keep the two separate?');
    press('Cancel', dialog);
    expect(inputsOf(calls, 'SaveSeparatePairs')).toEqual([]);
    press('Keep separate', await drawer());
    press('Keep Separate', await find('dialog', 'Keep the two separate?'));
    await sees('Not on Square', await drawer());
    expect(inputsOf(calls, 'SaveSeparatePairs')).toEqual([{ pairs: [{ shopifyId: TEE_ID, squareId: SQUARE_SIDE.id }], separate: true }]);
  });
});
