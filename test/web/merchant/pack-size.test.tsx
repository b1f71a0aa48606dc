import { describe, expect, it } from 'vitest';

import { planQuantity } from '../../../src/web/merchant/inventory/level-state';
import { aDetail, aVariant } from '../support/builders';
import { inputOf, inputsOf } from '../support/fake-api';
import { fill, find, get, hasNo, hides, press, sees, shows } from '../support/page';
import { openDrawer } from '../support/variant-drawer';

const TEE = { shopifyId: 'gid://shopify/ProductVariant/71', squareId: 'SQ71' };
const PACKED = aDetail({ shopifyPackSize: 12, squareQuantity: 60, shopifyQuantity: 5 });
const LINKING = {
  SaveLinks: ({ pairs }: { readonly pairs: readonly object[] }) => ({ outcomes: pairs.map((pair) => ({ pair, problem: '' })) }),
};

describe('the pack size of a variant', () => {
  it('is set for the side that sells packs, and refuses what is none', async () => {
    const { drawer, calls } = openDrawer([aDetail(), PACKED], LINKING);
    await sees('One unit on Shopify is one unit on Square.', await drawer());
    press('Change pack size', await drawer());
    const form = await find('form', 'Pack size', await drawer());
    fill(get('textbox', 'Pieces in a pack', form), '1');
    shows('Enter a whole number from 2 to 10,000.', form);
    fill(get('textbox', 'Pieces in a pack', form), '1.5');
    expect(get('button', 'Save pack size', form).hasAttribute('disabled')).toBe(true);
    fill(get('textbox', 'Pieces in a pack', form), '12');
    hides('Enter a whole number from 2 to 10,000.', form);
    press('Save pack size', form);
    await sees('Pack size saved', document.body);
    expect(inputOf(calls, 'SaveLinks')).toEqual({ pairs: [{ ...TEE, shopifyPackSize: 12, squarePackSize: 1 }], bulkChangeId: '' });
    await sees('1 on Shopify = 12 on Square', await drawer());
    await sees('Items In Sync', await drawer());
    shows('Both platforms have the same stock: as many whole packs.', await drawer());
  });

  it('says which units a quantity is in, and saves it in those', async () => {
    const { drawer, calls } = openDrawer([aDetail({ ...PACKED, shopifyQuantity: 4, status: 'out_of_sync' })], {
      SaveInventoryQuantity: () => ({}),
    });
    await sees(/^The two platforms have different stock/u, await drawer());
    hasNo('heading', 'Quantities differ', await drawer());
    await sees('1 on Shopify = 12 on Square. Enter the quantity in units of:', await drawer());
    expect(get('radio', 'Square', await drawer())).toHaveProperty('checked', true);
    press('Use this number: Shopify, 4', await drawer());
    expect(get('radio', 'Shopify', await drawer())).toHaveProperty('checked', true);
    press('Save Inventory Count', await drawer());
    await sees('Inventory count saved: 4', document.body);
    expect(inputsOf(calls, 'SaveInventoryQuantity')).toMatchObject([{ source: 'shopify', quantity: 4 }]);
  });

  it('is not there for a variant of one platform, and asks for no units where both count the same', async () => {
    const { drawer } = openDrawer([aDetail({ square: undefined, squareQuantity: undefined, status: 'only_shopify' })]);
    await sees('Not on Square', await drawer());
    hasNo('button', 'Change pack size', await drawer());
    hasNo('radio', 'Shopify', await drawer());
  });

  it('keeps a variant out of leveling to one quantity', () => {
    const variants = [aVariant({ id: '1', shopifyPackSize: 12 }), aVariant({ id: '2' })];
    expect(planQuantity(variants, 7).map(({ id }) => id)).toEqual(['2']);
  });
});
