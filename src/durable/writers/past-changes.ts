import { sharedChange } from '../../domain/history/oversell';
import type { Instant } from '../../domain/instant';
import type { PastChange } from '../../domain/writers/change-rates';
import type { Journal } from '../sync/journal';
import type { NumberedLine } from '../sync/line';
import type { StockPair } from '../sync/stock-pair';

/** How long changes are remembered, in ms. */
const REMEMBERED_MS = 600_000;
/** The most lines that are read from the journal, and changes that are remembered. */
const MOST_LINES = 5_000;

interface Known extends PastChange {
  readonly stockId: string;
}

/** The changes from outside of the last ten minutes. The journal is read at the first question of an instance; from then on lines are noted. */
export class PastChanges {
  readonly #journal: Journal;
  #known: Known[] | null = null;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Adds the lines that a turn has written. */
  noted(lines: readonly NumberedLine[]): void {
    if (this.#known === null) return;
    for (const line of lines) this.#known.push(...changesIn(line));
    const oldest = (lines.at(-1)?.at ?? 0) - REMEMBERED_MS;
    if (this.#known.length > MOST_LINES || (this.#known[0]?.at ?? oldest) < oldest - REMEMBERED_MS)
      this.#known = this.#known.filter(({ at }) => at >= oldest).slice(-MOST_LINES);
  }

  /** Returns both sides' changes of a variant since then, by our clock, the oldest first; at most those of ten minutes. */
  of(stock: StockPair, since: Instant): PastChange[] {
    this.#known ??= this.#journal.linesSince(since, MOST_LINES).flatMap(changesIn);
    return this.#known.flatMap(({ stockId, source, delta, at }) =>
      stockId === stock[source] && at >= since ? [{ source, delta, at }] : [],
    );
  }

  /** Forgets everything: the journal is read again. */
  clear(): void {
    this.#known = null;
  }
}

function changesIn({ seq, at, fact, stock }: NumberedLine): Known[] {
  const change = sharedChange(seq, at, fact);
  return change === null || stock === undefined ? [] : [{ stockId: stock, source: change.source, delta: change.delta, at }];
}
