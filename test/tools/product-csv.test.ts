import { describe, expect, it } from 'vitest';

import { parseCsv, readProducts } from '../../scripts/sandbox/product-csv';

describe('parseCsv', () => {
  it.each([
    ['quoted commas, quotes and line breaks', 'a,"b, ""c""\r\nd",e\r\n', [['a', 'b, "c"\r\nd', 'e']]],
    [
      'a last line without an end',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a byte order mark and empty lines',
      '\uFEFFa,b\n\n,\n',
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
    ['a quote inside a bare field', 'a"b,c\n', [['a"b', 'c']]],
  ])('reads %s', (_name, text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });

  it('refuses a field that is never closed', () => {
    expect(() => parseCsv('a,"b\nc')).toThrow('quoted field');
  });
});

const HEADER =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Barcode,Image Src,Image Alt Text';
const csv = (...rows: readonly string[]): string => [HEADER, ...rows].join('\n');

describe('readProducts', () => {
  it('groups rows by handle: variants, then rows with only pictures', () => {
    const [shirt, ...others] = readProducts(
      csv(
        'shirt,Shirt,<p>Soft</p>,Mill,Tops,"men, blue",Size,S,Colour,Blue,SH-S,shopify,3,19.90,,https://x/1.jpg,Front',
        'shirt,,,,,,,M,,Blue,SH-M,,-1,19.90,42,https://x/1.jpg,',
        'shirt,,,,,,,,,,,,,,,https://x/2.jpg,Back',
      ),
    );
    expect(others).toEqual([]);
    expect(shirt).toMatchObject({ handle: 'shirt', title: 'Shirt', tags: ['men', 'blue'], status: 'ACTIVE', options: ['Size', 'Colour'] });
    expect(shirt?.variants).toMatchObject([
      { values: ['S', 'Blue'], sku: 'SH-S', tracked: true, quantity: 3, price: '19.90', barcode: '' },
      { values: ['M', 'Blue'], sku: 'SH-M', tracked: false, quantity: -1, price: '19.90', barcode: '42' },
    ]);
    expect(shirt?.images).toEqual([
      { url: 'https://x/1.jpg', alt: 'Front' },
      { url: 'https://x/2.jpg', alt: 'Back' },
    ]);
  });

  it('treats the automatic option as none', () => {
    const [cup] = readProducts(csv('cup,Cup,,,,,Title,Default Title,,,,,,5,,,'));
    expect(cup).toMatchObject({ options: [], variants: [{ values: [], sku: '', quantity: 0, price: '5' }] });
  });

  it.each([
    ['another table', 'Name,Price\nCup,5', "column 'Handle'"],
    ['a row without a handle', csv(',Cup,,,,,Title,Default Title,,,,,1,5,,,'), 'record 1 has no Handle'],
    ['a first row without a title', csv('cup,,,,,,Title,Default Title,,,,,1,5,,,'), 'no Title'],
    ['a quantity that is none', csv('cup,Cup,,,,,Title,Default Title,,,,,some,5,,,'), 'Inventory Qty'],
    ['nothing', '', 'empty'],
  ])('refuses %s', (_name, text, message) => {
    expect(() => readProducts(text)).toThrow(message);
  });
});
