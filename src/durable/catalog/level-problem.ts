import type { LevelProblem } from '../../domain/catalog/check-variant';
import { describeRefusal } from '../../domain/history/message';
import { formatDecimal } from '../../domain/quantity';
import { otherSource, SOURCES, sourceName } from '../../domain/source';
import type { LinkedLevel } from '../../domain/sync/linked-level';

const ON_HOLD =
  'Another app changes the stock of this variant as well, so every sale would count twice. We send nothing until you decide what to do.';

/**
 * Returns why a level needs a person, and the explanation for a shop owner; both are '' when it does not. `isOnHold`: nothing is written to the
 * variant, because another app changes its stock as well.
 */
export function levelProblemOf(cell: LinkedLevel, isOnHold = false): { readonly trouble: LevelProblem; readonly troubleDetail: string } {
  if (isOnHold) return { trouble: 'another_writer', troubleDetail: ON_HOLD };
  for (const source of SOURCES) {
    if (cell[source].indeterminate) {
      return {
        trouble: 'frozen',
        troubleDetail: `We could not confirm that a change reached ${sourceName(source)}. Set the quantity to continue.`,
      };
    }
  }
  for (const source of SOURCES) {
    const { blocked, pending } = cell[source];
    if (blocked !== null) {
      const owed = pending === 0 ? '' : ` ${formatDecimal(pending)} is still to be sent.`;
      return { trouble: 'blocked', troubleDetail: `${sourceName(source)} rejects changes: ${describeRefusal(blocked)}.${owed}` };
    }
  }
  for (const source of SOURCES) {
    const { held } = cell[source];
    if (held !== 0) {
      return {
        trouble: 'held',
        troubleDetail: `A change of ${formatDecimal(held)} on ${sourceName(otherSource(source))} was held and not sent to ${sourceName(source)}. It exceeds your maximum, or added up while changes were paused.`,
      };
    }
  }
  return { trouble: '', troubleDetail: '' };
}
