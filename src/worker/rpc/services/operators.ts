import type { IAdminClient } from '../../../gen/sh/admin_pb.client';
import type { Methods } from '../method';
import { accountsMethods } from './operators/accounts';
import { eventsMethods } from './operators/events';
import { receiptsMethods } from './operators/receipts';
import { snapshotsMethods } from './operators/snapshots';
import { squareTokenMethods } from './operators/square-token';
import { tasksMethods } from './operators/tasks';
import { webhooksMethods } from './operators/webhooks';

/** sh.Admin: the operators' pages. */
export const adminMethods: Methods<IAdminClient> = {
  ...accountsMethods,
  ...webhooksMethods,
  ...snapshotsMethods,
  ...receiptsMethods,
  ...squareTokenMethods,
  ...eventsMethods,
  ...tasksMethods,
};
