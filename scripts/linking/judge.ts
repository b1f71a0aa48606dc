import { findLinks } from '../../src/domain/linking/propose-links.ts';
import type { LabeledCatalogs } from './catalogs.ts';

/** How well the links that are proposed for two catalogs agree with the truth. */
export interface Judgement {
  /** True links. */
  readonly truth: number;
  /** Links that are proposed as certain, and how many of them are wrong. */
  readonly certain: number;
  readonly wrong: number;
  /** True links that are proposed at all, so that a person who reviews them accepts them. */
  readonly found: number;
  /** Proposals, right or wrong: what a person sees. */
  readonly shown: number;
  /** Proposals of two variants that say nothing of what they are. */
  readonly blank: number;
}

/** Proposes links for two catalogs and compares them with the truth. A pack is right only with the right number of pieces. */
export function judge({ shopify, square, truth, traps }: LabeledCatalogs): Judgement {
  const search = findLinks(shopify, square);
  let step = search.next();
  while (step.done !== true) step = search.next();
  const known = new Map(truth.map((link) => [keyOf(link), link]));
  const blanks = new Set(traps.flatMap((trap) => (trap.kind === 'blank' ? [keyOf(trap)] : [])));
  const isTrue = (link: (typeof step.value)[number]): boolean => {
    const right = known.get(keyOf(link));
    return right !== undefined && right.shopifyUnits * link.squareUnits === right.squareUnits * link.shopifyUnits;
  };
  const certain = step.value.filter(({ confidence }) => confidence === 'certain');
  return {
    truth: truth.length,
    certain: certain.length,
    wrong: certain.filter((link) => !isTrue(link)).length,
    found: new Set(step.value.map(keyOf).filter((key) => known.has(key))).size,
    shown: step.value.length,
    blank: step.value.filter((link) => blanks.has(keyOf(link))).length,
  };
}

/** Adds up judgements of several shops. */
export function sumOf(judgements: readonly Judgement[]): Judgement {
  const total = { truth: 0, certain: 0, wrong: 0, found: 0, shown: 0, blank: 0 };
  for (const one of judgements) for (const key of Object.keys(total) as (keyof Judgement)[]) total[key] += one[key];
  return total;
}

const keyOf = ({ shopifyId, squareId }: { readonly shopifyId: string; readonly squareId: string }): string => `${shopifyId} ${squareId}`;
