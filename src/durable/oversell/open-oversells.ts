import type { Host } from '../account/host';
import type { Catalog } from '../catalog/catalog';
import type { Sync } from '../sync/sync';
import { Oversells } from './oversells';

/** The parts of an account that oversells are noticed with; used only once all of them exist. */
interface OversellAccount {
  readonly host: Host;
  readonly sync: Sync;
  readonly catalog: Catalog;
}

/** Creates the `Oversells` of an account. */
export function openOversells(account: OversellAccount): Oversells {
  const { host } = account;
  return new Oversells({
    db: host.db,
    journal: account.sync.journal,
    now: () => host.now(),
    level: (source, stockId) => account.sync.store.byStock(source, stockId),
    row: (source, stockId) => account.catalog.find(source, stockId),
    note: (message) => {
      host.note(message);
    },
  });
}
