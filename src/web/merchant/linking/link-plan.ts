import { foldSku, isBlankSku } from '../../../domain/catalog/match';
import { otherSource, SOURCES, type Source } from '../../../domain/source';
import type { Variant } from '../../../gen/sh/common_pb';
import type { Accepted } from './review';

/** A SKU that is copied to the variant of a link that lacks one. */
export interface SkuStep {
  /** The ID of the link's Shopify variant. */
  readonly id: string;
  /** The variant that lacks a SKU, and its platform. */
  readonly variant: Variant;
  readonly source: Source;
  /** The SKU that it gets: its partner's. */
  readonly sku: string;
}

/** What accepted links will do. */
export interface LinkPlan {
  readonly links: readonly Accepted[];
  /** The SKUs that can be copied to the side that lacks one. A SKU is given to one variant of a platform only, whatever its case. */
  readonly skus: readonly SkuStep[];
}

/** Plans accepted links. */
export function planLinks(links: readonly Accepted[]): LinkPlan {
  const given: Record<Source, Set<string>> = { shopify: new Set(), square: new Set() };
  const skus = links.flatMap(({ shopify, candidate: { square } }): SkuStep[] => {
    const sides = { shopify, square };
    const source = SOURCES.find((one) => isBlankSku(sides[one].sku) && !isBlankSku(sides[otherSource(one)].sku));
    if (source === undefined) return [];
    const sku = sides[otherSource(source)].sku.trim();
    if (given[source].has(foldSku(sku))) return [];
    given[source].add(foldSku(sku));
    return [{ id: shopify.id, variant: sides[source], source, sku }];
  });
  return { links, skus };
}
