import { ordersIn, withoutOrders } from '../../domain/causes/packed';
import type { Account } from '../account/account';

type Row = { readonly last: number; readonly source: string; readonly causes: string };

/**
 * Removes the names of these orders from the history and from oversells, by the numbers of their IDs, and returns of how many there were any: a
 * shop's customer wants to be forgotten (`customers/redact`). The changes stay. Safe to repeat. Throws when D1 is unavailable.
 */
export async function forgetOrders({ host, oversells }: Account, ids: readonly string[]): Promise<number> {
  const wanted = new Set(ids);
  const found = new Set(oversells.forgetOrders(wanted));
  const database = host.historyDatabase;
  const rows = await database
    .prepare(
      `select last, source, causes from history_causes
       where account = ?1 and exists (select 1 from json_each(causes) where value ->> 6 in (select value from json_each(?2)))`,
    )
    .bind(host.accountId, JSON.stringify(ids))
    .all<Row>();
  const update = database.prepare('update history_causes set causes = ?1 where account = ?2 and last = ?3 and source = ?4');
  const updates = rows.results.map(({ last, source, causes }) => {
    for (const id of ordersIn(causes)) if (wanted.has(id)) found.add(id);
    return update.bind(withoutOrders(causes, wanted), host.accountId, last, source);
  });
  if (updates.length > 0) await database.batch(updates);
  return found.size;
}
