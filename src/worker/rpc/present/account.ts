import type { ConnectionCounts } from '../../../domain/account/access';
import type { Source } from '../../../domain/source';
import type { LagSummary } from '../../../domain/sync/lag';
import type {
  AccountSettings as StoredSettings,
  AccountState,
  ConnectionView,
  LocationPairView,
  LocationView,
  SnapshotView,
} from '../../../durable/api/account-api';
import type { AccountSettings, AccountStatus, Lag } from '../../../gen/sh/account_pb';
import type { Snapshot } from '../../../gen/sh/common_pb';
import type { Connection } from '../../../gen/sh/connections_pb';
import type { Location, SyncedLocation } from '../../../gen/sh/locations_pb';
import type { BillingMode } from '../../runtime/config';
import type { CallerSession } from '../caller';
import { toGid } from './ids';
import { toTimestamp } from './time';

/** Returns the dashboard's status, from the object's state, its settings and the billing status. */
export function toAccountStatus(
  state: AccountState,
  settings: StoredSettings,
  { entitlement }: CallerSession,
  billingMode: BillingMode,
): AccountStatus {
  return {
    shopifyAccess: state.shopify.state === 'connected',
    squareAccess: state.square.state === 'connected',
    hasMappedLocations: state.hasMappedLocations,
    isSubscribed: entitlement.subscribed,
    listeningActive: state.listening,
    watchingSince: toTimestamp(state.watchingSince),
    accessEnds: toTimestamp(entitlement.accessEnds),
    snapshots: state.snapshots.map(toSnapshot),
    revision: state.revision,
    shopifyProblem: state.shopify.problem,
    squareProblem: state.square.problem,
    shopifyName: state.shopify.label || state.shopify.name,
    squareName: state.square.label || state.square.name,
    autoSync: settings.autoSync,
    owed: state.owed,
    owedOutOfSync: state.owedOutOfSync,
    held: state.held,
    blocked: state.blocked,
    frozen: state.frozen,
    unlinked: state.unlinked,
    oversold: state.oversold,
    newWriters: state.newWriters,
    writersHeld: state.writersHeld,
    writersSuspected: state.writersSuspected,
    allOnHold: state.allOnHold,
    ...(state.lag === null ? {} : { lag: toLag(state.lag) }),
    drift: state.drift,
    oldestUnderWayMs: Math.round(state.oldestUnderWayMs),
    writePauses: state.writePauses.map(({ source, by, reason, since }) => ({
      source: source ?? '',
      by,
      reason,
      since: toTimestamp(since),
    })),
    billingMode,
    shopifyDoubt: state.shopifyDoubt,
    squareDoubt: state.squareDoubt,
    shopifyChangesWaiting: state.reading.shopify,
    squareChangesWaiting: state.reading.square,
  };
}

function toLag({ count, p50, p95, longest }: LagSummary): Lag {
  return { count, p50Ms: Math.round(p50), p95Ms: Math.round(p95), longestMs: Math.round(Math.min(longest, 2_147_483_647)) };
}

/** Returns the settings, with the values that the shared database stores for the account. */
export function toAccountSettings(
  { name, alertAddress }: { readonly name: string; readonly alertAddress: string },
  settings: StoredSettings,
  version: number,
): AccountSettings {
  const { applyMaxQuantity, maxQuantityUpdate, setBarcode, autoSync, watching } = settings;
  return { accountName: name, applyMaxQuantity, maxQuantityUpdate, setBarcode, autoSync, watching, alertAddress, version: String(version) };
}

/** Returns a snapshot run as calls answer it. */
export function toSnapshot(run: SnapshotView): Snapshot {
  return {
    id: String(run.id),
    name: run.source,
    started: toTimestamp(run.started),
    completed: toTimestamp(run.completed),
    lastUpdated: toTimestamp(run.lastUpdated),
    state: run.state,
    processed: run.processed,
    total: run.total,
    problem: run.problem,
  };
}

/** Returns a connection, with its counts of the platform's products, variants and locations. */
export function toConnection(connection: ConnectionView, counts: ConnectionCounts): Connection {
  return {
    source: connection.source,
    state: connection.state,
    name: connection.name,
    label: connection.label,
    connectedAt: toTimestamp(connection.connectedAt),
    expiresAt: toTimestamp(connection.expiresAt),
    grantedScopes: [...connection.grantedScopes],
    desiredScopes: [...connection.desiredScopes],
    reachable: connection.reachable,
    problem: connection.problem,
    locations: counts.locations,
    products: counts.products,
    variations: counts.variants,
    activeSyncs: counts.activeSyncs,
  };
}

/** Returns a location as calls answer it. */
export function toLocation(location: LocationView): Location {
  return {
    id: String(location.id),
    source: location.source,
    sourceId: locationSourceId(location.source, location.sourceId),
    sourceName: location.name,
  };
}

/** Returns a location pair as calls answer it. */
export function toSyncedLocation({ id, shopify, square }: LocationPairView): SyncedLocation {
  return {
    id: String(id),
    shopifyId: locationSourceId('shopify', shopify.sourceId),
    squareId: square.sourceId,
    shopifyName: shopify.name,
    squareName: square.name,
  };
}

function locationSourceId(source: Source, sourceId: string): string {
  return source === 'shopify' ? toGid('Location', sourceId) : sourceId;
}
