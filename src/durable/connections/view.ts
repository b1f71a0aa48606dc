import { closedShopText } from '../../domain/account/closed-shop';
import type { Source } from '../../domain/source';
import { sourceName } from '../../domain/source';
import { SHOPIFY_SCOPES, impliedScopes } from '../../platforms/shopify/scopes';
import { SQUARE_SCOPES } from '../../platforms/square/scopes';
import type { ConnectionView } from '../api/account-api';
import type { StoredConnection } from './connection-store';

/** Returns a connection as screens show it: never a token, nor anything derived from one. */
export function viewOf(source: Source, connection: StoredConnection | null): ConnectionView {
  const desiredScopes = source === 'shopify' ? SHOPIFY_SCOPES : SQUARE_SCOPES;
  if (connection === null) {
    return {
      source,
      state: 'disconnected',
      name: '',
      label: '',
      connectedAt: null,
      expiresAt: null,
      grantedScopes: [],
      desiredScopes,
      reachable: true,
      problem: '',
    };
  }
  const { state, name, label, reachable, tokens } = connection;
  const present = state === 'connected' ? tokens : null;
  const granted = present?.scopes ?? [];
  return {
    source,
    state,
    name,
    label,
    reachable,
    desiredScopes,
    connectedAt: state === 'connected' ? connection.connectedAt : null,
    expiresAt: present?.expiresAt ?? null,
    grantedScopes: source === 'shopify' ? impliedScopes(granted) : granted,
    problem: problemOf(source, connection),
  };
}

function problemOf(source: Source, connection: StoredConnection): string {
  if (connection.problem === '' && connection.closed !== undefined && connection.state === 'connected')
    return closedShopText(connection.closed);
  if (connection.problem !== '' || connection.reachable || connection.state !== 'connected') return connection.problem;
  return `${sourceName(source)} cannot be reached at the moment. Nothing is lost: changes wait, and are sent later.`;
}
