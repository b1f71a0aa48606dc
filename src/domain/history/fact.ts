import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import { fromPieces, NO_PACKS, type PackSizes } from '../sync/pack-size';
import type { RefusalReason } from '../sync/write';

/** Who or what made something happen: history's "Originated By". */
export type Originator = 'shopify' | 'square' | 'merchant' | 'operator' | 'shelfbridge';

/**
 * One line of the ledger: what happened, who caused it, and both numbers afterward. The numbers of any past moment can
 * be derived from these; the message that people read is created by `describeFact`, not stored.
 */
export type HistoryFact =
  /** One side changed from outside by `delta`; `fate` states what happens to the change. */
  | {
      readonly kind: 'change';
      readonly side: Source;
      readonly delta: Quantity;
      /** The changed side's number before and after. */
      readonly before: Quantity;
      readonly after: Quantity;
      /** The other side's number before, and once the change has arrived there; null while it is unknown. */
      readonly otherBefore: Quantity | null;
      readonly otherAfter: Quantity | null;
      /**
       * `sent`: sent at once. `held`: over the merchant's maximum. `owed`: auto-sync is off, changes are paused, or the
       * other side cannot be written now. `kept`: the account is not entitled, so the change stays on its side.
       * `watched`: the merchant had not started syncing yet.
       * `unlinked`: the variant was not linked then. `uncounted`: the other side has no number yet that a change could
       * be added to. `untracked`: the variant is on both platforms but not tracked on both.
       */
      readonly fate: 'sent' | 'held' | 'owed' | 'kept' | 'watched' | 'unlinked' | 'uncounted' | 'untracked';
      /** The merchant's maximum in whole units, if it held the change. */
      readonly maximum?: number;
      /** How we learned of the change. */
      readonly via: ObservationCause;
      /** The platform's own time of the new number. */
      readonly at: Instant;
      /** The platform's own time of the number before; absent in old lines, and while it was not known. */
      readonly since?: Instant;
    }
  /** A platform refuses the change that is pending to it; the change stays pending. */
  | { readonly kind: 'refused'; readonly side: Source; readonly owed: Quantity; readonly reason: RefusalReason }
  /** It is unknown whether a write took effect: nothing more is written until the merchant sets the variant's number. */
  | { readonly kind: 'frozen'; readonly side: Source; readonly delta: Quantity; readonly op: string }
  /** A person set a number. The fields hold the sides' previous numbers; null for a side that is not set or was never counted. */
  | {
      readonly kind: 'set';
      /** In pieces, if the sides count different units. */
      readonly to: Quantity;
      /** Of a variant whose sides count different units; absent for all others. */
      readonly packs?: PackSizes;
      readonly by: Originator;
      readonly shopify: Quantity | null;
      readonly square: Quantity | null;
    }
  /** A person took back a bulk change: amounts were added to both sides, whose numbers were and will be these. */
  | {
      readonly kind: 'undone';
      readonly by: Originator;
      readonly shopify: Quantity | null;
      readonly square: Quantity | null;
      readonly shopifyTo: Quantity;
      readonly squareTo: Quantity;
    }
  /** An amount held since `side` changed was sent to the other side after all, or dropped. */
  | { readonly kind: 'held'; readonly side: Source; readonly amount: Quantity; readonly fate: 'sent' | 'dropped'; readonly by: Originator }
  /**
   * Operators had paused changes to `side`; this part of the changes that waited is held until the merchant sends or
   * drops it.
   */
  | { readonly kind: 'review'; readonly side: Source; readonly amount: Quantity }
  /**
   * A change will not be sent to `side`: the connections or locations have changed, or the subscription had ended.
   * `uncertain` is the part of it that was in flight and may have arrived.
   */
  | {
      readonly kind: 'dropped';
      readonly side: Source;
      readonly amount: Quantity;
      readonly uncertain: Quantity;
      readonly why: 'epoch-ended' | 'lapsed';
    }
  /** A person gave a variant another SKU on one side; `before` is '' when it had none, `after` when it has none any more. */
  | { readonly kind: 'sku'; readonly side: Source; readonly before: string; readonly after: string; readonly by: Originator }
  /** A person turned a variant's inventory tracking on a side on or off. */
  | { readonly kind: 'tracking'; readonly side: Source; readonly on: boolean; readonly by: Originator }
  /** A variant was copied to `side`, where it starts with this number; null when it is not counted. */
  | { readonly kind: 'copied'; readonly side: Source; readonly quantity: Quantity | null; readonly by: Originator }
  /** A person linked a variant of each platform, or keeps them separate; their names. The lines that follow tell the numbers. */
  | {
      readonly kind: 'pair';
      readonly linked: boolean;
      readonly shopify: string;
      readonly square: string;
      /** How many pieces one unit of each side holds, if that was stated. */
      readonly packs?: PackSizes;
      readonly by: Originator;
    }
  /** A person excluded products, in words, or no longer. */
  | { readonly kind: 'exclusion'; readonly on: boolean; readonly what: string; readonly by: Originator }
  /** Two variants were linked: from then on their stock is synced. */
  | {
      readonly kind: 'linked';
      readonly shopify: Quantity | null;
      readonly square: Quantity | null;
      /** The numbers when this pair's stock was last linked; any difference is what changed while it was not linked. */
      readonly shopifyBefore?: Quantity | null;
      readonly squareBefore?: Quantity | null;
    }
  /** The SKUs of a link became different: the link holds for another `holdMs`, until `until`. '' for a side without a SKU. */
  | { readonly kind: 'skus-differ'; readonly shopify: string; readonly square: string; readonly until: Instant; readonly holdMs: number }
  /** A link ended. `sku-duplicated` occurs only in old lines: a duplicate no longer ends a link. */
  | {
      readonly kind: 'unlinked';
      readonly why: 'sku-changed' | 'sku-duplicated' | 'removed' | 'untracked' | 'separated' | 'excluded' | 'pair-changed';
      /** The last accounted numbers of both sides. */
      readonly shopify?: Quantity | null;
      readonly square?: Quantity | null;
      /** The amount still to be sent to a side, and the amount held for it. */
      readonly pending?: Partial<Record<Source, Quantity>>;
      readonly held?: Partial<Record<Source, Quantity>>;
    };

/** Returns the numbers that a person set, by side. */
export function sidesOfSet({ to, packs = NO_PACKS }: Extract<HistoryFact, { kind: 'set' }>): Readonly<Record<Source, Quantity>> {
  return { shopify: fromPieces(packs, 'shopify', to), square: fromPieces(packs, 'square', to) };
}

/** How an observation reached us. */
export type ObservationCause = 'webhook' | 'read' | 'answer' | 'snapshot' | 'refresh' | 'sweep';
