import type { Released } from '../../../src/domain/account/access';
import type { Health } from '../../../src/domain/account/health-problem';
import type { ShopSubscription } from '../../../src/domain/account/subscription';
import { ok, refuse, type Answer } from '../../../src/domain/result';
import type { Source } from '../../../src/domain/source';
import type { AccountApi, ConnectionView, Ingested, SnapshotView } from '../../../src/durable/api/account-api';
import type { Copy, CopyProgress } from '../../../src/durable/api/edits-api';

/** What an account's object was asked for, in order: method name and arguments. */
export type Asked = readonly [method: string, ...args: unknown[]];

/** Answers that a test may change while it runs. */
export interface Scripted {
  shopInfo: Awaited<ReturnType<AccountApi['shopInfo']>>;
  connectShopify: Answer<null>;
  connectSquare: Answer<null>;
  syncLocations: Answer<null>;
  subscriptions: Answer<readonly ShopSubscription[]>;
  /** Answers of `advanceSnapshot`, the last one for ever. */
  snapshots: Answer<SnapshotView>[];
  ingest: Ingested;
  /** Answers of `advanceCopies`, in order; nothing open after them. */
  copies: Answer<CopyProgress>[];
  /** Copies that came onto the list too late, one for each time that they are asked for. */
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

/** One account's object as the Worker sees it, scripted: the real one has tests of its own. */
export interface FakeAccount {
  readonly api: AccountApi;
  readonly asked: Asked[];
  readonly script: Scripted;
}

const QUEUED = { id: 1, state: 'queued', started: null, completed: null, lastUpdated: null, processed: 0, total: 0, problem: '' } as const;

/** An account in which all is well. */
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
  doubt: false,
  neverRead: false,
  lagP95Ms: 400,
  recentP95Ms: 400,
  oldestUnderWayMs: 0,
  drift: 0,
  closed: null,
  credentialsRefused: [],
  servedVersion: null,
};

const NOT_SCRIPTED = async (): Promise<never> => {
  throw new Error('this test does not script that call');
};

export function fakeAccount(): FakeAccount {
  const asked: Asked[] = [];
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
    requestSnapshot: refuse('failed_precondition', 'Choose the locations to keep in step first.'),
    onIngest: async () => {},
  };
  const note = async <T>(answer: T, ...what: Asked): Promise<T> => {
    asked.push(what);
    return answer;
  };
  const api: AccountApi = {
    open: (identity) => note(undefined, 'open', identity),
    connectShopify: () => note(script.connectShopify, 'connectShopify'),
    connectSquare: (merchantId) => note(script.connectSquare, 'connectSquare', merchantId),
    disconnect: (source, cause) => note(undefined, 'disconnect', source, cause),
    release: (request) => note(script.released, 'release', request),
    erase: () => note(undefined, 'erase'),
    setEntitlement: (entitlement) => note(undefined, 'setEntitlement', entitlement),
    syncLocations: (source) => note(script.syncLocations, 'syncLocations', source),
    shopInfo: () => note(script.shopInfo, 'shopInfo'),
    readSubscriptions: () => note(script.subscriptions, 'readSubscriptions'),
    advanceSnapshot: async (source) => {
      asked.push(['advanceSnapshot', source]);
      const next = script.snapshots.length > 1 ? script.snapshots.shift() : script.snapshots[0];
      return next ?? NOT_SCRIPTED();
    },
    ingest: async (owner, event, receipt) => {
      asked.push(['ingest', owner, event, receipt]);
      await script.onIngest();
      return script.ingest;
    },
    state: async () =>
      note(
        {
          shopify: connection('shopify'),
          square: connection('square'),
          hasMappedLocations: false,
          listening: false,
          snapshots: script.wanted.map((source) => ({ ...QUEUED, source })),
          revision: 0,
          owed: 0,
          owedOutOfSync: 0,
          held: 0,
          blocked: 0,
          frozen: 0,
          shopifyDoubt: '',
          lag: null,
          drift: 0,
          oldestUnderWayMs: 0,
          writePauses: [],
          squareDoubt: '',
          reading: { shopify: 0, square: false },
        },
        'state',
      ),
    settings: NOT_SCRIPTED,
    settingsVersion: async () => 0,
    saveSettings: NOT_SCRIPTED,
    locations: NOT_SCRIPTED,
    savePair: NOT_SCRIPTED,
    disconnectPair: NOT_SCRIPTED,
    requestSnapshot: (source) => note(script.requestSnapshot, 'requestSnapshot', source),
    inventoryCounts: NOT_SCRIPTED,
    inventory: NOT_SCRIPTED,
    issueCounts: NOT_SCRIPTED,
    issues: NOT_SCRIPTED,
    variantDetail: NOT_SCRIPTED,
    expectRevocation: (owner, event, receipt) => note(undefined, 'expectRevocation', owner, event, receipt),
    deliverHistory: NOT_SCRIPTED,
    checkAccess: NOT_SCRIPTED,
    connectionCounts: NOT_SCRIPTED,
    createSubscription: NOT_SCRIPTED,
    cancelSubscription: NOT_SCRIPTED,
    saveQuantity: NOT_SCRIPTED,
    planLevelling: NOT_SCRIPTED,
    level: NOT_SCRIPTED,
    resolveHeld: NOT_SCRIPTED,
    approve: NOT_SCRIPTED,
    saveSku: NOT_SCRIPTED,
    setTracking: NOT_SCRIPTED,
    generateSku: NOT_SCRIPTED,
    syncableVariants: NOT_SCRIPTED,
    startCopy: NOT_SCRIPTED,
    startCopyOfSku: NOT_SCRIPTED,
    advanceCopies: async (source) => {
      asked.push(['advanceCopies', source]);
      return script.copies.shift() ?? ok({ open: 0, processed: 0, total: 0 });
    },
    giveUpCopies: (source) => note(undefined, 'giveUpCopies', source),
    reviveCopies: (source) => note(undefined, 'reviveCopies', source),
    giveUpSnapshot: (source) => note(undefined, 'giveUpSnapshot', source),
    reviveSnapshot: (source) => note(undefined, 'reviveSnapshot', source),
    health: async () => note(script.health, 'health'),
    hearing: NOT_SCRIPTED,
    reconcileNow: () => note(script.reconcileNow, 'reconcileNow'),
    repairWebhooks: () => note(script.repairWebhooks, 'repairWebhooks'),
    copies: () => note(script.lateCopies.splice(0, 1), 'copies'),
    externalItems: NOT_SCRIPTED,
    externalProduct: NOT_SCRIPTED,
    externalVariant: NOT_SCRIPTED,
    overview: NOT_SCRIPTED,
    shopifyScopes: NOT_SCRIPTED,
    webhooks: NOT_SCRIPTED,
    saveWebhook: NOT_SCRIPTED,
    deleteWebhook: NOT_SCRIPTED,
    receipts: NOT_SCRIPTED,
    receipt: NOT_SCRIPTED,
    squareToken: NOT_SCRIPTED,
    setWriteSwitch: (next) => note(undefined, 'setWriteSwitch', next),
  };
  return { api, asked, script };
}

function connection(source: 'shopify' | 'square'): ConnectionView {
  return {
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
  };
}
