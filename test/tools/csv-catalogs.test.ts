import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { csvCatalogs } from '../../scripts/linking/csv-catalogs';
import { sidesOf, unclear } from '../domain/linking/truth-checks';

const HEADER =
  'Handle,Title,Vendor,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Barcode';

/** Rows of a product: its sizes and colors, or none. */
function rows(title: string, vendor: string, price: string, values: readonly (readonly [string, string])[], numbered: boolean): string[] {
  const handle = title.toLowerCase().replaceAll(' ', '-');
  if (values.length === 0) {
    const [sku, barcode] = numbered ? [`${handle.slice(0, 4).toUpperCase()}-100`, '036000291452'] : ['', ''];
    return [`${handle},${title},${vendor},Title,Default Title,,,${sku},shopify,4,${price},${barcode}`];
  }
  return values.map(([size, color], index) => {
    const head = index === 0 ? [title, vendor, 'Size', 'Color'] : ['', '', '', ''];
    const sku = numbered ? `${handle.slice(0, 4).toUpperCase()}-${size}-${color.slice(0, 2).toUpperCase()}` : '';
    return [handle, head[0], head[1], head[2], size, head[3], color, sku, 'shopify', index, price, ''].join(',');
  });
}

const SHIRTS = ['S', 'M', 'L', 'XL'].flatMap((size) => ['Black', 'Navy'].map((color) => [size, color] as const));
const CSV = [
  HEADER,
  ...rows('Harbor Pocket Tee', 'Nordwick', '28', SHIRTS, true),
  ...rows('Ridge Flannel Shirt', 'Nordwick', '64.00', SHIRTS, false),
  ...rows('Quilted Liner Vest', 'Halley & Co', '94', SHIRTS.slice(0, 4), true),
  ...rows('Stoneware Serving Bowl', 'Kilnfield', '42.5', [], true),
  ...rows('Linen Tea Towel', 'Kilnfield', '16', [], false),
  ...rows('Beeswax Pillar Candle', 'Hive Lane', '18', [], false),
  ...rows('Cast Iron Skillet', 'Kilnfield', '55', [], false),
  ...rows('Brass Bottle Opener', 'Hive Lane', '24', [], false),
  // The same names again: nobody could tell them from the first.
  'again,Linen Tea Towel,Kilnfield,Title,Default Title,,,TWICE,shopify,1,16,',
].join('\n');

const folder = mkdtempSync(join(tmpdir(), 'csv-catalogs-'));
const path = join(folder, 'products.csv');
writeFileSync(path, CSV);
afterAll(() => rmSync(folder, { recursive: true }));

const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1);

describe.each(SEEDS)('seed %i', (seed) => {
  const catalogs = csvCatalogs([path], seed);
  const { shopify, square, truth, traps } = catalogs;
  const sides = sidesOf(catalogs);

  it("keeps the merchant's texts and numbers on Shopify's side, without what nobody could tell apart", () => {
    const vest = shopify.filter(({ productName }) => productName === 'Quilted Liner Vest');
    expect(vest.map(({ name }) => name).toSorted()).toEqual(['M / Black', 'M / Navy', 'S / Black', 'S / Navy']);
    expect(vest.every(({ price }) => price === '94.00')).toBe(true);
    expect(vest.filter(({ sku }) => /^ ?QUIL-[SM]-(?:BL|NA) ?$/u.test(sku))).toHaveLength(4);
    expect(shopify.find(({ productName }) => productName === 'Stoneware Serving Bowl')?.barcode).toBe('036000291452');
    expect(shopify.filter(({ productName }) => productName === 'Linen Tea Towel')).toHaveLength(1);
    expect(shopify.some(({ sku }) => sku === 'TWICE')).toBe(false);
  });

  it("has Square's side in other words, with what Shopify lacks", () => {
    expect(square.length).toBeGreaterThan(shopify.length);
    const names = new Set(shopify.map(({ productName, name }) => `${productName}/${name}`));
    expect(square.filter(({ productName, name }) => names.has(`${productName}/${name}`)).length).toBeLessThan(square.length / 10);
  });

  it('has a truth of ids that exist, each in one link', () => {
    expect(truth.length).toBeGreaterThan(10);
    expect(truth.every(({ shopifyId, squareId }) => sides.shopify.has(shopifyId) && sides.square.has(squareId))).toBe(true);
    expect(new Set(truth.map(({ shopifyId }) => shopifyId)).size).toBe(truth.length);
    expect(new Set(truth.map(({ squareId }) => squareId)).size).toBe(truth.length);
    expect(truth.length).toBeLessThan(shopify.length);
  });

  it('has no true link that a careful person could not know', () => {
    expect(unclear(truth, sides, [])).toEqual([]);
  });

  it('has traps: blank entries, gift cards, services, and others', () => {
    const kinds = new Set(traps.map(({ kind }) => kind));
    expect(['blank', 'gift card', 'service'].filter((kind) => ![...kinds].some((one) => one === kind))).toEqual([]);
    expect(kinds.size).toBeGreaterThan(4);
  });
});

describe('csvCatalogs', () => {
  it('returns the same for a seed, and others for other seeds', () => {
    expect(csvCatalogs([path], 3)).toEqual(csvCatalogs([path], 3));
    expect(csvCatalogs([path], 3).square).not.toEqual(csvCatalogs([path], 4).square);
  });

  it('refuses a file of another kind', () => {
    const other = join(folder, 'other.csv');
    writeFileSync(other, 'Name,Price\nCup,5');
    expect(() => csvCatalogs([other], 1)).toThrow(`${other}: the column 'Handle' is missing`);
  });
});
