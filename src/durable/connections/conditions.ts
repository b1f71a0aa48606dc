import type { ClosedShop } from '../../domain/account/closed-shop';
import type { Source } from '../../domain/source';
import type { ShopSeen } from '../../platforms/shopify/graphql';
import type { ConnectionStore, StoredConnection } from './connection-store';

/** What operators must know about a connection in addition to its state. */
export interface ConnectionCondition {
  /** The platform refuses our own client ID or secret, so no token can be renewed. */
  readonly credentialsRefused: boolean;
  /** Shopify: why it serves no request for the shop; null while it does. */
  readonly closed: ClosedShop | null;
  /** Shopify: the API version that answers, if it is not the requested one; null otherwise. */
  readonly servedVersion: string | null;
}

/** Runs after a changed condition is stored. */
export type OnCondition = (source: Source, before: ConnectionCondition, after: ConnectionCondition) => void;

/** Wraps a store so that each write that changes a condition is reported. */
export function watchConditions(store: ConnectionStore, onCondition: OnCondition = () => {}): ConnectionStore {
  return {
    read: (source) => store.read(source),
    write: (source, connection) => {
      const before = conditionOf(store.read(source));
      store.write(source, connection);
      const after = conditionOf(connection);
      if (JSON.stringify(before) !== JSON.stringify(after)) onCondition(source, before, after);
    },
  };
}

/** Stores what an answer to a call under this connection shows about shop and API; `asked` is the requested API version. */
export function noteSeen(store: ConnectionStore, number: number, seen: ShopSeen, asked: string): void {
  const connection = store.read('shopify');
  if (connection?.number !== number) return;
  const next = conditionSeen(connection, seen, asked);
  if (next !== connection) store.write('shopify', next);
}

/** Returns the condition of a stored connection. */
export function conditionOf(connection: StoredConnection | null): ConnectionCondition {
  const { renewal, closed = null, servedVersion = null } = connection ?? {};
  return { credentialsRefused: renewal === 'misconfigured', closed, servedVersion };
}

/** Returns the connection with what an answer shows about shop and API; the same object when that is already known. */
function conditionSeen(connection: StoredConnection, { version, closed }: ShopSeen, asked: string): StoredConnection {
  const { closed: before, servedVersion, ...rest } = connection;
  const closedNow = closed === 'unsaid' ? before : (closed ?? undefined);
  const servedNow = version === null ? servedVersion : version === asked ? undefined : version.slice(0, LONGEST_VERSION);
  if (closedNow === before && servedNow === servedVersion) return connection;
  return {
    ...rest,
    ...(closedNow === undefined ? {} : { closed: closedNow }),
    ...(servedNow === undefined ? {} : { servedVersion: servedNow }),
  };
}

/** Maximum stored length of the version header, in characters: versions look like 2026-07, and the header comes from the platform. */
const LONGEST_VERSION = 20;
