import type { IAdminClient } from '../../../gen/sh/admin_pb.client';
import type { Handlers } from '../handler';
import { accountsHandlers } from './operators/accounts';
import { eventsHandlers } from './operators/events';
import { receiptsHandlers } from './operators/receipts';
import { snapshotsHandlers } from './operators/snapshots';
import { squareTokenHandlers } from './operators/square-token';
import { tasksHandlers } from './operators/tasks';
import { webhooksHandlers } from './operators/webhooks';

/** sh.Admin: the operators' area. */
export const adminHandlers: Handlers<IAdminClient> = {
  ...accountsHandlers,
  ...webhooksHandlers,
  ...snapshotsHandlers,
  ...receiptsHandlers,
  ...squareTokenHandlers,
  ...eventsHandlers,
  ...tasksHandlers,
};
