import type { Source } from '../../domain/source';
import type { Calls } from '../account/calls';
import type { Host } from '../account/host';
import type { OtherWriters } from '../account/other-writers';
import type { Catalog } from '../catalog/catalog';
import type { Meta } from '../store/meta';
import type { Sync } from '../sync/sync';
import { Writers } from './writers';

/** The parts of an account that other writers are noticed with; used only once all of them exist. */
interface WriterAccount {
  readonly host: Host;
  readonly meta: Meta;
  readonly calls: Calls;
  readonly sync: Sync;
  readonly catalog: Catalog;
  changed(): void;
  locationId(source: Source): string;
  mayAct(source: Source): boolean;
  readonly otherWriters: OtherWriters;
}

/** Creates the `Writers` of an account. */
export function openWriters(account: WriterAccount): Writers {
  const { host } = account;
  return new Writers({
    db: host.db,
    meta: account.meta,
    calls: account.calls,
    journal: account.sync.journal,
    applicationId: host.config.square.clientId,
    now: () => host.now(),
    locationId: () => account.locationId('square'),
    mayAsk: () => account.mayAct('square'),
    level: (source, stockId) => account.sync.store.byStock(source, stockId),
    entry: (key) => account.sync.store.byKey(key),
    row: (source, stockId) => account.catalog.find(source, stockId),
    turn: (work) => account.sync.turn(work),
    resume: () => {
      // Deferred: the caller may be in the middle of a turn.
      host.background(
        Promise.resolve().then(() => {
          account.sync.resume();
        }),
      );
    },
    seen: (apps) => {
      account.otherWriters.seen(apps);
    },
    wake: (at) => {
      host.wake(at);
    },
    changed: () => {
      account.changed();
    },
    note: (message) => {
      host.note(message, 'info');
    },
  });
}
