import type { IAccountClient } from '../../gen/sh/account_pb.client';
import type { IAdminClient } from '../../gen/sh/admin_pb.client';
import type { IConnectionsClient } from '../../gen/sh/connections_pb.client';
import type { IExternalClient } from '../../gen/sh/external_pb.client';
import type { IHistoryClient } from '../../gen/sh/history_pb.client';
import type { IInventoryClient } from '../../gen/sh/inventory_pb.client';
import type { IIssuesClient } from '../../gen/sh/issues_pb.client';
import type { ILocationsClient } from '../../gen/sh/locations_pb.client';
import type { IOperationsClient } from '../../gen/sh/operations_pb.client';
import type { ISessionClient } from '../../gen/sh/session_pb.client';
import type { ISubscriptionsClient } from '../../gen/sh/subscriptions_pb.client';
import type { IVariantsClient } from '../../gen/sh/variants_pb.client';
import type { CallerSession } from './ports';
import type { TwirpError } from './twirp-error';

/**
 * Who may call a method. `entitled` also lets in an impersonating operator, whom the specification shows every screen.
 * `impersonation`: operators, and whoever is impersonating (so that he can always stop).
 */
export type Access = 'public' | 'signed-in' | 'entitled' | 'operator' | 'impersonation';

type AccessOf<Client> = Readonly<Record<keyof Client, Access>>;

const SESSION: AccessOf<ISessionClient> = {
  getSessionData: 'public',
  getAppInfo: 'public',
  impersonateDomain: 'impersonation',
  test: 'operator',
};

const ACCOUNT: AccessOf<IAccountClient> = {
  getAccountStatus: 'signed-in',
  getAccountSettings: 'signed-in',
  saveAccountSettings: 'signed-in',
};

const CONNECTIONS: AccessOf<IConnectionsClient> = {
  getConnections: 'signed-in',
  disconnect: 'signed-in',
  verifyAccess: 'signed-in',
};

const INVENTORY: AccessOf<IInventoryClient> = {
  getInventoryCounts: 'entitled',
  getInventory: 'entitled',
  getLocationInventory: 'entitled',
  saveInventoryQuantity: 'entitled',
  setInventoryTracking: 'entitled',
  refreshSnapshots: 'entitled',
  approveSnapshot: 'entitled',
  planLevelling: 'entitled',
  levelVariants: 'entitled',
  resolveHeld: 'entitled',
};

const VARIANTS: AccessOf<IVariantsClient> = {
  getVariantDetail: 'entitled',
  saveSku: 'entitled',
  generateSku: 'entitled',
  getSyncableProductVariants: 'entitled',
  syncVariants: 'entitled',
  saveProductToShopify: 'entitled',
  getCopies: 'entitled',
};

const ISSUES: AccessOf<IIssuesClient> = {
  getMissingSkuCounts: 'entitled',
  getDuplicateSkuCounts: 'entitled',
  getInventoryDisabledSkuCounts: 'entitled',
  getIssues: 'entitled',
};

const LOCATIONS: AccessOf<ILocationsClient> = {
  getLocations: 'signed-in',
  syncLocations: 'signed-in',
  saveSyncedLocation: 'signed-in',
  disconnectSyncedLocation: 'signed-in',
};

const SUBSCRIPTIONS: AccessOf<ISubscriptionsClient> = {
  createSubscription: 'signed-in',
  getSubscription: 'signed-in',
  cancelSubscription: 'signed-in',
  // Asked by machines that know the status secret.
  getSubscriptionStatus: 'public',
};

const HISTORY: AccessOf<IHistoryClient> = { getHistory: 'entitled' };

const EXTERNAL: AccessOf<IExternalClient> = {
  getExternalShopifyItems: 'operator',
  getExternalShopifyProduct: 'operator',
  getExternalShopifyVariant: 'operator',
  getExternalSquareItems: 'operator',
  getExternalSquareItem: 'operator',
  getExternalSquareVariation: 'operator',
};

const ADMIN: AccessOf<IAdminClient> = {
  adminGetAccounts: 'operator',
  adminGetAccount: 'operator',
  adminGetWebhooks: 'operator',
  adminSaveWebhook: 'operator',
  adminAddAllWebhooks: 'operator',
  adminGetScopes: 'operator',
  adminBuildSnapshot: 'operator',
  adminSyncLocations: 'operator',
  adminGetRegisteredTasks: 'operator',
  adminUpdateTaskCounts: 'operator',
  adminGetWebhookPayloads: 'operator',
  adminReplayWebhookReceipt: 'operator',
  adminGetSquareAuthToken: 'operator',
  adminSquareAccessRevoked: 'operator',
  adminSquareLocationsChanged: 'operator',
  adminShopifyAppUninstalled: 'operator',
  adminShopifyAppSubscriptionUpdated: 'operator',
  adminShopifyLocationsChanged: 'operator',
  adminShopifyShopUpdated: 'operator',
};

const OPERATIONS: AccessOf<IOperationsClient> = {
  getFleet: 'operator',
  getAccountHealth: 'operator',
  getAccountHearing: 'operator',
  reconcileAccount: 'operator',
  getAccountTasks: 'operator',
  getAudit: 'operator',
  getDeadLetters: 'operator',
  replayDeadLetters: 'operator',
  dropDeadLetters: 'operator',
  getAlerts: 'operator',
  getWritePauses: 'operator',
  pauseWrites: 'operator',
  resumeWrites: 'operator',
};

/** Every method's access, by service type name and the method's name in code. What stands not here is nobody's. */
const ACCESS: ReadonlyMap<string, Readonly<Record<string, Access>>> = new Map<string, Readonly<Record<string, Access>>>([
  ['sh.Session', SESSION],
  ['sh.Account', ACCOUNT],
  ['sh.Connections', CONNECTIONS],
  ['sh.Inventory', INVENTORY],
  ['sh.Variants', VARIANTS],
  ['sh.Issues', ISSUES],
  ['sh.Locations', LOCATIONS],
  ['sh.Subscriptions', SUBSCRIPTIONS],
  ['sh.History', HISTORY],
  ['sh.External', EXTERNAL],
  ['sh.Admin', ADMIN],
  ['sh.Operations', OPERATIONS],
]);

/** A method's access, or null when the table does not know it: such a method must not be served. */
export function accessOf(serviceName: string, localName: string): Access | null {
  const service = ACCESS.get(serviceName);
  return service !== undefined && Object.hasOwn(service, localName) ? (service[localName] ?? null) : null;
}

/** Why the caller may not use a method with this access; null when he may. */
export function refusalFor(access: Access, session: CallerSession | null): TwirpError | null {
  if (access === 'public') return null;
  if (session === null) return { code: 'unauthenticated', message: 'Sign in first.' };
  switch (access) {
    case 'signed-in':
      return null;
    case 'entitled':
      return session.entitled || session.impersonator !== null
        ? null
        : { code: 'permission_denied', message: 'This account has no active subscription.' };
    case 'operator':
      return session.isAdmin ? null : { code: 'permission_denied', message: 'Only operators may do this.' };
    case 'impersonation':
      return session.isAdmin || session.impersonator !== null
        ? null
        : { code: 'permission_denied', message: 'Only operators may do this.' };
  }
}
