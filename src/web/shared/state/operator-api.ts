import { createContext, useContext } from 'react';

import type { IAdminClient } from '../../../gen/sh/admin_pb.client';
import type { IExternalClient } from '../../../gen/sh/external_pb.client';
import type { IOperationsClient } from '../../../gen/sh/operations_pb.client';
import { adminClient, externalClient, operationsClient } from '../rpc/operator-clients';

/** The services that the operator pages call in addition to the merchant's. */
export interface OperatorApi {
  readonly admin: IAdminClient;
  readonly operations: IOperationsClient;
  readonly external: IExternalClient;
}

/**
 * Provides the operator services; tests provide fakes. It imports the real clients, so only lazily loaded pages may import this
 * file: otherwise they would become part of a merchant's first page.
 */
export const OperatorApiContext = createContext<OperatorApi>({
  admin: adminClient,
  operations: operationsClient,
  external: externalClient,
});

/** Returns the operator services. Call them through `useCall`: `call((_, options) => operators.admin.adminGetAccount({ id }, options), …)`. */
export function useOperatorApi(): OperatorApi {
  return useContext(OperatorApiContext);
}
