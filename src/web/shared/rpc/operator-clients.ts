import { AdminClient } from '../../../gen/sh/admin_pb.client';
import { ExternalClient } from '../../../gen/sh/external_pb.client';
import { OperationsClient } from '../../../gen/sh/operations_pb.client';
import { transport } from './clients';

/** Clients of the operator services; loaded only with the operator pages. */
export const adminClient = new AdminClient(transport);
export const operationsClient = new OperationsClient(transport);
export const externalClient = new ExternalClient(transport);
