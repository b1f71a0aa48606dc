import { Account } from '../../gen/sh/account_pb';
import { Admin } from '../../gen/sh/admin_pb';
import { Connections } from '../../gen/sh/connections_pb';
import { External } from '../../gen/sh/external_pb';
import { History } from '../../gen/sh/history_pb';
import { Inventory } from '../../gen/sh/inventory_pb';
import { Issues } from '../../gen/sh/issues_pb';
import { Locations } from '../../gen/sh/locations_pb';
import { Operations } from '../../gen/sh/operations_pb';
import { Session } from '../../gen/sh/session_pb';
import { Subscriptions } from '../../gen/sh/subscriptions_pb';
import { Variants } from '../../gen/sh/variants_pb';
import type { ServedService } from './method-table';
import { accountHandlers } from './services/account';
import { connectionsHandlers } from './services/connections';
import { externalHandlers } from './services/external';
import { historyHandlers } from './services/history';
import { inventoryHandlers } from './services/inventory';
import { issuesHandlers } from './services/issues';
import { locationsHandlers } from './services/locations';
import { operationsHandlers } from './services/operations';
import { adminHandlers } from './services/operators';
import { sessionHandlers } from './services/session';
import { subscriptionsHandlers } from './services/subscriptions';
import { variantsHandlers } from './services/variants';

/** Every service of the protocol and who does its work. */
export const SERVICES: readonly ServedService[] = [
  { type: Session, handlers: sessionHandlers },
  { type: Account, handlers: accountHandlers },
  { type: Connections, handlers: connectionsHandlers },
  { type: Inventory, handlers: inventoryHandlers },
  { type: Variants, handlers: variantsHandlers },
  { type: Issues, handlers: issuesHandlers },
  { type: Locations, handlers: locationsHandlers },
  { type: Subscriptions, handlers: subscriptionsHandlers },
  { type: History, handlers: historyHandlers },
  { type: External, handlers: externalHandlers },
  { type: Admin, handlers: adminHandlers },
  { type: Operations, handlers: operationsHandlers },
];
