import { isEntitled } from '../../domain/account/entitlement';
import type { Source } from '../../domain/source';
import type { Calls } from '../account/calls';
import type { Host } from '../account/host';
import type { Records } from '../account/records';
import { deliverCauses } from '../actions/deliver-history';
import type { Connections } from '../connections/connections';
import type { Oversells } from '../oversell/oversells';
import { pairOf } from '../sync/stock-pair';
import type { Sync } from '../sync/sync';
import type { Writers } from '../writers/writers';
import { Causes } from './causes';
import { OrderNames } from './order-names';
import type { TeamNames } from './team-names';

/** The parts of an account that causes are learned with. */
interface CauseAccount {
  readonly host: Host;
  readonly calls: Calls;
  readonly connections: Connections;
  readonly records: Records;
  readonly sync: Sync;
  readonly oversells: Oversells;
  readonly team: TeamNames;
  readonly writers: Writers;
  changed(): void;
  locationId(source: Source): string;
  mayAct(source: Source): boolean;
}

/** Creates the `Causes` of an account. */
export function openCauses(account: CauseAccount): Causes {
  const { host, calls, connections } = account;
  const note = (message: string): void => {
    host.note(message, 'info');
  };
  const orders = new OrderNames({
    calls,
    now: () => host.now(),
    scopes: () => connections.view('shopify').grantedScopes,
    connection: () => connections.number('shopify'),
    note,
  });
  return new Causes({
    db: host.db,
    calls,
    journal: account.sync.journal,
    applicationId: host.config.square.clientId,
    now: () => host.now(),
    locationId: (source) => account.locationId(source),
    mayAsk: (source) => account.mayAct(source) && isEntitled(account.records.entitlement(), host.now()),
    level: (source, stockId) => account.sync.store.byStock(source, stockId)?.level[source] ?? null,
    team: (ids) => account.team.namesOf(ids),
    orders: (lines, explained) => orders.named(lines, explained),
    changedByApps: (stockIds) => {
      // However their changes look: a copy that comes late looks like nothing.
      const wanted = [...stockIds].filter((stockId) => {
        const entry = account.sync.store.byStock('square', stockId);
        return entry?.linked === true && account.writers.names.want(pairOf(entry), false);
      });
      return wanted.length > 0;
    },
    deliver: async (source, explained) => {
      // First, so that a case does not wait for D1: a reading whose causes cannot be delivered is repeated.
      account.oversells.explained(explained);
      account.changed();
      await deliverCauses(host.historyDatabase, host.accountId, source, explained);
    },
    note,
  });
}
