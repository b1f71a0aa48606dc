import type { ClosedShop } from '../../domain/account/closed-shop';
import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { Database } from '../store/database';

/** Sealed tokens as stored, and what is known about them. */
export interface SealedTokens {
  readonly access: string;
  /** '' where the platform gave none (a token that never expires). */
  readonly refresh: string;
  readonly issuedAt: Instant;
  /** Null for a token that does not expire. */
  readonly expiresAt: Instant | null;
  readonly refreshExpiresAt: Instant | null;
  readonly scopes: readonly string[];
}

/** One platform's connection as stored. */
export interface StoredConnection {
  /** Increases with each grant and each end: work started under another number is void. */
  readonly number: number;
  readonly state: 'connected' | 'needs_reconnect' | 'disconnected';
  /** Shop domain or Square merchant ID. */
  readonly name: string;
  /** Business name as people know it; '' until read. */
  readonly label: string;
  readonly connectedAt: Instant;
  readonly reachable: boolean;
  /** What is wrong, for a shop owner; '' when nothing is. */
  readonly problem: string;
  /** Null once the connection was ended. A connection that needs a reconnect keeps them: they may still be readable or renewable later. */
  readonly tokens: SealedTokens | null;
  /**
   * How the last renewal was refused, until one succeeds: the platform reports the grant as dead, or refuses our own credentials. Absent
   * when it was not refused.
   */
  readonly renewal?: 'refused' | 'misconfigured';
  /** Shopify: why it serves no request for the shop. Absent while it does. */
  readonly closed?: ClosedShop;
  /** Shopify: the API version that answered, if it is not the requested one. Absent otherwise. */
  readonly servedVersion?: string;
}

/** The connections of one account, one row per platform. */
export interface ConnectionStore {
  read(source: Source): StoredConnection | null;
  write(source: Source, connection: StoredConnection): void;
}

/** Creates the store over the object's `connection` table. */
export function openConnectionStore(db: Database): ConnectionStore {
  // Every turn of the sync reads connections, so each row is read from storage only once.
  const known = new Map<Source, StoredConnection | null>();
  return {
    read: (source) => {
      const held = known.get(source);
      if (held !== undefined) return held;
      const row = db.row<{ body: string }>('select body from connection where source = ?', source);
      // oxlint-disable-next-line no-unsafe-type-assertion -- written only below, by this object
      const connection = row === null ? null : (JSON.parse(row.body) as StoredConnection);
      known.set(source, connection);
      return connection;
    },
    write: (source, connection) => {
      db.run(
        'insert into connection (source, body) values (?, ?) on conflict (source) do update set body = excluded.body',
        source,
        JSON.stringify(connection),
      );
      known.set(source, connection);
    },
  };
}
