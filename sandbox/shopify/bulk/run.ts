import { execute } from 'graphql';

import type { WorldApi } from '../../world-api';
import type { ShopifyContext, ShopRow } from '../context';
import { resolveField } from '../field';
import { gid } from '../gid';
import type { BulkRow } from '../nodes/bulk-node';
import { nodeMaker } from '../nodes/maker';
import { QueryRoot } from '../query-root';
import { schema } from '../schema';
import { Loader } from '../store/loader';
import { emit } from '../webhooks/emit';
import { stateShopTime } from '../wording';
import { nodesOf, toLines } from './lines';
import { PAGE_ALIAS, pageDocument, planBulk } from './plan';

/** Root objects per page, and pages per turn of the object. */
const PAGE = 500;
const PAGES_A_TURN = 4;

/** The name of the job that runs one turn of a bulk operation. */
export const BULK_JOB = 'bulk';

function contextOf(world: WorldApi, bulk: BulkRow, shop: ShopRow): ShopifyContext {
  const lagMs = bulk.app === 'app' ? Math.random() * world.config().faults.shopify.readLagMs : 0;
  return {
    world,
    shop,
    load: new Loader(world.db, shop.domain, lagMs),
    make: nodeMaker,
    app: bulk.app === 'outside' ? 'outside' : 'app',
    scopes: new Set(bulk.scopes.split(',')),
    version: bulk.version,
    origin: '',
    busyUntil: 0,
    refused: false,
    lagMs,
    bulk: true,
  };
}

interface PageEnd {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

function pageEnd(connection: unknown): PageEnd {
  const info: unknown = typeof connection === 'object' && connection !== null ? Reflect.get(connection, PAGE_ALIAS) : null;
  if (typeof info !== 'object' || info === null) return { hasNextPage: false, endCursor: null };
  const next: unknown = Reflect.get(info, 'hasNextPage');
  const end: unknown = Reflect.get(info, 'endCursor');
  return { hasNextPage: next === true, endCursor: typeof end === 'string' ? end : null };
}

/** Reads one page and appends its lines. */
async function step(world: WorldApi, bulk: BulkRow, shop: ShopRow): Promise<BulkRow> {
  const plan = planBulk(bulk.query);
  if (!plan.ok || bulk.fault === 'failed') return { ...bulk, status: 'FAILED', error_code: 'INTERNAL_SERVER_ERROR' };
  const answer = await execute({
    schema,
    document: pageDocument(plan.document, PAGE, bulk.cursor),
    rootValue: new QueryRoot(),
    contextValue: contextOf(world, bulk, shop),
    fieldResolver: resolveField,
  });
  const [error] = answer.errors ?? [];
  if (error !== undefined) {
    const code = error.extensions['code'] === 'ACCESS_DENIED' ? 'ACCESS_DENIED' : 'INTERNAL_SERVER_ERROR';
    // oxlint-disable-next-line no-console -- bugs of the sandbox itself, for its user
    console.error('sandbox: a bulk operation failed', error.message);
    return { ...bulk, status: 'FAILED', error_code: code };
  }
  const connection: unknown = answer.data?.[plan.root];
  const all = nodesOf(connection) ?? [];
  const stopped = bulk.fault === 'partial';
  const nodes = stopped ? all.slice(0, Math.floor(all.length / 2)) : all;
  const lines = toLines(nodes);
  const body = new TextEncoder().encode(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
  if (body.byteLength > 0)
    world.db.run(
      'insert into shopify_bulk_chunk (bulk_id, start, body) values (?, ?, ?)',
      bulk.id,
      bulk.bytes,
      new Uint8Array(body).buffer,
    );
  const end = pageEnd(connection);
  return {
    ...bulk,
    status: stopped ? 'FAILED' : end.hasNextPage ? 'RUNNING' : 'COMPLETED',
    error_code: stopped ? 'TIMEOUT' : null,
    cursor: end.endCursor,
    objects: bulk.objects + lines.length,
    roots: bulk.roots + nodes.length,
    bytes: bulk.bytes + body.byteLength,
  };
}

function save(world: WorldApi, bulk: BulkRow): void {
  world.db.run(
    'update shopify_bulk set status = ?, error_code = ?, completed_at = ?, cursor = ?, objects = ?, roots = ?, bytes = ? where id = ?',
    bulk.status,
    bulk.error_code,
    bulk.completed_at,
    bulk.cursor,
    bulk.objects,
    bulk.roots,
    bulk.bytes,
    bulk.id,
  );
}

/** Sends the webhook that an operation has ended, to any subscribers. */
export function announceEnd(world: WorldApi, bulk: BulkRow): void {
  emit(
    world,
    bulk.shop,
    'BULK_OPERATIONS_FINISH',
    {
      admin_graphql_api_id: gid('BulkOperation', bulk.id),
      completed_at: bulk.completed_at === null ? null : stateShopTime(world, bulk.completed_at),
      created_at: stateShopTime(world, bulk.created_at),
      error_code: bulk.error_code?.toLowerCase() ?? null,
      status: bulk.status.toLowerCase(),
      type: 'query',
    },
    crypto.randomUUID(),
  );
}

/** Runs one turn of a bulk operation: CREATED becomes RUNNING, a running one reads on, the last page completes it. Safe to run twice. */
export async function bulkJob(world: WorldApi, payload: string): Promise<void> {
  const id = Number(payload);
  const stored = world.db.row<BulkRow>('select * from shopify_bulk where id = ?', id);
  const shop = stored === null ? null : world.db.row<ShopRow>('select * from shopify_shop where domain = ?', stored.shop);
  if (stored === null || shop === null || !['CREATED', 'RUNNING', 'CANCELING'].includes(stored.status)) return;
  let bulk: BulkRow = stored.status === 'CREATED' ? { ...stored, status: 'RUNNING' } : stored;
  if (stored.status === 'CANCELING') bulk = { ...bulk, status: 'CANCELED' };
  if (stored.status === 'RUNNING') {
    for (let page = 0; page < PAGES_A_TURN && bulk.status === 'RUNNING'; page += 1) {
      bulk = await step(world, bulk, shop);
    }
  }
  const over = bulk.status !== 'RUNNING';
  if (over) bulk = { ...bulk, completed_at: world.now() };
  save(world, bulk);
  if (over) announceEnd(world, bulk);
  else world.schedule('shopify', BULK_JOB, world.now(), payload);
}
