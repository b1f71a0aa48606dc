import type { AccessReport, Connection, ConnectionList } from '../../../gen/sh/connections_pb';
import { atom } from './jotai';
import { useLoad, type Loaded } from './load';
import { idleQuery, type Query } from './remote';

const connectionsAtom = atom<Query<ConnectionList>>(idleQuery);
const accessAtom = atom<Query<AccessReport>>(idleQuery);

/** Both connections with what is known of them, kept up to date. */
export function useConnections(): Loaded<ConnectionList> {
  return useLoad({
    atom: connectionsAtom,
    key: 'all',
    label: 'getting connections',
    make: (api, options) => api.connections.getConnections({}, options),
    live: true,
  });
}

/** What both platforms say of our access when the page asks: once on arrival, and again on `reload`. */
export function useAccessReport(): Loaded<AccessReport> {
  return useLoad({
    atom: accessAtom,
    key: 'all',
    label: 'verifying access',
    make: (api, options) => api.connections.verifyAccess({}, options),
  });
}

/** Whether the connection works: connected, reachable and nothing wrong. */
export function isOkay(connection: Connection): boolean {
  return connection.state === 'connected' && connection.reachable && connection.problem === '' && missingScopes(connection).length === 0;
}

/** What the product asks for and was not granted; nothing is missing where nothing was granted at all. */
export function missingScopes({ state, grantedScopes, desiredScopes }: Connection): readonly string[] {
  return state === 'connected' ? desiredScopes.filter((scope) => !grantedScopes.includes(scope)) : [];
}

/** The state of a connection in words. */
export function connectionStatus({ state }: Connection): 'Connected' | 'Needs Refresh' | 'Disconnected' {
  if (state === 'connected') return 'Connected';
  return state === 'needs_reconnect' ? 'Needs Refresh' : 'Disconnected';
}

/** What is wrong with a connection and why it counts as needing attention; '' when nothing is. */
export function attentionText(connection: Connection): string {
  if (connection.problem !== '') return connection.problem;
  if (connection.state === 'disconnected') return 'It is not connected: its stock is neither read nor changed until you connect it.';
  const missing = missingScopes(connection);
  return missing.length === 0 ? '' : `Permission for ${missing.join(', ')} was not granted.`;
}
