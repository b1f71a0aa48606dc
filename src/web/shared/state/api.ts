import { createContext, useContext } from 'react';

import type { IAccountClient } from '../../../gen/sh/account_pb.client';
import type { IConnectionsClient } from '../../../gen/sh/connections_pb.client';
import type { IHistoryClient } from '../../../gen/sh/history_pb.client';
import type { IInventoryClient } from '../../../gen/sh/inventory_pb.client';
import type { IIssuesClient } from '../../../gen/sh/issues_pb.client';
import type { ILocationsClient } from '../../../gen/sh/locations_pb.client';
import type { ISessionClient } from '../../../gen/sh/session_pb.client';
import type { ISubscriptionsClient } from '../../../gen/sh/subscriptions_pb.client';
import type { IVariantsClient } from '../../../gen/sh/variants_pb.client';

/** The services that the merchant pages call. */
export interface Api {
  readonly session: ISessionClient;
  readonly account: IAccountClient;
  readonly connections: IConnectionsClient;
  readonly history: IHistoryClient;
  readonly inventory: IInventoryClient;
  readonly issues: IIssuesClient;
  readonly locations: ILocationsClient;
  readonly subscriptions: ISubscriptionsClient;
  readonly variants: IVariantsClient;
}

/** Provides the services; tests provide fakes. */
export const ApiContext = createContext<Api | null>(null);

/** Returns the services. Throws outside the app's root, which is a bug. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('the screen was rendered without services');
  return api;
}
