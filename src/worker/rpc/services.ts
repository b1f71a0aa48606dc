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
import { accountMethods } from './services/account';
import { connectionsMethods } from './services/connections';
import { externalMethods } from './services/external';
import { historyMethods } from './services/history';
import { inventoryMethods } from './services/inventory';
import { issuesMethods } from './services/issues';
import { locationsMethods } from './services/locations';
import { operationsMethods } from './services/operations';
import { adminMethods } from './services/operators';
import { sessionMethods } from './services/session';
import { subscriptionsMethods } from './services/subscriptions';
import { variantsMethods } from './services/variants';

/** Every service of the protocol and its implementation. */
export const SERVICES: readonly ServedService[] = [
  { type: Session, methods: sessionMethods },
  { type: Account, methods: accountMethods },
  { type: Connections, methods: connectionsMethods },
  { type: Inventory, methods: inventoryMethods },
  { type: Variants, methods: variantsMethods },
  { type: Issues, methods: issuesMethods },
  { type: Locations, methods: locationsMethods },
  { type: Subscriptions, methods: subscriptionsMethods },
  { type: History, methods: historyMethods },
  { type: External, methods: externalMethods },
  { type: Admin, methods: adminMethods },
  { type: Operations, methods: operationsMethods },
];
