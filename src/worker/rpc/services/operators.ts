import type { IAdminClient } from '../../../gen/sh/admin_pb.client';
import { unavailable, type Handlers } from '../handler';

/** sh.Admin: the operators' area. */
export const adminHandlers: Handlers<IAdminClient> = {
  adminGetAccounts: unavailable,
  adminGetAccount: unavailable,
  adminGetWebhooks: unavailable,
  adminSaveWebhook: unavailable,
  adminAddAllWebhooks: unavailable,
  adminGetScopes: unavailable,
  adminBuildSnapshot: unavailable,
  adminSyncLocations: unavailable,
  adminGetRegisteredTasks: unavailable,
  adminUpdateTaskCounts: unavailable,
  adminGetWebhookPayloads: unavailable,
  adminReplayWebhookReceipt: unavailable,
  adminGetSquareAuthToken: unavailable,
  adminSquareAccessRevoked: unavailable,
  adminSquareLocationsChanged: unavailable,
  adminShopifyAppUninstalled: unavailable,
  adminShopifyAppSubscriptionUpdated: unavailable,
  adminShopifyLocationsChanged: unavailable,
  adminShopifyShopUpdated: unavailable,
};
