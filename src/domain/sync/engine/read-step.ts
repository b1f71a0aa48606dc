import type { Source } from '../../source';
import { MADE, withSide, type LinkedLevel, type LevelSide } from '../linked-level';
import { abandonRead, observeRead, type Rules, type Step } from '../observe';
import { startUncounted } from '../relink';
import type { ReadAnswer } from '../write';
import type { LevelEntry } from './context';

/** Returns the next step of one of the levels that a read requested. */
export function readStep(
  cell: LinkedLevel,
  source: Source,
  { stockId, answer }: { readonly stockId: string; readonly answer: ReadAnswer },
  rules: Rules,
): Step {
  if (answer.kind !== 'levels') return abandonRead(cell, source, rules);
  const level = answer.levels.find((report) => report.stockId === stockId);
  if (level !== undefined) return observeRead(cell, source, { value: level.quantity, at: level.at }, 'read', rules);
  // A missing count is not zero, and no reason to read again; but a set request must not be applied to an outdated
  // level.
  const needsRead = cell.setRequest !== null && wasStated(cell[source]);
  const gone = answer.gone.includes(stockId) ? { blocked: 'deleted' as const } : {};
  return abandonRead(startUncounted(withSide(cell, source, { needsRead, ...gone }), source), source, rules);
}

/**
 * Returns whether the platform itself has stated the level, even if what it stated is in doubt since. What a copy was created with, or a
 * person has set from zero, is not outdated by an answer that has no count: the first write may have been refused.
 */
function wasStated({ observedAt }: LevelSide): boolean {
  return observedAt !== null && observedAt > MADE;
}

/**
 * Returns the item for which a platform's answer contradicts the catalog: it has just become blocked for a known
 * reason. Null when there is none.
 */
export function contradicted(before: LevelEntry | null, after: LinkedLevel, source: Source): string | null {
  const { blocked } = after[source];
  return before?.level[source].blocked === null && blocked !== null && blocked !== 'other' ? before.stock[source] : null;
}
