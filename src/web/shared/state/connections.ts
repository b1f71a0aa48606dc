import type { AccessReport, Connection, ConnectionList } from '../../../gen/sh/connections_pb';
import { sharedText } from '../shared.text';
import { atom } from './jotai';
import { useLoad, type Loaded } from './load';
import { idleQuery, type Query } from './remote';

const text = sharedText.connection;

const connectionsAtom = atom<Query<ConnectionList>>(idleQuery);
const accessAtom = atom<Query<AccessReport>>(idleQuery);

/** Loads both connections and keeps them up to date. */
export function useConnections(): Loaded<ConnectionList> {
  return useLoad({
    atom: connectionsAtom,
    key: 'all',
    label: 'getting connections',
    make: (api, options) => api.connections.getConnections({}, options),
    live: true,
  });
}

/** Loads what both platforms report about our access: once on mount, and again on `reload`. */
export function useAccessReport(): Loaded<AccessReport> {
  return useLoad({
    atom: accessAtom,
    key: 'all',
    label: 'verifying access',
    make: (api, options) => api.connections.verifyAccess({}, options),
  });
}

/** Returns whether the connection works: connected, reachable and without a problem. */
export function isOkay(connection: Connection): boolean {
  return connection.state === 'connected' && connection.reachable && connection.problem === '' && missingScopes(connection).length === 0;
}

/** Returns the scopes that we request and were not granted; none when the platform is not connected. */
export function missingScopes({ state, grantedScopes, desiredScopes }: Connection): readonly string[] {
  return state === 'connected' ? desiredScopes.filter((scope) => !grantedScopes.includes(scope)) : [];
}

/** Returns the status of a connection: 'Connected', 'Needs Refresh' or 'Disconnected'. */
export function connectionStatus({ state }: Connection): string {
  if (state === 'connected') return text.connected;
  return state === 'needs_reconnect' ? text.needsRefresh : text.disconnected;
}

/** Returns why a connection needs attention; '' when it does not. */
export function attentionText(connection: Connection): string {
  if (connection.problem !== '') return connection.problem;
  if (connection.state === 'disconnected') return text.notConnected;
  const missing = missingScopes(connection);
  return missing.length === 0 ? '' : text.missingPermissions(missing);
}
