import { describe, expect, it } from 'vitest';

import { judge, sumOf } from '../../../scripts/linking/judge';
import type { RecognizedVariant } from '../../../src/domain/linking/described';
import { findLinks, type ProposedLink } from '../../../src/domain/linking/propose-links';
import type { Source } from '../../../src/domain/source';
import { auditCatalogs } from './audit-catalogs';

const EAN = '4006381333931';
const of = (source: Source, id: string, productName: string, change: Partial<RecognizedVariant> = {}): RecognizedVariant => ({
  source,
  id,
  productName,
  name: source === 'shopify' ? 'Default Title' : 'Regular',
  sku: '',
  barcode: '',
  price: '',
  ...change,
});

function found(
  shopify: readonly RecognizedVariant[],
  square: readonly RecognizedVariant[],
  isSeparate: (pair: Pick<ProposedLink, 'shopifyId' | 'squareId'>) => boolean = () => false,
): readonly ProposedLink[] {
  const search = findLinks(shopify, square, isSeparate);
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
  }
}

const short = (links: readonly ProposedLink[]) =>
  links.map(({ shopifyId, squareId, confidence }) => `${shopifyId} ${squareId} ${confidence}`);

describe('links are proposed', () => {
  it('as certain by a SKU or bar code that only the two have, where nothing contradicts', () => {
    const mug = of('shopify', '1', 'Harbor mug', { sku: 'HM-001', barcode: EAN });
    expect(short(found([mug], [of('square', 'A', 'Mug harbor', { sku: 'hm 001' })]))).toEqual(['1 A certain']);
    expect(short(found([mug], [of('square', 'A', 'Harbor mug white', { barcode: `0${EAN}` })]))).toEqual(['1 A certain']);
    // Another one has it as well.
    const twin = of('square', 'B', 'Harbor mug', { barcode: EAN });
    expect(short(found([mug], [of('square', 'A', 'Harbor mug', { barcode: EAN }), twin]))).not.toContainEqual(
      expect.stringContaining('certain'),
    );
    // Another size, another thing, or another thing by name.
    for (const name of ['Harbor mug, large', 'Harbor mug refill', 'Harbor mug 6-pack', 'Old harbor mug'])
      expect(short(found([{ ...mug, name: 'Small' }], [of('square', 'A', name, { sku: 'HM-001' })])), name).not.toContain('1 A certain');
    expect(
      short(
        found([of('shopify', '1', 'Nail lacquer, ink', { sku: '001102' })], [of('square', 'A', 'Nail lacquer, moss', { sku: '001102' })]),
      ),
    ).toEqual(['1 A likely']);
  });

  it('for a person where names are alike, the likeliest first, three at most', () => {
    const lamp = of('shopify', '1', 'Brass desk lamp', { name: 'Large' });
    const square = ['S', 'Regular', 'L', 'Standing', 'Boxed', 'Reading'].map((name) => of('square', name, 'Desk lamp, brass', { name }));
    const links = found([lamp], square);
    expect(short(links)[0]).toBe('1 L likely');
    expect(links).toHaveLength(3);
    expect(links.map(({ squareId }) => squareId)).not.toContain('S');
    expect(links.slice(1).every(({ confidence }) => confidence === 'possible')).toBe(true);
  });

  it('with how many of one are how many of the other', () => {
    const [pack] = found([of('shopify', '1', 'Spring water, case of 12')], [of('square', 'A', 'Spring water')]);
    expect(pack).toMatchObject({ shopifyUnits: 1, squareUnits: 12, differences: ['pieces'] });
    const [both] = found([of('shopify', '1', 'Spring water 6-pack')], [of('square', 'A', 'Spring water, 4 pack')]);
    expect(both).toMatchObject({ shopifyUnits: 2, squareUnits: 3 });
  });

  it('never because something is blank, generic, or has the same price', () => {
    const blanks = (source: Source) => [
      of(source, '1', '', { price: '5.00' }),
      of(source, '2', 'Misc', { price: '5.00' }),
      of(source, '3', 'Item', { name: 'Small' }),
      of(source, '4', '%_\u0000', { sku: '-', barcode: '0000000000000' }),
    ];
    expect(found(blanks('shopify'), blanks('square'))).toEqual([]);
    expect(found([], [])).toEqual([]);
  });

  it('never for two that are kept separate', () => {
    const shopify = [of('shopify', '1', 'Brass desk lamp')];
    const square = [of('square', 'A', 'Brass desk lamp'), of('square', 'B', 'Brass desk lamp')];
    expect(short(found(shopify, square, ({ squareId }) => squareId === 'A'))).toEqual(['1 B likely']);
  });

  it('in whatever order the variants come, none in two certain links', () => {
    const { shopify, square } = auditCatalogs(7);
    const links = found(shopify, square);
    const sorted = (all: readonly ProposedLink[]) => all.map((link) => JSON.stringify(link)).toSorted();
    expect(sorted(found(shopify.toReversed(), square.toReversed()))).toEqual(sorted(links));
    const certain = links.filter(({ confidence }) => confidence === 'certain');
    const taken = certain.flatMap(({ shopifyId, squareId }) => [shopifyId, squareId]);
    expect(new Set(taken).size).toBe(taken.length);
    const rest = links.filter(({ confidence }) => confidence !== 'certain');
    expect(rest.filter(({ shopifyId, squareId }) => taken.includes(shopifyId) || taken.includes(squareId))).toEqual([]);
  });
});

describe('in shops like that of the published audit', () => {
  it('of what is certain 99.5% is right, a review finds 80% of all, and nothing blank is proposed', () => {
    const total = sumOf([11, 12, 13, 14, 15].map((seed) => judge(auditCatalogs(9_000 + seed))));
    expect(total.truth).toBe(1_000);
    expect(total.certain).toBeGreaterThan(300);
    expect(total.wrong / total.certain).toBeLessThanOrEqual(0.005);
    expect(total.found / total.truth).toBeGreaterThanOrEqual(0.8);
    expect(total.blank).toBe(0);
  });
});
