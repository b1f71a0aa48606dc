import type { ClosedShop } from '../../domain/account/closed-shop';
import type { Source } from '../../domain/source';
import type { ShopSeen } from '../../platforms/shopify/graphql';
import type { ConnectionStore, StoredConnection } from './connection-store';

/** What operators must know of a connection beside its state. */
export interface ConnectionCondition {
  /** The platform refuses our own client id or secret, so that no token is renewed. */
  readonly credentialsRefused: boolean;
  /** Shopify: why it serves no request for the shop; null while it does. */
  readonly closed: ClosedShop | null;
  /** Shopify: the API version that answers, where it is not the one that is asked for; null otherwise. */
  readonly servedVersion: string | null;
}

/** Hears of a condition that has changed, once it is stored. */
export type OnCondition = (source: Source, before: ConnectionCondition, after: ConnectionCondition) => void;

/** The same store, telling of each write that changes a condition. */
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

/** Stores what an answer to a call under this connection says of shop and API; `asked` is the API version that was asked for. */
export function noteSeen(store: ConnectionStore, number: number, seen: ShopSeen, asked: string): void {
  const connection = store.read('shopify');
  if (connection?.number !== number) return;
  const next = conditionSeen(connection, seen, asked);
  if (next !== connection) store.write('shopify', next);
}

/** The condition of a connection as stored. */
export function conditionOf(connection: StoredConnection | null): ConnectionCondition {
  const { renewal, closed = null, servedVersion = null } = connection ?? {};
  return { credentialsRefused: renewal === 'misconfigured', closed, servedVersion };
}

/** The connection with what an answer says of shop and API; the same one where that is known. */
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

/** Versions are like 2026-07; the header is the platform's, and is kept no longer than that could be, in characters. */
const LONGEST_VERSION = 20;
