import { Hono } from 'hono';

import type { AccountId } from '../../../src/domain/account/account-id';
import { ok, refuse } from '../../../src/domain/result';
import type {
  AccountApi,
  ConnectionView,
  JoinedVariant,
  LocationView,
  SnapshotView,
  VariantSide,
} from '../../../src/durable/api/account-api';
import type { WebhookDeliveryView } from '../../../src/durable/api/health-api';
import type { AuditRecord } from '../../../src/worker/rpc/audit-port';
import type { OperatorPorts } from '../../../src/worker/rpc/operator-ports';
import type { CallerSession, HistoryEntry, RpcConfig, RpcPorts, RpcRequest, SubscriptionRecord } from '../../../src/worker/rpc/ports';
import { rpcRoutes } from '../../../src/worker/rpc/routes';
import { Secret } from '../../../src/worker/runtime/secret';
import { accountId } from '../../support/account-id';
import { HEALTHY } from '../support/fake-account';

export const ORIGIN = 'http://localhost:8787';
export const REQUEST_ID = 'req-1';

const UNHEARD: WebhookDeliveryView = { hours: [], lastHeard: null, silent: false, day: { heard: 0, found: 0, untold: 0 } };

/** A moment with a plain text, 2026-01-02T03:04:05.000Z. */
export const MOMENT = Date.UTC(2026, 0, 2, 3, 4, 5);

export const SESSION: CallerSession = {
  accountId: accountId(1),
  shopDomain: 'demo.myshopify.com',
  accountName: 'Demo',
  email: 'demo@example.com',
  impersonator: null,
  isAdmin: false,
  entitlement: { subscribed: true, accessEnds: null },
  entitled: true,
};

const CONFIG: RpcConfig = {
  appOrigin: ORIGIN,
  billingMode: 'shopify',
  allowTestCharges: false,
  staffShops: new Set(),
  statusSecret: new Secret('status-secret'),
  appListingUrl: 'https://apps.example.com/shelfbridge',
  supportEmail: 'help@example.com',
  alertSender: 'alerts@example.com',
  telemetry: { posthogKey: 'phc_1', posthogHost: 'https://eu.i.posthog.com', sentryDsn: '', chatWidgetId: '' },
  version: '1.0.1',
};

function connection(source: 'shopify' | 'square'): ConnectionView {
  return {
    source,
    state: 'connected',
    name: source === 'shopify' ? 'demo.myshopify.com' : 'MLDEMO',
    label: source === 'shopify' ? '' : 'Demo Counter',
    connectedAt: MOMENT,
    expiresAt: null,
    grantedScopes: ['read_products'],
    desiredScopes: ['read_products', 'write_inventory'],
    reachable: true,
    problem: source === 'square' ? 'Square refused our token.' : '',
  };
}

export function snapshot(source: 'shopify' | 'square', state: SnapshotView['state'] = 'queued'): SnapshotView {
  return { id: 7, source, state, started: MOMENT, completed: null, lastUpdated: MOMENT, processed: 3, total: 10, problem: '' };
}

export function side(source: 'shopify' | 'square', change: Partial<VariantSide> = {}): VariantSide {
  return {
    source,
    id: source === 'shopify' ? '101' : 'VAR1',
    productId: source === 'shopify' ? '201' : 'ITEM1',
    productName: 'Mug',
    name: 'Blue',
    sku: 'MUG-BLUE',
    barcode: '',
    tracked: true,
    ...change,
  };
}

export function joined(change: Partial<JoinedVariant> = {}): JoinedVariant {
  return {
    key: 5,
    shopify: side('shopify'),
    square: side('square'),
    shopifyQuantity: 1_200_000,
    squareQuantity: 1_200_000,
    status: 'in_sync',
    checked: { standing: 'in_sync', matching: 'matched', duplicate: false, trouble: '', underWay: false },
    troubleDetail: '',
    ...change,
  };
}

const SHOPIFY_LOCATION: LocationView = { id: 11, source: 'shopify', sourceId: '301', name: 'Warehouse' };
const SQUARE_LOCATION: LocationView = { id: 12, source: 'square', sourceId: 'LOC1', name: 'Counter' };
const OTHER_LOCATION: LocationView = { id: 13, source: 'square', sourceId: 'LOC2', name: 'Annex' };

/** Which account a call's name means. */
const NAMED = new Map([1, 2, 7].map((id) => [String(id), accountId(id)] as const));

/** Everything that the door under test did to the world, and the switches of that world. */
export interface World {
  session: CallerSession | null;
  config: RpcConfig;
  /** Account ids whose object was asked for, in order. */
  readonly asked: AccountId[];
  /** Calls with an effect, as `name(JSON of arguments)`. */
  readonly effects: string[];
  readonly failures: { method: string; requestId: string; error: unknown }[];
  /** What was written down, in order. */
  readonly trail: AuditRecord[];
  /** Nothing can be written down. */
  auditLogDown: boolean;
  /** The caller has called too often. */
  flooded: boolean;
  sessionsRead: number;
  variants: JoinedVariant[];
  subscription: SubscriptionRecord | null;
  history: HistoryEntry[];
  alertAddress: string;
  operators: Partial<OperatorPorts>;
  api: Partial<AccountApi>;
}

export function newWorld(): World {
  return {
    session: SESSION,
    config: CONFIG,
    asked: [],
    effects: [],
    failures: [],
    trail: [],
    auditLogDown: false,
    flooded: false,
    sessionsRead: 0,
    variants: [joined()],
    subscription: null,
    history: [],
    alertAddress: '',
    operators: {},
    api: {},
  };
}

function fakeAccount(world: World): AccountApi {
  const did =
    (name: string) =>
    async (...given: unknown[]) => {
      world.effects.push(`${name}${JSON.stringify(given)}`);
    };
  const api: AccountApi = {
    open: did('open'),
    connectShopify: async () => ok(null),
    connectSquare: async () => ok(null),
    disconnect: did('disconnect'),
    release: async () => ({ shopify: 'none', square: 'none' }),
    erase: did('erase'),
    setEntitlement: did('setEntitlement'),
    state: async () => ({
      shopify: connection('shopify'),
      square: connection('square'),
      hasMappedLocations: true,
      listening: true,
      snapshots: [snapshot('shopify'), snapshot('square', 'done')],
      revision: 42,
      owed: 1,
      owedOutOfSync: 0,
      held: 2,
      blocked: 3,
      frozen: 4,
      shopifyDoubt: '',
      lag: { count: 3, p50: 400, p95: 900, longest: 1200 },
      drift: 0,
      oldestUnderWayMs: 0,
      writePauses: [],
      squareDoubt: '',
      reading: { shopify: 0, square: false },
    }),
    settings: async () => ({ applyMaxQuantity: true, maxQuantityUpdate: 50, setBarcode: false, autoSync: true }),
    settingsVersion: async () => 4,
    saveSettings: async (settings, version) => {
      world.effects.push(`saveSettings${JSON.stringify(settings)}${version === undefined ? '' : ` at ${version}`}`);
      return ok((version ?? 4) + 1);
    },
    locations: async () => ({
      synced: [{ id: 9, shopify: SHOPIFY_LOCATION, square: SQUARE_LOCATION }],
      all: [SHOPIFY_LOCATION, SQUARE_LOCATION, OTHER_LOCATION],
    }),
    syncLocations: async (source) => {
      world.effects.push(`syncLocations${JSON.stringify([source])}`);
      return ok(null);
    },
    savePair: async (...given) => {
      world.effects.push(`savePair${JSON.stringify(given)}`);
      return ok(null);
    },
    disconnectPair: async (id) => (id === '9' ? ok(null) : refuse('not_found', 'There is no such location pair.')),
    requestSnapshot: async (source) => ok(snapshot(source)),
    advanceSnapshot: async (source) => ok(snapshot(source)),
    inventoryCounts: async () => ({ all: 5, inSync: 1, outOfSync: 0, onlyShopify: 4, onlySquare: 0, notTracked: 0 }),
    inventory: async (query) => {
      world.effects.push(`inventory${JSON.stringify(query)}`);
      return ok({ variants: world.variants, hasNextPage: true });
    },
    issueCounts: async () => ({ shopify: 2, square: 0 }),
    issues: async (...given) => {
      world.effects.push(`issues${JSON.stringify(given)}`);
      return { total: 1, variants: [side('shopify', { sku: '' })] };
    },
    variantDetail: async (source, id) =>
      id === '101' || id === 'VAR1'
        ? ok({ variant: joined({ squareQuantity: null }), shopifyLocationId: '301', squareLocationId: 'LOC1' })
        : refuse('not_found', `There is no such ${source} variant.`),
    checkAccess: async () => [
      {
        source: 'shopify',
        state: 'missing_scopes',
        name: 'demo.myshopify.com',
        grantedScopes: ['read_products'],
        missingScopes: ['write_inventory'],
        missingWebhooks: [],
      },
      { source: 'square', state: 'refused', name: 'MLDEMO', grantedScopes: [], missingScopes: [], missingWebhooks: null },
    ],
    connectionCounts: async () => ({
      shopify: { locations: 1, products: 20, variants: 60, activeSyncs: 1 },
      square: { locations: 2, products: 21, variants: 61, activeSyncs: 1 },
    }),
    ingest: async () => 'accepted',
    expectRevocation: did('expectRevocation'),
    deliverHistory: did('deliverHistory'),
    createSubscription: async (request) => {
      world.effects.push(`createSubscription${JSON.stringify(request)}`);
      return ok({ id: 'gid://shopify/AppSubscription/1', confirmationUrl: 'https://demo.myshopify.com/confirm' });
    },
    readSubscriptions: async () => ok([]),
    cancelSubscription: async (id) => {
      world.effects.push(`cancelSubscription${JSON.stringify([id])}`);
      return ok(null);
    },
    saveQuantity: async (...given) => {
      world.effects.push(`saveQuantity${JSON.stringify(given)}`);
      return ok(null);
    },
    planLevelling: async () => ok([]),
    level: async () => ok([]),
    resolveHeld: async () => ok(0),
    approve: async () => ok(null),
    saveSku: async (change) => {
      world.effects.push(`saveSku${JSON.stringify(change)}`);
      return ok(null);
    },
    setTracking: async (change) => {
      world.effects.push(`setTracking${JSON.stringify(change)}`);
      return ok(null);
    },
    generateSku: async () => ok('A1B2C3'),
    syncableVariants: async () => ok(world.variants),
    startCopy: async (request) => {
      world.effects.push(`startCopy${JSON.stringify(request)}`);
      return ok(null);
    },
    startCopyOfSku: async (...given) => {
      world.effects.push(`startCopyOfSku${JSON.stringify(given)}`);
      return ok(null);
    },
    advanceCopies: async () => ok({ open: 0, processed: 0, total: 0 }),
    copies: async () => [],
    externalItems: async (...given) => {
      world.effects.push(`externalItems${JSON.stringify(given)}`);
      return ok({ nextCursor: 'next', variants: [] });
    },
    externalProduct: async (source, id) => refuse('not_found', `${source} has no ${id}.`),
    externalVariant: async (source, id) => refuse('not_found', `${source} has no ${id}.`),
    overview: async () => ({
      counts: {
        shopify: { locations: 1, products: 20, variants: 60, activeSyncs: 1 },
        square: { locations: 2, products: 21, variants: 61, activeSyncs: 1 },
      },
      pairs: 1,
      access: { shopify: true, square: true },
      orders: { shopify: null, square: null },
    }),
    shopifyScopes: async () => ({ granted: ['read_products'], desired: ['read_products', 'write_inventory'] }),
    webhooks: async () => ok([]),
    saveWebhook: async () => ok(null),
    deleteWebhook: async () => ok(null),
    receipts: async () => ok({ receipts: [], nextCursor: '' }),
    receipt: async () => null,
    giveUpCopies: did('giveUpCopies'),
    reviveCopies: did('reviveCopies'),
    giveUpSnapshot: did('giveUpSnapshot'),
    reviveSnapshot: did('reviveSnapshot'),
    health: async () => HEALTHY,
    hearing: async () => ({ shopify: UNHEARD, square: UNHEARD }),
    reconcileNow: async () => ok({ shopify: 0, square: 0 }),
    repairWebhooks: async () => ok(null),
    setWriteSwitch: did('setWriteSwitch'),
    squareToken: async () => refuse('failed_precondition', 'Square is not connected.'),
    shopInfo: async () => ok({ name: 'Demo', email: 'demo@example.com', currency: 'USD', development: false }),
  };
  return { ...api, ...world.api };
}

const NOBODY_THERE: OperatorPorts = {
  customers: async () => ({ total: 0, customers: [] }),
  customer: async () => null,
  customerOf: async () => null,
  payments: async () => ({ last: null, cents: 0 }),
  tell: async () => ok(null),
  replay: async () => ok(null),
  webhookAddress: 'http://localhost:8788/webhooks/shopify',
  allowTokenReveal: false,
};

function fakePorts(world: World): RpcPorts {
  const did =
    (name: string) =>
    async (...given: unknown[]) => {
      world.effects.push(`${name}${JSON.stringify(given)}`);
    };
  return {
    account: (id) => {
      world.asked.push(id);
      return fakeAccount(world);
    },
    accounts: {
      rename: did('rename'),
      releaseConnection: did('releaseConnection'),
      details: async () => ({ name: world.session?.accountName ?? '', alertAddress: world.alertAddress }),
      setAlertAddress: did('setAlertAddress'),
    },
    history: {
      page: async (...given) => {
        world.effects.push(`history${JSON.stringify(given)}`);
        return { total: 120, rows: world.history };
      },
    },
    subscriptions: {
      current: async () => world.subscription,
      lostCharge: async () => null,
      payments: async (accountId, limit) => {
        world.effects.push(`payments${JSON.stringify([accountId, limit])}`);
        return [{ id: 'pay-1', at: MOMENT, cents: 4999 }];
      },
      standing: async (id) => (id === 1 ? { activeSubscription: true, entitled: true, availableTrialDays: 14 } : null),
      refresh: async () => ok(null),
      settleCancellation: did('settleCancellation'),
    },
    tasks: { enqueueSnapshot: did('enqueueSnapshot'), enqueueCopy: did('enqueueCopy') },
    desk: {
      impersonate: async (shopDomain) => {
        world.effects.push(`impersonate${JSON.stringify([shopDomain])}`);
        return shopDomain !== 'unknown.myshopify.com';
      },
      stopImpersonating: did('stopImpersonating'),
    },
    operators: {
      ...NOBODY_THERE,
      ...world.operators,
    },
    operations: {
      fleet: async () => ({ total: 0, rows: [], troubles: [] }),
      healthNow: async () => 'unknown',
      tasksOf: async () => null,
      audit: async () => [],
      deadLetters: async () => ({ total: 0, letters: [] }),
      replay: async () => 'unknown',
      drop: async () => false,
      alerts: async () => [],
      writePauses: async () => [],
      changeSwitch: async () => ({ kind: 'not-paused' }),
      processors: async () => [],
      scheduled: async () => [],
      setTaskCounts: did('setTaskCounts'),
    },
    config: world.config,
  };
}

/** The whole door over a world, mounted as the Worker mounts it. */
export function route(world: World): Hono {
  const app = new Hono();
  const open = (): RpcRequest => ({
    requestId: REQUEST_ID,
    admit: async () => !world.flooded,
    session: async () => {
      world.sessionsRead += 1;
      return world.session;
    },
    ports: fakePorts(world),
    trail: {
      subject: async (_by, name) => NAMED.get(name) ?? null,
      write: async (entry) => {
        if (world.auditLogDown) throw new Error('the database is down');
        world.trail.push(entry);
      },
    },
    reportFailure: (failure) => {
      world.failures.push(failure);
    },
  });
  app.route('/rpc', rpcRoutes(open));
  return app;
}

/** A call as the page makes it, changed as told; a header of null is left out. */
export async function post(
  world: World,
  path: string,
  body: BodyInit = '{}',
  init: { method?: string; headers?: Record<string, string | null> } = {},
): Promise<Response> {
  const headers = new Headers({ 'content-type': 'application/json', origin: ORIGIN });
  for (const [name, value] of Object.entries(init.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const method = init.method ?? 'POST';
  return route(world).request(`/rpc/${path}`, { method, headers, ...(method === 'GET' || method === 'OPTIONS' ? {} : { body }) });
}

/** A call's answer as JSON, with its status. */
export async function callJson(
  world: World,
  path: string,
  message: unknown = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await post(world, path, JSON.stringify(message));
  return { status: response.status, body: await response.json() };
}
