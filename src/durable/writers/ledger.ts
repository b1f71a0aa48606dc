import { sharedChange } from '../../domain/history/oversell';
import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import type { LedgerChange } from '../../domain/writers/logged-change';
import type { LedgerStep } from '../../domain/writers/start';
import type { NumberedLine } from '../sync/line';
import { isRebase, type StockPair } from '../sync/stock-pair';

/** A change of a variant from outside, with the platform's own time of it. */
export interface VariantStep extends LedgerStep {
  readonly delta: Quantity;
  readonly after: Quantity;
  readonly at: Instant;
}

/** Returns a line's change of one of these stock IDs; null for other lines, and for changes that do not concern the other side. */
export function stepOf({ seq, at, fact, stock }: NumberedLine, pair: StockPair): VariantStep | null {
  if (fact.kind !== 'change' || stock !== pair[fact.side] || sharedChange(seq, at, fact) === null) return null;
  const { side, delta, before, after, otherBefore } = fact;
  return { side, delta, before, after, otherBefore, at: fact.at, noted: at };
}

/** Returns Shopify's changes of a variant that we did not make, oldest first. */
export function shopifyChanges(lines: readonly NumberedLine[], pair: StockPair): LedgerChange[] {
  return lines.flatMap((line) => {
    const step = stepOf(line, pair);
    return step?.side === 'shopify' ? [changeOf(step)] : [];
  });
}

/** Returns a step as the judgements of another app take it. */
export function changeOf({ delta, before, after, at, noted }: VariantStep): LedgerChange {
  return { delta, before, after, at, noted };
}

/**
 * Returns the ledger of a variant, oldest first; `rebase`: its number was set, its link started or ended, or a change stayed on its side. Lines
 * that name the variant by its SKU alone count for every variant with that SKU.
 */
export function ledgerOf(lines: readonly NumberedLine[], pair: StockPair, sku: string): (VariantStep | 'rebase')[] {
  return lines.flatMap((line): (VariantStep | 'rebase')[] => {
    if (line.fact.kind !== 'change') return isRebase(line, pair, sku) ? ['rebase'] : [];
    return line.stock === pair[line.fact.side] ? [stepOf(line, pair) ?? 'rebase'] : [];
  });
}
