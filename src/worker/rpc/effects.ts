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

/** Where a call says whose account it is about: a field, the caller's own session, or nowhere. */
export type SubjectField = 'id' | 'account_id' | 'domain' | 'merchant_id' | 'caller' | 'none';

/**
 * What a call does, which decides whether it is written down. `change`: it changes something; written down where an
 * operator's right is used, or while impersonating. `look`: it shows what is one customer's; written down where an operator's
 * right is used. `list`: it shows what lies before any customer's door: numbers, names of tasks, the audit itself; never.
 */
export interface Effect {
  readonly kind: 'change' | 'look' | 'list';
  readonly subject: SubjectField;
}

type EffectOf<Client> = Readonly<Record<keyof Client, Effect>>;

const change = (subject: SubjectField): Effect => ({ kind: 'change', subject });
const look = (subject: SubjectField): Effect => ({ kind: 'look', subject });

const LIST: Effect = { kind: 'list', subject: 'none' };
/** A merchant's own screens: what they show, and what they change. */
const SHOWN = look('caller');
const CHANGED = change('caller');

const SESSION: EffectOf<ISessionClient> = {
  getSessionData: LIST,
  getAppInfo: LIST,
  impersonateDomain: change('domain'),
  test: look('none'),
};

const ACCOUNT: EffectOf<IAccountClient> = {
  getAccountStatus: SHOWN,
  getAccountSettings: SHOWN,
  saveAccountSettings: CHANGED,
};

const CONNECTIONS: EffectOf<IConnectionsClient> = {
  getConnections: SHOWN,
  disconnect: CHANGED,
  verifyAccess: SHOWN,
};

const INVENTORY: EffectOf<IInventoryClient> = {
  getInventoryCounts: SHOWN,
  getInventory: SHOWN,
  getLocationInventory: SHOWN,
  saveInventoryQuantity: CHANGED,
  setInventoryTracking: CHANGED,
  refreshSnapshots: CHANGED,
  approveSnapshot: CHANGED,
  planLevelling: SHOWN,
  levelVariants: CHANGED,
  resolveHeld: CHANGED,
};

const VARIANTS: EffectOf<IVariantsClient> = {
  getVariantDetail: SHOWN,
  saveSku: CHANGED,
  generateSku: SHOWN,
  getSyncableProductVariants: SHOWN,
  syncVariants: CHANGED,
  saveProductToShopify: CHANGED,
  getCopies: SHOWN,
};

const ISSUES: EffectOf<IIssuesClient> = {
  getMissingSkuCounts: SHOWN,
  getDuplicateSkuCounts: SHOWN,
  getInventoryDisabledSkuCounts: SHOWN,
  getIssues: SHOWN,
};

const LOCATIONS: EffectOf<ILocationsClient> = {
  getLocations: SHOWN,
  syncLocations: CHANGED,
  saveSyncedLocation: CHANGED,
  disconnectSyncedLocation: CHANGED,
};

const SUBSCRIPTIONS: EffectOf<ISubscriptionsClient> = {
  createSubscription: CHANGED,
  getSubscription: SHOWN,
  cancelSubscription: CHANGED,
  getSubscriptionStatus: LIST,
};

const HISTORY: EffectOf<IHistoryClient> = { getHistory: SHOWN };

const EXTERNAL: EffectOf<IExternalClient> = {
  getExternalShopifyItems: look('caller'),
  getExternalShopifyProduct: look('caller'),
  getExternalShopifyVariant: look('caller'),
  getExternalSquareItems: look('caller'),
  getExternalSquareItem: look('caller'),
  getExternalSquareVariation: look('caller'),
};

const ADMIN: EffectOf<IAdminClient> = {
  adminGetAccounts: LIST,
  adminGetAccount: look('id'),
  adminGetWebhooks: look('id'),
  adminSaveWebhook: change('account_id'),
  adminAddAllWebhooks: change('id'),
  adminGetScopes: look('id'),
  adminBuildSnapshot: change('account_id'),
  adminSyncLocations: change('account_id'),
  adminGetRegisteredTasks: LIST,
  adminUpdateTaskCounts: change('none'),
  adminGetWebhookPayloads: look('account_id'),
  adminReplayWebhookReceipt: change('account_id'),
  // It may renew the token.
  adminGetSquareAuthToken: change('merchant_id'),
  adminSquareAccessRevoked: change('merchant_id'),
  adminSquareLocationsChanged: change('merchant_id'),
  adminShopifyAppUninstalled: change('domain'),
  adminShopifyAppSubscriptionUpdated: change('domain'),
  adminShopifyLocationsChanged: change('domain'),
  adminShopifyShopUpdated: change('domain'),
};

const OPERATIONS: EffectOf<IOperationsClient> = {
  getFleet: LIST,
  getAccountHealth: LIST,
  getAccountHearing: LIST,
  reconcileAccount: change('id'),
  getAccountTasks: LIST,
  getAudit: LIST,
  getDeadLetters: LIST,
  replayDeadLetters: change('none'),
  dropDeadLetters: change('none'),
  getAlerts: LIST,
  getWritePauses: LIST,
  pauseWrites: change('account_id'),
  resumeWrites: change('account_id'),
};

/** Every method's effect, by service type name and the method's name in code. */
const EFFECTS: ReadonlyMap<string, Readonly<Record<string, Effect>>> = new Map<string, Readonly<Record<string, Effect>>>([
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

/** A method's effect, or null when the table does not know it: such a method must not be served. */
export function effectOf(serviceName: string, localName: string): Effect | null {
  const service = EFFECTS.get(serviceName);
  return service !== undefined && Object.hasOwn(service, localName) ? (service[localName] ?? null) : null;
}
