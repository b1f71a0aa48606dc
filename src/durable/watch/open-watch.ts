import type { Host } from '../account/host';
import type { Records } from '../account/records';
import type { Catalog } from '../catalog/catalog';
import type { Meta } from '../store/meta';
import type { Sync } from '../sync/sync';
import { Watch } from './watch';

/** The parts of an account that watching needs; used only once all of them exist. */
interface WatchAccount {
  readonly host: Host;
  readonly meta: Meta;
  readonly records: Records;
  readonly sync: Sync;
  readonly catalog: Catalog;
}

/** Creates the `Watch` of an account. */
export function openWatch(account: WatchAccount): Watch {
  const { host, meta } = account;
  return new Watch({
    db: host.db,
    meta,
    isWatching: () => account.records.settings().watching,
    level: (source, stockId) => account.sync.store.byStock(source, stockId),
    row: (source, stockId) => account.catalog.find(source, stockId),
    note: (message) => {
      host.note(message);
    },
  });
}
