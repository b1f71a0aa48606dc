import { MAX_SKU } from '../../../domain/catalog/sku';
import { ok, refuse } from '../../../domain/result';
import type { IHistoryClient } from '../../../gen/sh/history_pb.client';
import { reads } from '../audit';
import { signedIn, type Methods } from '../method';
import { readTable, readText } from '../present/arguments';
import { toTimestamp } from '../present/time';

/** sh.History: what happened to the account's stock. */
export const historyMethods: Methods<IHistoryClient> = {
  getHistory: signedIn('entitled', reads('caller'), async ({ account, session, ports }, input) => {
    const sku = readText('sku_query', input.skuQuery.trim(), MAX_SKU);
    if (!sku.ok) return sku;
    const table = readTable(input.table, { defaultLimit: 100, columns: ['date'], defaultSort: { column: 'date', descending: true } });
    if (!table.ok) return table;
    const { limit, page, sort } = table.value;
    if (!sort.descending) return refuse('invalid_argument', "table.sort must be '-date': history is listed newest first.");
    await account.deliverHistory();
    const found = await ports.history.page(session.accountId, { sku: sku.value, limit, page });
    return ok({
      totalItems: found.total,
      historyRows: found.rows.map((row) => ({
        date: toTimestamp(row.at),
        originator: row.originator,
        locationName: row.locationName,
        sku: row.sku,
        message: row.message,
      })),
    });
  }),
};
