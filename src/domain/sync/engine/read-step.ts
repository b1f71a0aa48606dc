import type { Source } from '../../source';
import { withSide, type LinkedLevel } from '../linked-level';
import { abandonRead, observeRead, type Rules, type Step } from '../observe';
import type { ReadAnswer } from '../write';
import type { LevelEntry } from './context';

/** What a read's answer means for one of the levels that it asked for. */
export function readStep(
  cell: LinkedLevel,
  source: Source,
  { stockId, answer }: { readonly stockId: string; readonly answer: ReadAnswer },
  rules: Rules,
): Step {
  if (answer.kind !== 'levels') return abandonRead(cell, source, rules);
  const level = answer.levels.find((report) => report.stockId === stockId);
  if (level !== undefined) return observeRead(cell, source, { value: level.quantity, at: level.at }, 'read', rules);
  // A missing count is not zero, and no reason to read again; but a person's number must not be applied from a level of before.
  const needsRead = cell.setRequest !== null && cell[source].accounted !== null;
  const gone = answer.gone.includes(stockId) ? { blocked: 'deleted' as const } : {};
  return abandonRead(withSide(cell, source, { needsRead, ...gone }), source, rules);
}

/** The item of which a platform's answer contradicts the catalog, since it has just become blocked for a reason we know; null when none is. */
export function contradicted(before: LevelEntry | null, after: LinkedLevel, source: Source): string | null {
  const { blocked } = after[source];
  return before?.level[source].blocked === null && blocked !== null && blocked !== 'other' ? before.stock[source] : null;
}
