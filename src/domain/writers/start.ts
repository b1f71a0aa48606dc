import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import { COPY_WITHIN_MS } from './resemblance';

/** A change of a variant from outside, as the ledger states it. */
export interface LedgerStep {
  readonly side: Source;
  readonly before: Quantity;
  /** The other side's number before, with everything that was on its way there; null while it was not known. */
  readonly otherBefore: Quantity | null;
  /** When its line was written, by our clock. */
  readonly noted: Instant;
}

/** The last moment before another app's first change at which both sides had the same number and nothing was on its way. */
export interface Start {
  /** The index of the first step after it. */
  readonly index: number;
  readonly quantity: Quantity;
  readonly at: Instant;
}

/** How much later than the copy its original may be noted, in ms: the other app may hear of it before we do. */
const HEARD_LATER_MS = 10_000;

/**
 * Returns where a variant's stock was last certain; null when the ledger does not tell. `steps`: the variant's ledger, oldest first; `rebase`:
 * its number was set, or its link started or ended. `firstCopy`: when the other app first changed it.
 */
export function startOf(steps: readonly (LedgerStep | 'rebase')[], firstCopy: Instant): Start | null {
  let found: Start | null = null;
  let before: Instant | null = null;
  for (const [index, step] of steps.entries()) {
    if (step === 'rebase') {
      // The number that follows is another one, and when it arrived is not known: what came before tells nothing any more.
      found = null;
      before = null;
      continue;
    }
    const isQuiet = before === null || step.noted - before >= COPY_WITHIN_MS;
    if (isQuiet && step.noted <= firstCopy + HEARD_LATER_MS && step.before === step.otherBefore) {
      found = { index, quantity: step.before, at: step.noted - COPY_WITHIN_MS / 2 };
    }
    before = step.noted;
  }
  return found;
}
