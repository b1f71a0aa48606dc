import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import type { Answer } from '../../domain/result';
import type { NamedApp } from '../../domain/writers/logged-change';
import type { CopiedChange } from '../../domain/writers/verdict';
import type { CopiedSide, WriterAction, WriterCase } from '../../domain/writers/writer-case';
import type { Editor } from './edits-api';

/** A variant whose stock another app changes as well. */
export interface WriterCaseView extends Pick<WriterCase, 'proof' | 'since'> {
  readonly id: string;
  readonly state: 'suspected' | 'held';
  readonly sku: string;
  readonly productName: string;
  readonly variantName: string;
  /** `JoinedVariant.key`; null when the variant is no longer linked. */
  readonly key: number | null;
  readonly app: NamedApp | null;
  /** What the app repeated, in sum; null when nothing is known of it. */
  readonly copied: CopiedSide | null;
  /** The latest of the repeated changes, the oldest first. */
  readonly latest: readonly CopiedChange[];
  /** Units now; null when not known. */
  readonly shopify: Quantity | null;
  readonly square: Quantity | null;
}

/** Variants whose stock another app changes as well: those on hold first, then the latest. */
export interface WriterCaseList {
  /** Number of all, and of those on hold. */
  readonly total: number;
  readonly held: number;
  /** Whether the whole account's writes are on hold. */
  readonly allOnHold: boolean;
  readonly cases: readonly WriterCaseView[];
}

/** The number that a variant should have. */
export interface WriterProposal {
  /** Units just read, or as last known when `unreachable`; null when not known. */
  readonly shopify: Quantity | null;
  readonly square: Quantity | null;
  /** Null when it cannot be told; `why` says the reason. */
  readonly quantity: Quantity | null;
  readonly why: '' | 'active' | 'unclear' | 'unreachable';
  /** The sum of what the app repeated, and of the real changes of both sides; 0 without a number. */
  readonly copied: Quantity;
  readonly shopifyChanges: Quantity;
  readonly squareChanges: Quantity;
  /** Both sides' number before the app's first change, and when they had it; null without a number. */
  readonly start: { readonly quantity: Quantity; readonly at: Instant } | null;
}

/** How a case is ended, and by whom. */
export interface WriterDecision {
  readonly id: string;
  readonly action: WriterAction;
  /** For `reconcile` alone. */
  readonly quantity: Quantity | null;
  readonly by: Editor;
}

/** Calls for variants whose stock another app changes as well. */
export interface WriterCaseApi {
  /** Returns the listed cases; only that of the variant with this key (`JoinedVariant.key`), unless null. */
  writerCases(limit: number, key: number | null): Promise<WriterCaseList>;
  /** Reads both sides and Square's log, and proposes the variant's number. `not_found`: there is no such case. */
  writerProposal(id: string): Promise<Answer<WriterProposal>>;
  /**
   * Ends a case. `reconcile` needs the number that both sides are set to, the others must have none. A request that was carried out before is
   * accepted and does nothing. `not_found`: there is no such case. `failed_precondition`: the number cannot be sent now, or what is on hold
   * was to be dismissed.
   */
  resolveWriterCase(decision: WriterDecision): Promise<Answer<null>>;
}
