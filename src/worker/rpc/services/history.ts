import { historyDatabase } from '../../../db/database';
import { readHistory } from '../../../db/history';
import { MAX_SKU } from '../../../domain/catalog/sku';
import { describeFact } from '../../../domain/history/message';
import { ok, refuse } from '../../../domain/result';
import { parseSource, sourceName } from '../../../domain/source';
import type { IHistoryClient } from '../../../gen/sh/history_pb.client';
import { reads } from '../audit';
import { signedIn, type Methods } from '../method';
import { readTable, readText } from '../present/arguments';
import { toTimestamp } from '../present/time';

/** sh.History: what happened to the account's stock. */
export const historyMethods: Methods<IHistoryClient> = {
  getHistory: signedIn('entitled', reads('caller'), async ({ account, session: { account: caller }, services }, input) => {
    const sku = readText('sku_query', input.skuQuery.trim(), MAX_SKU);
    if (!sku.ok) return sku;
    const table = readTable(input.table, { defaultLimit: 100, columns: ['date'], defaultSort: { column: 'date', descending: true } });
    if (!table.ok) return table;
    const { limit, page, sort } = table.value;
    if (!sort.descending) return refuse('invalid_argument', "table.sort must be '-date': history is listed newest first.");
    await account.deliverHistory();
    const found = await readHistory(historyDatabase(services.histories, caller.id), caller.id, { sku: sku.value, limit, page });
    return ok({
      totalItems: found.total,
      historyRows: found.lines.map(({ at, originator, location, sku, fact, cause }) => ({
        date: toTimestamp(at),
        originator: originatorName(originator),
        locationName: location,
        sku,
        message: describeFact(fact, cause),
      })),
    });
  }),
};

/** Returns the originator's name for display. */
function originatorName(originator: string): string {
  const source = parseSource(originator);
  if (source !== null) return sourceName(source);
  if (originator === 'merchant') return 'Merchant';
  return originator === 'operator' ? 'Operator' : 'Shelfbridge';
}
