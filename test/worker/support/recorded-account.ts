import type { Released } from '../../../src/domain/account/access';
import type { Health } from '../../../src/domain/account/health-problem';
import type { ShopSubscription } from '../../../src/domain/account/subscription';
import { ok, refuse, type Answer } from '../../../src/domain/result';
import type { Source } from '../../../src/domain/source';
import { standingOf } from '../../../src/durable/actions/revocation';
import type { AccountApi, AccountState, ConnectionView, Ingested, SnapshotView, Standing } from '../../../src/durable/api/account-api';
import type { Copy, CopyProgress } from '../../../src/durable/api/edits-api';

/** A call to an account's object, in order: method name and arguments. */
export type Asked = readonly [method: string, ...args: unknown[]];

/** Answers that a test may change while it runs. */
export interface Scripted {
  shopInfo: Awaited<ReturnType<AccountApi['shopInfo']>>;
  connectShopify: Answer<null>;
  connectSquare: Answer<null>;
  syncLocations: Answer<null>;
  subscriptions: Answer<readonly ShopSubscription[]>;
  /** Answers of `advanceSnapshot`, the last one repeatedly. */
  snapshots: Answer<SnapshotView>[];
  ingest: Ingested;
  /** Answers of `advanceCopies`, in order; no copy is open after them. */
  copies: Answer<CopyProgress>[];
  /** Copies that were added to the list too late, one for each time that they are read. */
  lateCopies: Copy[];
  health: Health;
  repairWebhooks: Answer<null>;
  reconcileNow: Answer<Readonly<Record<Source, number | null>>>;
  released: Record<Source, Released>;
  /** Sides whose snapshot the object waits for. */
  wanted: Source[];
  requestSnapshot: Answer<SnapshotView>;
  /** Called before `ingest` answers; may throw or wait. */
  onIngest: () => Promise<void>;
}

/** One account's object as the Worker sees it: records each call, returns scripted answers, and otherwise is the real object. */
export interface RecordedAccount {
  /** The object. A function that a test assigns to a method replaces it. */
  readonly api: AccountApi;
  readonly asked: Asked[];
  readonly script: Scripted;
}

const QUEUED = { id: 1, state: 'queued', started: null, completed: null, lastUpdated: null, processed: 0, total: 0, problem: '' } as const;

/** A connection that was never made. */
const connection = (source: Source): ConnectionView => ({
  source,
  state: 'disconnected',
  name: '',
  label: '',
  connectedAt: null,
  expiresAt: null,
  grantedScopes: [],
  desiredScopes: [],
  reachable: true,
  problem: '',
});

/** A new account's state, which starts no object: most tests sign a shop in and test something else. */
const NEW: AccountState = {
  shopify: connection('shopify'),
  square: connection('square'),
  hasMappedLocations: false,
  listening: false,
  watchingSince: null,
  snapshots: [],
  revision: 0,
  owed: 0,
  owedOutOfSync: 0,
  held: 0,
  blocked: 0,
  frozen: 0,
  unlinked: 0,
  oversold: 0,
  writersHeld: 0,
  writersSuspected: 0,
  allOnHold: false,
  newWriters: 0,
  shopifyDoubt: '',
  lag: null,
  drift: 0,
  oldestUnderWayMs: 0,
  writePauses: [],
  squareDoubt: '',
  reading: { shopify: 0, square: false },
};

/** The health of an account without problems. */
export const HEALTHY: Health = {
  entitled: true,
  autoSync: true,
  paused: false,
  paired: true,
  shopify: 'connected',
  square: 'connected',
  failing: [],
  missingWebhooks: 0,
  silent: [],
  untold: 0,
  unreadableWebhooks: 0,
  held: 0,
  blocked: 0,
  frozen: 0,
  unlinked: 0,
  oversold: 0,
  writersHeld: 0,
  writersSuspected: 0,
  doubt: false,
  neverRead: false,
  lagP95Ms: 400,
  recentP95Ms: 400,
  oldestUnderWayMs: 0,
  drift: 0,
  closed: null,
  credentialsRefused: [],
  servedVersion: null,
  sealedBy: { '1': 4 },
  storageShare: 0.001,
};

/** Records every call of `real`; a method of `scripted` replaces the real one. */
export function recordedAccount(real: AccountApi, scripted: Partial<AccountApi>, record: (call: Asked) => void): AccountApi {
  const answers = new Map<string | symbol, unknown>(Object.entries(scripted));
  return new Proxy(real, {
    get: (target, name) => {
      const answer = answers.get(name);
      const member: unknown = answer ?? Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]): Promise<unknown> => {
        record([String(name), ...args]);
        return Reflect.apply(member, answer === undefined ? target : undefined, args);
      };
    },
    set: (_, name, answer: unknown) => {
      answers.set(name, answer);
      return true;
    },
  });
}

/** An object whose external parts (platforms, health, background work) are scripted: the real ones have their own tests. */
export function scriptedAccount(real: AccountApi): RecordedAccount {
  const script: Scripted = {
    shopInfo: ok({ name: 'Demo Shop', email: 'owner@demo.example', currency: 'USD', development: false }),
    connectShopify: ok(null),
    connectSquare: ok(null),
    syncLocations: ok(null),
    subscriptions: ok([]),
    snapshots: [],
    ingest: 'accepted',
    copies: [],
    lateCopies: [],
    wanted: [],
    health: HEALTHY,
    repairWebhooks: ok(null),
    reconcileNow: ok({ shopify: 0, square: 0 }),
    released: { shopify: 'ended', square: 'ended' },
    requestSnapshot: refuse('failed_precondition', 'Choose the locations to keep in sync first.'),
    onIngest: async () => {},
  };
  const nothing = async (): Promise<void> => {};
  const standing = (source: Source): Standing => standingOf(source === 'shopify' ? script.shopInfo : script.syncLocations);
  const scripted: Partial<AccountApi> = {
    open: nothing,
    connectShopify: async () => script.connectShopify,
    connectSquare: async () => script.connectSquare,
    disconnect: nothing,
    stillConnected: async (source) => standing(source),
    endIfRevoked: async (source) => standing(source),
    release: async () => script.released,
    erase: nothing,
    setEntitlement: nothing,
    syncLocations: async () => script.syncLocations,
    shopInfo: async () => script.shopInfo,
    readSubscriptions: async () => script.subscriptions,
    advanceSnapshot: async () => {
      const next = script.snapshots.length > 1 ? script.snapshots.shift() : script.snapshots[0];
      if (next === undefined) throw new Error('this test does not script that call');
      return next;
    },
    ingest: async () => {
      await script.onIngest();
      return script.ingest;
    },
    state: async () => ({ ...NEW, snapshots: script.wanted.map((source) => ({ ...QUEUED, source })) }),
    requestSnapshot: async () => script.requestSnapshot,
    expectRevocation: nothing,
    advanceCopies: async () => script.copies.shift() ?? ok({ open: 0, processed: 0, total: 0 }),
    giveUpCopies: nothing,
    reviveCopies: nothing,
    giveUpSnapshot: nothing,
    reviveSnapshot: nothing,
    health: async () => script.health,
    reconcileNow: async () => script.reconcileNow,
    repairWebhooks: async () => script.repairWebhooks,
    copies: async () => script.lateCopies.splice(0, 1),
    setWriteSwitch: nothing,
  };
  const asked: Asked[] = [];
  return { api: recordedAccount(real, scripted, (call) => asked.push(call)), asked, script };
}
