import type { LabeledCatalogs, TrueLink } from '../../../scripts/linking/catalogs';
import type { SideVariant } from '../../../src/domain/catalog/side-variant';
import { evidenceOf, type Synonyms } from './evidence';

/** The variants of each side by their id. */
export type Sides = Readonly<Record<SideVariant['source'], ReadonlyMap<string, SideVariant>>>;

/** Returns the variants of both sides by their id. */
export const sidesOf = ({ shopify, square }: LabeledCatalogs): Sides => ({
  shopify: new Map(shopify.map((variant) => [variant.id, variant])),
  square: new Map(square.map((variant) => [variant.id, variant])),
});

const UNNAMED = new Set(['default title', 'regular']);

/** Returns the words of a variant's names in no order, without punctuation and accents. */
const wordsOf = ({ productName, name }: SideVariant): string =>
  (
    `${productName} ${UNNAMED.has(name.toLowerCase()) ? '' : name}`
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .toSorted()
    .join(' ');

const textOf = ({ productName, name, sku, barcode }: SideVariant): string => [productName, name, sku, barcode].join(' | ');

/**
 * Returns the true links that a careful person could not know, as text: those that have neither a SKU in some form, nor a barcode, nor enough of
 * the names in common, and those of a variant whose names another of its side has.
 */
export function unclear(truth: readonly TrueLink[], sides: Sides, synonyms: Synonyms): string[] {
  const named = [sides.shopify, sides.square].map((side) => Map.groupBy(side.values(), wordsOf));
  return truth.flatMap(({ shopifyId, squareId }) => {
    const [one, other] = [sides.shopify.get(shopifyId), sides.square.get(squareId)];
    if (one === undefined || other === undefined) return ['a link of a variant that does not exist'];
    const [alikeOnOne, alikeOnOther] = [named[0]?.get(wordsOf(one)), named[1]?.get(wordsOf(other))];
    const isAlone = alikeOnOne?.length === 1 && alikeOnOther?.length === 1;
    return isAlone && evidenceOf(one, other, synonyms).length > 0 ? [] : [`${textOf(one)} and ${textOf(other)}`];
  });
}
