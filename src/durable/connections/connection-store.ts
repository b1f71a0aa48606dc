import type { ClosedShop } from '../../domain/account/closed-shop';
import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { Database } from '../store/database';

/** Tokens at rest, sealed, and what is known of them. */
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
  /** Grows with each grant and each end: what was begun under another one is void. */
  readonly number: number;
  readonly state: 'connected' | 'needs_reconnect' | 'disconnected';
  /** Shop domain or Square merchant id. */
  readonly name: string;
  /** Business name as people know it, '' until read. */
  readonly label: string;
  readonly connectedAt: Instant;
  readonly reachable: boolean;
  /** For a shop owner: what is wrong; '' when nothing is. */
  readonly problem: string;
  /** Null once the connection was ended. One that only must be made again keeps them: they may open, or be renewed, after all. */
  readonly tokens: SealedTokens | null;
  /**
   * How the last renewal was refused, until one succeeds: the platform names the grant as dead, or refuses our own credentials.
   * Left out when it was not refused.
   */
  readonly renewal?: 'refused' | 'misconfigured';
  /** Shopify: why it serves no request for the shop. Left out while it does. */
  readonly closed?: ClosedShop;
  /** Shopify: the API version that answered, where it is not the one that was asked for. Left out otherwise. */
  readonly servedVersion?: string;
}

/** The connections of one account, a row a platform. */
export interface ConnectionStore {
  read(source: Source): StoredConnection | null;
  write(source: Source, connection: StoredConnection): void;
}

/** The store over the object's `connection` table. */
export function openConnectionStore(db: Database): ConnectionStore {
  // Asked at every turn of the sync: each row is read once.
  const known = new Map<Source, StoredConnection | null>();
  return {
    read: (source) => {
      const held = known.get(source);
      if (held !== undefined) return held;
      const row = db.row<{ body: string }>('select body from connection where source = ?', source);
      // oxlint-disable-next-line no-unsafe-type-assertion -- written below alone, by this object
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
