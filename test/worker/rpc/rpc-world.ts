import { env } from 'cloudflare:test';

import { saveBilling, signInAccount, type Account } from '../../../src/db/accounts';
import type { AuditEntry } from '../../../src/db/audit';
import { tasksOf } from '../../../src/db/tasks';
import type { AccountId } from '../../../src/domain/account/account-id';
import { NO_LABELS } from '../../../src/domain/catalog/product-labels';
import { accountStub, orUnreachable } from '../../../src/durable/account-stub';
import type { AccountApi, JoinedVariant, SnapshotView, VariantSide } from '../../../src/durable/api/account-api';
import type { Bindings } from '../../../src/worker/runtime/bindings';
import type { Services } from '../../../src/worker/runtime/services';
import { SESSION_COOKIE } from '../../../src/worker/sessions/cookies';
import { impersonate, readSession, startSession } from '../../../src/worker/sessions/session';
import { recordedAccount, type Asked } from '../support/recorded-account';
import { newShop, routeHarness, type RouteHarness } from '../support/route-harness';

export const ORIGIN = 'http://localhost:8787';

const OPERATOR_SHOP = 'operator.myshopify.com';

/** A time with a simple text form, 2026-01-02T03:04:05.000Z. */
export const MOMENT = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Who calls: `operator` with their own account, `impersonator` an operator who acts as the merchant. */
export type Who = 'nobody' | 'merchant' | 'unsubscribed' | 'operator' | 'impersonator';

/** The Worker with the real database and account objects, as one caller sees it. */
export interface World {
  readonly harness: RouteHarness;
  readonly services: Services;
  /** The account of the caller's session; for `nobody`, an account that exists. */
  readonly account: Account;
  /** The account that is responsible for the calls: the operator's own while they impersonate. */
  readonly actor: AccountId;
  readonly cookie: string;
  /** The account's object; a test may replace its methods. */
  readonly api: AccountApi;
  /** Calls to account objects, in order. */
  readonly asked: (readonly [AccountId, ...Asked])[];
  /** The newest entry of the audit log when recording started. */
  auditedBefore: number;
  /** The Worker's bindings, if they differ from those of the pool. */
  readonly bindings: Bindings;
}

/** Methods that only read the account's object. */
const READS: readonly string[] = [
  'state',
  'settings',
  'settingsVersion',
  'locations',
  'inventoryCounts',
  'inventoryFilters',
  'exclusions',
  'planExclusion',
  'savedViews',
  'issueCounts',
  'variantDetail',
  'linkCandidates',
  'watchReport',
  'checkAccess',
  'connectionCounts',
  'shopInfo',
  'readSubscriptions',
  'generateSku',
  'syncableVariants',
  'copies',
  'overview',
];

async function accountOf({ db, now }: Services, shop: string, subscribed: boolean): Promise<Account> {
  const account = await signInAccount(db, shop, now());
  if (subscribed) await saveBilling(db, account.id, { subscribed, accessEnds: null, trialStarted: null, checkedAt: now() });
  return { ...account, subscribed };
}

/** Creates a harness with a new account (an operator's is always the same) and local settings, some of them changed. */
export async function newWorld(who: Who = 'merchant', changed: Readonly<Record<string, string>> = {}): Promise<World> {
  const harness = routeHarness(changed);
  const { services } = harness;
  const { db, now } = services;
  const account = await accountOf(services, who === 'operator' ? OPERATOR_SHOP : newShop(), who !== 'unsubscribed');
  const actor = who === 'impersonator' ? (await signInAccount(db, OPERATOR_SHOP, now())).id : account.id;
  const cookie = who === 'nobody' ? '' : await startSession(db, actor, now());
  const session = who === 'impersonator' ? await readSession(db, cookie, now()) : null;
  if (session !== null) await impersonate(db, session, account.id, now());
  const asked: [AccountId, ...Asked][] = [];
  const objects = new Map<AccountId, AccountApi>();
  const object = (id: AccountId): AccountApi => {
    const known = objects.get(id) ?? recordedAccount(accountStub(env.ACCOUNT, id), {}, (call) => asked.push([id, ...call]));
    objects.set(id, known);
    return known;
  };
  Object.assign(services, { account: (id: AccountId) => orUnreachable(object(id)) });
  const world: World = {
    harness,
    services,
    account,
    actor,
    cookie: `${SESSION_COOKIE}=${cookie}`,
    api: object(account.id),
    asked,
    auditedBefore: 0,
    bindings: env,
  };
  await forget(world);
  return world;
}

/** Clears what the harness has recorded. */
async function forget(world: World): Promise<void> {
  world.asked.length = 0;
  world.auditedBefore = (await env.DB.prepare('select max(id) as id from audit').first<number>('id')) ?? 0;
  world.harness.touched.database = 0;
}

const shared = new Map<Who, World>();

/** Returns a harness for the whole file, with its records cleared: for tests that leave the account unchanged. */
export async function sharedWorld(who: Who): Promise<World> {
  const known = shared.get(who) ?? (await newWorld(who));
  shared.set(who, known);
  await forget(known);
  return known;
}

/** Calls that change the account's object or read a page of it, as `name[arguments]`. */
export function effects({ asked }: World): string[] {
  return asked.flatMap(([, name, ...given]) => (READS.includes(name) ? [] : [`${name}${JSON.stringify(given)}`]));
}

/** The account's tasks, oldest first, as `name source`. */
export async function tasks({ services, account }: World): Promise<string[]> {
  return (await tasksOf(services.db, account.id, 100)).map(({ name, source }) => `${name} ${source}`).toReversed();
}

/** Returns the entries that the audit log got since recording started, in order. */
export async function trail({ auditedBefore }: World): Promise<Omit<AuditEntry, 'at' | 'reference'>[]> {
  const rows = await env.DB.prepare('select actor, subject, method, detail, result from audit where id > ? order by id')
    .bind(auditedBefore)
    .all<Omit<AuditEntry, 'at' | 'reference' | 'detail'> & { detail: string }>();
  return rows.results.map((row) => ({ ...row, detail: JSON.parse(row.detail) as AuditEntry['detail'] }));
}

/** Makes a call as the page does, with some changes; a header of null is left out. */
export async function post(
  world: World,
  path: string,
  body: BodyInit = '{}',
  init: { method?: string; headers?: Record<string, string | null> } = {},
): Promise<Response> {
  const headers = new Headers({ 'content-type': 'application/json', origin: ORIGIN, cookie: world.cookie });
  for (const [name, value] of Object.entries(init.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const method = init.method ?? 'POST';
  const sent = method === 'GET' || method === 'OPTIONS' ? {} : { body };
  return world.harness.request(`/rpc/${path}`, { method, headers, ...sent }, world.bindings);
}

/** Makes a call; returns its JSON response and status. */
export async function callJson(
  world: World,
  path: string,
  message: unknown = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await post(world, path, JSON.stringify(message));
  return { status: response.status, body: await response.json() };
}

/** A snapshot run. */
export function snapshot(source: 'shopify' | 'square', state: SnapshotView['state'] = 'queued'): SnapshotView {
  return { id: 7, source, state, started: MOMENT, completed: null, lastUpdated: MOMENT, processed: 3, total: 10, problem: '' };
}

/** One side of a variant. */
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
    productStatus: 'active',
    labels: NO_LABELS,
    ...change,
  };
}

/** A variant on both sides with equal quantities. */
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
    isManual: false,
    packs: { shopify: 1, square: 1 },
    ...change,
  };
}
