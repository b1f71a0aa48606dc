import { describe, expect, it, test } from 'vitest';

import type { LabeledCatalogs, LinkKind, TrapKind } from '../../../scripts/linking/catalogs';
import type { SideVariant } from '../../../src/domain/catalog/side-variant';
import { auditCatalogs, AUDIT } from './audit-catalogs';
import { evidenceOf } from './evidence';
import { sidesOf, unclear, type Sides } from './truth-checks';
import { SYNONYMS } from './vocabulary/verticals';

const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1);
const CATALOGS = SEEDS.map((seed): readonly [number, LabeledCatalogs, Sides] => {
  const catalogs = auditCatalogs(seed);
  return [seed, catalogs, sidesOf(catalogs)];
});

const shareOf = (variants: readonly SideVariant[], has: (variant: SideVariant) => boolean): number =>
  variants.filter(has).length / variants.length;
const isFilled = (text: string): boolean => text.trim() !== '';

function repeated(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.has(text) || seen.add(text).size === 0);
}

/** The fewest truths of a kind in the catalogs of any seed; each kind is a different difficulty. */
const LEAST_LINKS: Partial<Record<LinkKind, number>> = {
  'sku same': 58,
  'sku rewritten': 15,
  'sku in part': 5,
  'sku of another scheme': 60,
  'sku blank': 25,
  'barcode same': 5,
  'barcode rewritten': 10,
  'barcode differs': 8,
  'barcode on one side': 5,
  'barcode blank': 25,
  pack: 8,
  layout: 15,
  spelling: 5,
  abbreviated: 10,
  plural: 10,
  'price differs': 15,
};
/** Difficulties that come and go with the people of a shop. */
const SOMEWHERE: readonly LinkKind[] = [
  'no brand',
  'short brand',
  'synonym',
  'cut',
  'typo',
  'noun first',
  'attribute left out',
  'noise',
  'price blank',
];

/** The fewest traps of a kind in the catalogs of any seed. */
const LEAST_TRAPS: Record<TrapKind, number> = {
  'other attribute': 100,
  pack: 3,
  'other form': 3,
  'other brand': 1,
  'retired copy': 7,
  barcode: 4,
  sku: 4,
  blank: 80,
  service: 4,
  'gift card': 12,
};

describe.each(CATALOGS)('seed %i', (_seed, { shopify, square, truth, traps }, sides) => {
  it('has the counts of the audit', () => {
    expect([shopify.length, square.length, truth.length]).toEqual([246, 697, 200]);
    const skus = new Set(square.map(({ sku }) => sku.trim()).filter(isFilled));
    const sharing = shopify.filter(({ sku }) => skus.has(sku.trim()));
    expect(sharing).toHaveLength(62);
    expect(new Set(sharing.map(({ sku }) => sku.trim())).size).toBe(62);
  });

  it('has variants as the platforms state them', () => {
    expect(repeated([...shopify, ...square].map(({ id }) => id))).toEqual([]);
    expect(shopify.every(({ id, stockId, source }) => source === 'shopify' && /^\d+$/u.test(id) && stockId !== id)).toBe(true);
    expect(square.every(({ id, stockId, source }) => source === 'square' && /^[A-Z2-7]{24}$/u.test(id) && stockId === id)).toBe(true);
    expect(shopify.every(({ price }) => /^\d+\.\d\d$/u.test(price))).toBe(true);
    expect(square.every(({ price }) => /^(?:\d+\.\d\d)?$/u.test(price))).toBe(true);
    // A product has one name and one status on its platform.
    for (const variants of Map.groupBy([...shopify, ...square], ({ productId }) => productId).values()) {
      expect(new Set(variants.map(({ productName, productStatus }) => `${productName}/${productStatus}`)).size).toBe(1);
    }
  });

  it('has barcodes on about half of each side, some of which are none or shared', () => {
    for (const side of [shopify, square]) {
      const share = shareOf(side, ({ barcode }) => isFilled(barcode));
      expect(share).toBeGreaterThan(0.42);
      expect(share).toBeLessThan(0.58);
      expect(side.filter(({ barcode }) => /[a-z/]|^-$|E\+/iu.test(barcode)).length).toBeGreaterThanOrEqual(3);
      expect(repeated(side.map(({ barcode }) => barcode).filter((text) => /^\d{8}/u.test(text))).length).toBeGreaterThanOrEqual(2);
    }
    expect(truth.filter(({ kinds }) => kinds.includes('barcode on one side')).length).toBeGreaterThan(0);
  });

  it('has SKUs that are blank, and SKUs that variants of one side share', () => {
    for (const side of [shopify, square]) {
      expect(shareOf(side, ({ sku }) => !isFilled(sku))).toBeGreaterThan(0.08);
      expect(repeated(side.map(({ sku }) => sku.trim()).filter(isFilled)).length).toBeGreaterThanOrEqual(2);
    }
  });

  it('has a truth of ids that exist, each in one link, in whole units', () => {
    expect(truth.every(({ shopifyId, squareId }) => sides.shopify.has(shopifyId) && sides.square.has(squareId))).toBe(true);
    expect(repeated(truth.map(({ shopifyId }) => shopifyId))).toEqual([]);
    expect(repeated(truth.map(({ squareId }) => squareId))).toEqual([]);
    const packs = truth.filter(({ shopifyUnits, squareUnits }) => shopifyUnits !== 1 || squareUnits !== 1);
    expect(packs).toHaveLength(AUDIT.packs);
    for (const { shopifyUnits, squareUnits } of packs) {
      expect(Math.min(shopifyUnits, squareUnits)).toBe(1);
      expect(Math.max(shopifyUnits, squareUnits)).toBeGreaterThan(1);
    }
  });

  it('has no true link that a careful person could not know', () => {
    expect(unclear(truth, sides, SYNONYMS)).toEqual([]);
  });

  it('has links of every difficulty, and many that only their names tell', () => {
    const counts = Object.fromEntries(
      Object.keys(LEAST_LINKS).map((kind) => [kind, truth.filter(({ kinds }) => kinds.some((one) => one === kind)).length]),
    );
    for (const [kind, least] of Object.entries(LEAST_LINKS)) expect(counts[kind], kind).toBeGreaterThanOrEqual(least);
    const byName = truth.filter(({ shopifyId, squareId }) => {
      const [one, other] = [sides.shopify.get(shopifyId), sides.square.get(squareId)];
      return one !== undefined && other !== undefined && evidenceOf(one, other, SYNONYMS).join('') === 'name';
    });
    expect(byName.length).toBeGreaterThan(30);
  });

  it('has traps of every kind, none of which is a true link', () => {
    const links = new Set(truth.map(({ shopifyId, squareId }) => `${shopifyId} ${squareId}`));
    expect(traps.filter(({ shopifyId, squareId }) => links.has(`${shopifyId} ${squareId}`))).toEqual([]);
    expect(traps.every(({ shopifyId, squareId }) => sides.shopify.has(shopifyId) && sides.square.has(squareId))).toBe(true);
    expect(repeated(traps.map(({ shopifyId, squareId, kind }) => `${shopifyId} ${squareId} ${kind}`))).toEqual([]);
    for (const [kind, least] of Object.entries(LEAST_TRAPS)) {
      expect(traps.filter((trap) => trap.kind === kind).length, kind).toBeGreaterThanOrEqual(least);
    }
  });

  it('has blank variants with names that say nothing on both sides, and none is linked', () => {
    const linked = new Set(truth.flatMap(({ shopifyId, squareId }) => [shopifyId, squareId]));
    const blank = traps.filter(({ kind }) => kind === 'blank');
    const variants = [...new Set(blank.flatMap(({ shopifyId, squareId }) => [sides.shopify.get(shopifyId), sides.square.get(squareId)]))];
    expect(variants.filter((variant) => variant?.source === 'shopify').length).toBeGreaterThanOrEqual(6);
    expect(variants.filter((variant) => variant?.source === 'square').length).toBeGreaterThanOrEqual(14);
    expect(variants.every((variant) => variant?.sku === '' && variant.barcode === '' && !linked.has(variant.id))).toBe(true);
  });
});

describe('auditCatalogs', () => {
  it('has difficulties that only some shops have', () => {
    const kinds = new Set(CATALOGS.flatMap(([, { truth }]) => truth.flatMap((link) => link.kinds)));
    expect(SOMEWHERE.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('returns the same for a seed, and other shops for other seeds', () => {
    expect(auditCatalogs(7)).toEqual(auditCatalogs(7));
    const names = CATALOGS.slice(0, 2).map(([, { shopify }]) => new Set(shopify.map(({ productName }) => productName)));
    const [one = new Set(), other = new Set()] = names;
    expect([...one].filter((name) => other.has(name)).length).toBeLessThan(one.size / 4);
  });

  it('returns other sizes', () => {
    const shape = { shopify: 60, square: 120, linked: 40, packs: 2, sharedSkus: 10, wronglyShared: 0 };
    const { shopify, square, truth } = auditCatalogs(1, shape);
    expect([shopify.length, square.length, truth.length]).toEqual([60, 120, 40]);
    const skus = new Set(square.map(({ sku }) => sku.trim()).filter(isFilled));
    expect(shopify.filter(({ sku }) => skus.has(sku.trim()))).toHaveLength(10);
  });

  test('refuses a shape that has no place for what stands in every shop', () => {
    expect(() => auditCatalogs(1, { ...AUDIT, shopify: 205 })).toThrow('too small');
  });
});
