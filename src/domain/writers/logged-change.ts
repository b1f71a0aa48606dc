import type { Instant } from '../instant';
import type { Quantity } from '../quantity';

/** An application at Square, as its log names it; at least one of the two is not ''. */
export interface NamedApp {
  /** Square's ID of the application; '' when Square states none. */
  readonly id: string;
  /** Its name as it may be shown; '' when Square states none. */
  readonly name: string;
}

/** One change of a variation's stock for sale at the paired location, as Square's own log states it. */
export interface LoggedChange {
  /** When Square received it, by Square's clock: the time from which its counts include it. */
  readonly created: Instant;
  /** When it happened, as its author states: the order in which Square's counts add up changes. */
  readonly occurred: Instant;
  /** `ours`: we made it. `app`: an application that is not ours made it through Square's API. `square`: one of Square's own products did. */
  readonly author: 'ours' | 'app' | 'square';
  /** The application; null for Square's own products, and when Square states neither its ID nor its name. */
  readonly app: NamedApp | null;
  /** `count`: the stock was counted as this much. `move`: it rose or fell by this much. */
  readonly effect: { readonly kind: 'count' | 'move'; readonly quantity: Quantity };
}

/** A change of Shopify's number that we did not make, as the ledger states it. */
export interface LedgerChange {
  readonly delta: Quantity;
  /** Shopify's number before and after. */
  readonly before: Quantity;
  readonly after: Quantity;
  /** Shopify's own time of the number after, in whole seconds. */
  readonly at: Instant;
  /** When its line was written, by our clock. */
  readonly noted: Instant;
}
