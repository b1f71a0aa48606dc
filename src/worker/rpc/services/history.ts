import { historyDatabase } from '../../../db/database';
import { readHistory, type HistoryLine } from '../../../db/history';
import { searchHistory } from '../../../db/history-search';
import { describeFact } from '../../../domain/history/message';
import { ok } from '../../../domain/result';
import { parseSource, sourceName } from '../../../domain/source';
import type { HistoryRow } from '../../../gen/sh/history_pb';
import type { IHistoryClient } from '../../../gen/sh/history_pb.client';
import { reads } from '../audit';
import { signedIn, type Methods } from '../method';
import { readHistoryRequest } from '../present/history-request';
import { toTimestamp } from '../present/time';

/** sh.History: what happened to the account's stock. */
export const historyMethods: Methods<IHistoryClient> = {
  getHistory: signedIn('entitled', reads('caller'), async ({ account, session: { account: caller }, services }, input) => {
    const request = readHistoryRequest(input);
    if (!request.ok) return request;
    const db = historyDatabase(services.histories, caller.id);
    if (request.value.by === 'number') {
      await account.deliverHistory();
      const { total, lines } = await readHistory(db, caller.id, request.value.query);
      return ok({ totalItems: total, historyRows: lines.map(toRow) });
    }
    const { search } = request.value;
    // Only lines newer than any cursor wait for delivery.
    if (search.before === null) await account.deliverHistory();
    const { lines, next, searchedTo } = await searchHistory(db, caller.id, search);
    return ok({
      totalItems: 0,
      historyRows: lines.map(toRow),
      nextCursor: next === null ? '' : String(next),
      ...(searchedTo !== null && { searchedTo: toTimestamp(searchedTo) }),
    });
  }),
};

function toRow({ at, originator, location, sku, fact, cause }: HistoryLine): HistoryRow {
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
