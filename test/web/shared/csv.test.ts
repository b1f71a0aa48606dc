import { describe, expect, it } from 'vitest';

import { inventoryCsv } from '../../../src/web/merchant/inventory/inventory-csv';
import { issuesCsv } from '../../../src/web/merchant/issues/state';
import { toCsv } from '../../../src/web/shared/csv';
import { aSide, aVariant } from '../support/builders';

describe('a CSV file', () => {
  it('quotes cells that need it, and starts with the UTF-8 byte order mark', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x,y', 'say "hi"'],
          ['two\nlines', 'plain'],
        ],
      ),
    ).toBe('\uFEFFa,b\r\n"x,y","say ""hi"""\r\n"two\nlines",plain\r\n');
  });

  it('never turns a text into a formula, and keeps numbers', () => {
    const rows = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'fine'].map((text) => [text]);
    expect(toCsv(['t'], rows)).toBe(`\uFEFFt\r\n'=1+1\r\n'+1\r\n'-1\r\n'@SUM(A1)\r\n"'\t'=1"\r\nfine\r\n`);
    expect(toCsv(['n'], [[-3], [2.5], [undefined]])).toBe('\uFEFFn\r\n-3\r\n2.5\r\n\r\n');
  });

  it.each([
    ['a;=1+1', `"a;'=1+1"`],
    ['a; +1;@b', `"a; '+1;'@b"`],
    ['\n=1+1', `"'\n'=1+1"`],
    ['a\r\n-1', `"a\r\n'-1"`],
    ['a\t=1', `"a\t'=1"`],
    [' =1+1', "' =1+1"],
    ['\u00A0=1+1', "'\u00A0=1+1"],
    ['\uFF1D1+1', "'\uFF1D1+1"],
    ['T-Shirt; red-blue, 2+1', '"T-Shirt; red-blue, 2+1"'],
  ])('never turns a part of %j into a formula, whatever separator a spreadsheet uses', (text, cell) => {
    expect(toCsv(['t'], [[text]])).toBe(`\uFEFFt\r\n${cell}\r\n`);
  });

  it('contains the inventory with blanks for unknown values', () => {
    const { squareQuantity: _, ...variant } = aVariant({
      name: 'Default Title',
      status: 'only_shopify',
      squareId: '',
      vendor: 'Acme, Ltd',
    });
    expect(inventoryCsv([{ productName: '=Tee', variant }]).split('\r\n')[1]).toBe(
      `'=Tee,,TEE-S,5,,Only in Shopify,,gid://shopify/Product/7,gid://shopify/ProductVariant/70,,"Acme, Ltd",,1,1`,
    );
  });

  it('contains issues', () => {
    expect(issuesCsv([aSide({ sku: '', inventoryTracked: false })]).split('\r\n')[1]).toBe(
      ',Tee,Medium,gid://shopify/ProductVariant/71,gid://shopify/Product/7,No',
    );
  });
});
