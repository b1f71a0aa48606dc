import type { Source } from '../../../domain/source';
import type { Variant } from '../../../gen/sh/common_pb';
import type { Applied } from '../../shared/apply-rows';
import { isolate } from '../../shared/formats';
import type { Failure } from '../../shared/rpc/failure';
import { atom } from '../../shared/state/jotai';
import type { LinkPlan } from './link-plan';
import type { MadeLinks } from './make-links';
import type { Review } from './review';

/** How many variants have no link. */
export type UnmatchedCounts = Readonly<Record<Source, number>>;

/** The stage of linking. A review stays while the merchant looks at another page. */
export type LinkingStage =
  | { readonly kind: 'reading'; readonly read: number }
  | { readonly kind: 'comparing'; readonly share: number }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'review' }
  | { readonly kind: 'plan' }
  | {
      readonly kind: 'applying';
      readonly what: 'links' | 'skus';
      readonly done: number;
      readonly total: number;
      readonly stopping: boolean;
    }
  | {
      readonly kind: 'result';
      readonly plan: LinkPlan;
      readonly linked: MadeLinks;
      /** What became of the SKUs that were copied; null when none was to be. */
      readonly skus: Applied | null;
    };

/** What the page knows. */
export interface Linking {
  readonly stage: LinkingStage;
  /** Null until a search has ended. */
  readonly review: Review | null;
  readonly counts: UnmatchedCounts;
  /** Whether the SKU is copied to the side of a link that lacks one. */
  readonly copySkus: boolean;
}

/** The page before its first search. */
export const UNSEARCHED: Linking = {
  stage: { kind: 'reading', read: 0 },
  review: null,
  counts: { shopify: 0, square: 0 },
  copySkus: false,
};

/** The review of this account's links. */
export const linkingAtom = atom<Linking>(UNSEARCHED);

/** Returns the name of an item with its variant's. */
export function itemName({ productName, name }: Variant): string {
  return [productName, name === 'Default Title' || name === 'Regular' ? '' : name]
    .filter((part) => part !== '')
    .map(isolate)
    .join(' · ');
}
