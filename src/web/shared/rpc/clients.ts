import { AccountClient } from '../../../gen/sh/account_pb.client';
import { ConnectionsClient } from '../../../gen/sh/connections_pb.client';
import { HistoryClient } from '../../../gen/sh/history_pb.client';
import { InventoryClient } from '../../../gen/sh/inventory_pb.client';
import { IssuesClient } from '../../../gen/sh/issues_pb.client';
import { LocationsClient } from '../../../gen/sh/locations_pb.client';
import { SessionClient } from '../../../gen/sh/session_pb.client';
import { SubscriptionsClient } from '../../../gen/sh/subscriptions_pb.client';
import { VariantsClient } from '../../../gen/sh/variants_pb.client';
import { rpcBase } from './origin';
import { pageAccount } from './page-account';
import { createTransport } from './transport';

/** The page's transport; lazily loaded operator pages create their own clients with it. */
export const transport = createTransport(rpcBase(window.location), pageAccount, window.earlyStart);

/** One client per service. Await the response of a call: `await sessionClient.getSessionData({}).response`. */
export const sessionClient = new SessionClient(transport);
export const accountClient = new AccountClient(transport);
export const connectionsClient = new ConnectionsClient(transport);
export const inventoryClient = new InventoryClient(transport);
export const variantsClient = new VariantsClient(transport);
export const issuesClient = new IssuesClient(transport);
export const locationsClient = new LocationsClient(transport);
export const subscriptionsClient = new SubscriptionsClient(transport);
export const historyClient = new HistoryClient(transport);
