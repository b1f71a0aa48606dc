import type { AccountId } from '../../domain/account/account-id';
import type { Instant } from '../../domain/instant';
import type { Result } from '../../domain/result';
import type { Source } from '../../domain/source';
import { SOURCES, sourceName } from '../../domain/source';
import type { PlatformConfig } from '../../platforms/config';
import { httpLimits } from '../../platforms/config';
import type { Fetch } from '../../platforms/http';
import { openHttp } from '../../platforms/http';
import { refreshShopifyToken } from '../../platforms/shopify/oauth';
import { refreshSquareToken } from '../../platforms/square/oauth';
import type { ConnectionView, TokenGrant } from '../api/account-api';
import type { Database } from '../store/database';
import { openClients } from './clients';
import type { Clients } from './clients';
import { conditionOf, noteSeen, watchConditions, type ConnectionCondition, type OnCondition } from './conditions';
import { openConnectionStore } from './connection-store';
import type { StoredConnection } from './connection-store';
import { openSealer } from './seal';
import { countByKey, sealGrant } from './sealed-tokens';
import { openTokenSource } from './token-source';
import type { Access, AccessProblem, TokenSource } from './token-source';
import { viewOf } from './view';

export type { Open } from './clients';
export type { ConnectionCondition } from './conditions';

/** Why a connection was ended. */
export type EndCause = 'merchant' | 'revoked' | 'uninstalled';

/** The account's connections to both platforms: who is connected, the sealed tokens, and whether the platform is reachable. */
export interface Connections {
  /** Seals and stores tokens under a new connection number, before anything uses them. `name`: shop domain or Square merchant ID. */
  grant(source: Source, name: string, grant: TokenGrant): Promise<void>;
  /** Forgets the tokens. Work started under the connection is void from now on. */
  forget(source: Source, cause: EndCause): void;
  /** Returns the number of the current connection; 0 when there never was one. Compare it across awaits. */
  number(source: Source): number;
  accessToken(source: Source): Promise<Result<Access, AccessProblem>>;
  /** Returns a client with the current token. */
  shopify: Clients['shopify'];
  square: Clients['square'];
  /** Records that the platform refused this token. */
  rejected(source: Source, access: Access): void;
  /** Records whether the platform is reachable; stored only when that changed. Calls through the clients record it themselves. */
  noteReachable(source: Source, reachable: boolean): void;
  /** Stores the business name that people know. */
  noteLabel(source: Source, label: string): void;
  view(source: Source): ConnectionView;
  /** Returns what operators must know about a connection in addition to its state. */
  condition(source: Source): ConnectionCondition;
  /** Renews the tokens that are due. Called from the object's alarm; safe to run twice. */
  renewDue(): Promise<void>;
  /** Renews a platform's tokens now, due or not; success restores a connection that needs a reconnect. */
  renewNow(source: Source): Promise<Result<null, AccessProblem>>;
  /** Returns a platform's tokens themselves, for operators where the installation allows it; null when there are none. */
  reveal(source: Source): Promise<TokenGrant | null>;
  /** Returns how many stored tokens each key of `TOKEN_KEYS` seals, by its version. */
  sealedBy(): Readonly<Record<string, number>>;
  /** Returns when `renewDue` is next needed; null for never. */
  nextRefreshAt(): Instant | null;
}

/** Creates an account's connections. */
export function openConnections(given: {
  db: Database;
  accountId: AccountId;
  config: PlatformConfig;
  fetch: Fetch;
  now: () => Instant;
  /** Runs after the condition of a connection has changed. */
  onCondition?: OnCondition;
}): Connections {
  const { config, now } = given;
  const store = watchConditions(openConnectionStore(given.db), given.onCondition);
  const sealer = openSealer(config.tokenKeys, given.accountId);
  const http = openHttp(given.fetch, httpLimits(config));
  const tokens: TokenSource = openTokenSource({
    store,
    sealer,
    now,
    limits: { shopifyAheadMs: config.timers.shopifyRefreshAheadMs, squareAgeMs: config.timers.squareRefreshAgeMs },
    renew: (source, name, refreshToken) =>
      source === 'shopify'
        ? refreshShopifyToken({ http, config: config.shopify, shop: name, now: now() }, refreshToken)
        : refreshSquareToken({ http, config: config.square, now: now() }, refreshToken, name),
  });
  const starts: Record<Source, number> = { shopify: 0, square: 0 };
  const change = (source: Source, next: (connection: StoredConnection) => StoredConnection): void => {
    const connection = store.read(source);
    if (connection !== null) store.write(source, next(connection));
  };
  const noteReachable = (source: Source, reachable: boolean): void => {
    if (store.read(source)?.reachable !== reachable) change(source, (connection) => ({ ...connection, reachable }));
  };
  const clients = openClients({
    http,
    config,
    tokens,
    watch: (access, seen) => noteSeen(store, access.connection, seen, config.shopify.apiVersion),
    // The result of a call under an earlier connection or token says nothing about the current token.
    witness: (source, access) => ({
      answered: (accepted) => {
        noteReachable(source, true);
        if (accepted && store.read(source)?.number === access.connection) tokens.accepted(source, access);
      },
      unreachable: () => noteReachable(source, false),
    }),
  });
  return {
    grant: async (source, name, grant) => {
      starts[source] += 1;
      const start = starts[source];
      const sealed = await sealGrant(sealer, source, grant, now());
      // A later grant or an end arrived during sealing: that one applies.
      if (starts[source] !== start) return;
      store.write(source, grantedConnection(store.read(source), name, sealed, now()));
      tokens.reset(source);
    },
    forget: (source, cause) => {
      starts[source] += 1;
      change(source, (connection) => endedConnection(connection, source, cause));
      tokens.reset(source);
    },
    number: (source) => store.read(source)?.number ?? 0,
    accessToken: (source) => tokens.access(source),
    shopify: () => clients.shopify(),
    square: () => clients.square(),
    rejected: (source, access) => tokens.rejected(source, access),
    noteReachable,
    noteLabel: (source, label) => {
      if (store.read(source)?.label !== label) change(source, (connection) => ({ ...connection, label }));
    },
    view: (source) => viewOf(source, store.read(source)),
    condition: (source) => conditionOf(store.read(source)),
    renewDue: async () => {
      await Promise.all(SOURCES.map((source) => tokens.renewDue(source)));
    },
    renewNow: (source) => tokens.renewNow(source),
    reveal: (source) => tokens.reveal(source),
    sealedBy: () => countByKey(SOURCES.map((source) => store.read(source)?.tokens ?? null).filter((held) => held !== null)),
    nextRefreshAt: () => {
      const times = SOURCES.map((source) => tokens.nextRenewalAt(source)).filter((time) => time !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}

function grantedConnection(
  before: StoredConnection | null,
  name: string,
  tokens: NonNullable<StoredConnection['tokens']>,
  now: Instant,
): StoredConnection {
  const same = before?.name === name;
  return {
    number: (before?.number ?? 0) + 1,
    state: 'connected',
    name,
    label: same ? before.label : '',
    connectedAt: now,
    reachable: true,
    problem: '',
    tokens,
  };
}

function endedConnection({ renewal: _, closed: __, ...connection }: StoredConnection, source: Source, cause: EndCause): StoredConnection {
  const ended = { ...connection, number: connection.number + 1, tokens: null, reachable: true };
  switch (cause) {
    case 'merchant':
      return { ...ended, state: 'disconnected', problem: '' };
    case 'revoked':
      // Square also sends this webhook when the merchant ended the connection here: that was intended, and nothing is wrong.
      if (connection.state === 'disconnected') return connection;
      return { ...ended, state: 'needs_reconnect', problem: `Access was withdrawn in ${sourceName(source)}. Reconnect to resume syncing.` };
    case 'uninstalled':
      return { ...ended, state: 'needs_reconnect', problem: 'Shelfbridge was uninstalled from the shop. Reconnect to resume syncing.' };
  }
}
