import { foldSku } from '../../../domain/catalog/match';
import { otherSource, type Source } from '../../../domain/source';
import type { Variant } from '../../../gen/sh/common_pb';
import type { Accepted } from './review';

/** How one accepted link is made: both variants get the same SKU. */
export interface LinkStep {
  /** The ID of the Shopify variant. */
  readonly id: string;
  readonly shopify: Variant;
  readonly square: Variant;
  /** The SKU that both will have; '' where neither has one and a new one is generated. */
  readonly sku: string;
  /** Whose SKU is set; null for both. */
  readonly writes: Source | null;
  /** The variant whose SKU is set, as the plan shows it; Shopify's for both. */
  readonly variant: Variant;
}

/** What accepted links will write. */
export interface LinkPlan {
  readonly steps: readonly LinkStep[];
  /** How many SKUs are set on each platform. */
  readonly writes: Readonly<Record<Source, number>>;
  /** Links whose SKU another accepted link gives to the same platform: only one of them can have it. */
  readonly leftOut: readonly Accepted[];
}

/**
 * Plans accepted links. The SKU that is there is kept; where both variants have one, that of the platform `keep`. A SKU is given to one
 * variant of a platform only, whatever its case.
 */
export function planLinks(links: readonly Accepted[], keep: Source): LinkPlan {
  const given: Record<Source, Set<string>> = { shopify: new Set(), square: new Set() };
  const steps: LinkStep[] = [];
  const leftOut: Accepted[] = [];
  const writes = { shopify: 0, square: 0 };
  for (const link of links) {
    const step = stepOf(link, keep);
    const folded = foldSku(step.sku);
    if (step.writes !== null && given[step.writes].has(folded)) {
      leftOut.push(link);
      continue;
    }
    steps.push(step);
    if (step.writes === null || step.writes === 'shopify') writes.shopify += 1;
    if (step.writes === null || step.writes === 'square') writes.square += 1;
    if (step.writes !== null) given[step.writes].add(folded);
  }
  return { steps, writes, leftOut };
}

function stepOf({ shopify, candidate: { square } }: Accepted, keep: Source): LinkStep {
  const sides = { shopify, square };
  const [ours, theirs] = [shopify.sku.trim(), square.sku.trim()];
  const base = { id: shopify.id, shopify, square };
  if (ours === '' && theirs === '') return { ...base, sku: '', writes: null, variant: shopify };
  const kept = ours === '' ? 'square' : theirs === '' ? 'shopify' : keep;
  const writes = otherSource(kept);
  return { ...base, sku: sides[kept].sku.trim(), writes, variant: sides[writes] };
}
