import type { HistoryLine } from '../../../db/history';
import { describeFact } from '../../../domain/history/message';
import { parseSource, sourceName } from '../../../domain/source';
import type { HistoryRow } from '../../../gen/sh/history_pb';
import { toTimestamp } from './time';

/** Returns a line of the history as messages have it. */
export function toHistoryRow({ at, originator, location, sku, fact, cause }: HistoryLine): HistoryRow {
  return {
    date: toTimestamp(at),
    originator: originatorName(originator),
    locationName: location,
    sku,
    message: describeFact(fact, cause),
  };
}

/** Returns the originator's name for display. */
function originatorName(originator: string): string {
  const source = parseSource(originator);
  if (source !== null) return sourceName(source);
  if (originator === 'merchant') return 'Merchant';
  return originator === 'operator' ? 'Operator' : 'Shelfbridge';
}
