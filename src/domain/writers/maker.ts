import type { LevelQuantities } from '../causes/shopify';
import type { Instant } from '../instant';
import type { LoggedChange } from './logged-change';

/**
 * Who made a change, by what its platform states. `shop`: the shop's own business, an order at Shopify or one of Square's own products, so no
 * other app copied it. `app`: an application through Square's API. `adjusted`: Shopify's number was adjusted without an order, as an app does,
 * but also a person, or a sale at Shopify's own counter.
 */
export type Maker = 'shop' | 'app' | 'adjusted';

/** A change from outside by its platform's own times. */
export interface TimedChange {
  /** The time of the number after it, and of the number before; null when that is not known. */
  readonly at: Instant;
  readonly since: Instant | null;
}

/** Who made a change; null when the platform does not tell, 'later' when what was read is older than the change. */
export type MakerAnswer = Maker | null | 'later';

/**
 * Returns who made a change at Shopify, by the quantities of its level. An order moves stock from available to committed and leaves on hand
 * alone; an adjustment moves available and on hand, and leaves committed alone (Shopify's inventory states). What was read may include later changes:
 * only where nothing touched the other quantity since, the answer is certain.
 */
export function makerAtShopify({ at }: TimedChange, read: LevelQuantities | undefined): MakerAnswer {
  if (read === undefined) return null;
  const { availableAt, committedAt, onHandAt } = read;
  if (availableAt === null || onHandAt === null) return null;
  if (availableAt < at) return 'later';
  const isCommitted = committedAt !== null && committedAt >= at;
  if (isCommitted === onHandAt >= at) return null;
  return isCommitted ? 'shop' : 'adjusted';
}

/**
 * Returns who made the last change at Shopify for a proposal, which nobody corrects: an adjustment counts only where the variant was ordered before, since in
 * a shop that sells at Shopify's own counter every sale is one.
 */
export function lastMakerAtShopify(at: Instant, read: LevelQuantities): Maker | null {
  const maker = makerAtShopify({ at, since: null }, read);
  return maker === 'later' || (maker === 'adjusted' && read.committedAt === null) ? null : maker;
}

/** Over how long before a change (ms) an application's other changes tell that it does not copy. */
export const OTHERS_WITHIN_MS = 60_000;
/** How many of its changes an application that copies may have made beside those that looked copied: we may hear of two as one. */
const MOST_OTHERS = 1;

/**
 * Returns who made a change at Square, by Square's log of the variation: all entries of its time must agree. An application that makes other
 * changes than copies is another vendor's counter rather than one that copies: nothing is told. `copies`: how many of the platform's
 * changes of the last minute, this one among them, looked copied.
 */
export function makerAtSquare(
  { at, since, copies }: TimedChange & { readonly copies: number },
  log: readonly LoggedChange[] | undefined,
): MakerAnswer {
  if (since === null) return null;
  const entries = (log ?? []).filter(({ author, created }) => author !== 'ours' && created <= at);
  const authors = new Set(entries.filter(({ created }) => created > since).map(({ author }) => author));
  if (authors.size === 0) return 'later';
  if (!authors.has('app')) return 'shop';
  const others = entries.filter(({ author, created }) => author === 'app' && created > at - OTHERS_WITHIN_MS).length - copies;
  return authors.size > 1 || others > MOST_OTHERS ? null : 'app';
}
