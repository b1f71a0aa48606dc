import type { ProposedLink } from '../../../domain/linking/propose-links';
import type { Variant } from '../../../gen/sh/common_pb';

/** A Square variant that may be the same as a Shopify variant. */
export interface Candidate {
  readonly square: Variant;
  readonly link: ProposedLink;
}

/** A Shopify variant with what may be the same at Square, the likeliest first. */
export interface ReviewItem {
  readonly shopify: Variant;
  readonly candidates: readonly Candidate[];
}

/** What the merchant decided on a Shopify variant: it is this one of Square's, none that was shown, or not decided yet. */
export type Decision =
  | { readonly kind: 'link'; readonly squareId: string }
  | { readonly kind: 'separate'; readonly squareIds: readonly string[] }
  | { readonly kind: 'skip' };

/** A review of proposed links. */
export interface Review {
  /** What a SKU or bar code makes certain. */
  readonly sure: readonly ReviewItem[];
  /** What a person must decide, the likeliest first. */
  readonly open: readonly ReviewItem[];
  /** By the ID of the Shopify variant. */
  readonly decisions: ReadonlyMap<string, Decision>;
  /** The Shopify variants that were decided one by one, in their order: the last can be undone. */
  readonly order: readonly string[];
}

/** Begins a review of what was proposed. */
export function startReview(
  links: readonly ProposedLink[],
  variants: { readonly shopify: readonly Variant[]; readonly square: readonly Variant[] },
): Review {
  const [shopify, square] = [variants.shopify, variants.square].map((list) => new Map(list.map((one) => [one.id, one])));
  const items = new Map<string, { shopify: Variant; candidates: Candidate[]; isSure: boolean }>();
  for (const link of links) {
    const [ours, theirs] = [shopify?.get(link.shopifyId), square?.get(link.squareId)];
    if (ours === undefined || theirs === undefined) continue;
    const item = items.get(ours.id) ?? { shopify: ours, candidates: [], isSure: link.confidence === 'certain' };
    item.candidates.push({ square: theirs, link });
    items.set(ours.id, item);
  }
  const all = [...items.values()];
  return {
    sure: all.filter(({ isSure }) => isSure),
    open: all.filter(({ isSure }) => !isSure),
    decisions: new Map(),
    order: [],
  };
}

/** Decides on one Shopify variant. */
export function decide(review: Review, shopifyId: string, decision: Decision): Review {
  return {
    ...review,
    decisions: new Map([...review.decisions, [shopifyId, decision]]),
    order: [...review.order.filter((id) => id !== shopifyId), shopifyId],
  };
}

/** Accepts all of these sure links at once. */
export function acceptAll(review: Review, items: readonly ReviewItem[]): Review {
  const accepted = items.flatMap(({ shopify, candidates: [first] }): [string, Decision][] =>
    first === undefined ? [] : [[shopify.id, { kind: 'link', squareId: first.square.id }]],
  );
  return { ...review, decisions: new Map([...review.decisions, ...accepted]) };
}

/** Takes back the decision on these Shopify variants. */
export function takeBack(review: Review, shopifyIds: readonly string[]): Review {
  const gone = new Set(shopifyIds);
  return {
    ...review,
    decisions: new Map([...review.decisions].filter(([id]) => !gone.has(id))),
    order: review.order.filter((id) => !gone.has(id)),
  };
}

/** Removes variants of which nothing is to be decided any more: they were linked. */
export function without(review: Review, shopifyIds: ReadonlySet<string>): Review {
  const stays = ({ shopify }: ReviewItem): boolean => !shopifyIds.has(shopify.id);
  const rest = takeBack(review, [...shopifyIds]);
  return { ...rest, sure: rest.sure.filter(stays), open: rest.open.filter(stays) };
}

/** Returns the Square variants that accepted links use. */
function takenBy({ decisions }: Review): ReadonlySet<string> {
  return new Set([...decisions.values()].flatMap((decision) => (decision.kind === 'link' ? [decision.squareId] : [])));
}

/** Returns what is still to be decided, without the Square variants that an accepted link uses. What was skipped comes again at the end. */
export function waiting(review: Review): readonly ReviewItem[] {
  const taken = takenBy(review);
  const left = review.open.flatMap((item): ReviewItem[] => {
    const decision = review.decisions.get(item.shopify.id);
    if (decision !== undefined && decision.kind !== 'skip') return [];
    const candidates = item.candidates.filter(({ square }) => !taken.has(square.id));
    return candidates.length === 0 ? [] : [{ ...item, candidates }];
  });
  const isSkipped = ({ shopify }: ReviewItem): boolean => review.decisions.has(shopify.id);
  const placeOf = ({ shopify }: ReviewItem): number => review.order.indexOf(shopify.id);
  return [...left.filter((item) => !isSkipped(item)), ...left.filter(isSkipped).toSorted((a, b) => placeOf(a) - placeOf(b))];
}

/** An accepted link. */
export interface Accepted {
  readonly shopify: Variant;
  readonly candidate: Candidate;
}

/** Returns the accepted links, the sure ones first. */
export function accepted(review: Review): readonly Accepted[] {
  return [...review.sure, ...review.open].flatMap(({ shopify, candidates }): Accepted[] => {
    const decision = review.decisions.get(shopify.id);
    const candidate = decision?.kind === 'link' ? candidates.find(({ square }) => square.id === decision.squareId) : undefined;
    return candidate === undefined ? [] : [{ shopify, candidate }];
  });
}

/** Returns the sure links that are not accepted yet, by the reason that makes them sure. */
export function sureByReason(review: Review): readonly { readonly reason: 'barcode' | 'sku'; readonly items: readonly ReviewItem[] }[] {
  const taken = takenBy(review);
  const left = review.sure.filter(
    ({ shopify, candidates: [first] }) => !review.decisions.has(shopify.id) && first !== undefined && !taken.has(first.square.id),
  );
  const isByBarcode = ({ candidates: [first] }: ReviewItem): boolean => first?.link.reasons.includes('barcode') === true;
  return [
    { reason: 'barcode' as const, items: left.filter(isByBarcode) },
    { reason: 'sku' as const, items: left.filter((item) => !isByBarcode(item)) },
  ].filter(({ items }) => items.length > 0);
}
