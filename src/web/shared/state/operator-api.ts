import { createContext, useContext } from 'react';

import type { IAdminClient } from '../../../gen/sh/admin_pb.client';
import type { IExternalClient } from '../../../gen/sh/external_pb.client';
import type { IOperationsClient } from '../../../gen/sh/operations_pb.client';
import { adminClient, externalClient, operationsClient } from '../rpc/operator-clients';

/** The services that the operators' screens talk to, beside those of the merchant's. */
export interface OperatorApi {
  readonly admin: IAdminClient;
  readonly operations: IOperationsClient;
  readonly external: IExternalClient;
}

/**
 * Carries the operators' services to their screens; tests give their own. It brings the real ones along, so that neither it nor
 * they are part of a merchant's first page: only lazily loaded screens may import this file.
 */
export const OperatorApiContext = createContext<OperatorApi>({
  admin: adminClient,
  operations: operationsClient,
  external: externalClient,
});

/** The operators' services; a call is made through `useCall`, as `call((_, options) => operators.admin.adminGetAccount({ id }, options), …)`. */
export function useOperatorApi(): OperatorApi {
  return useContext(OperatorApiContext);
}
