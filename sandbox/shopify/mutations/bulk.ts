import type { Faults } from '../../core/fault-switches';
import { planBulk } from '../bulk/plan';
import { BULK_JOB } from '../bulk/run';
import { unsupported, userError, type ShopifyContext } from '../context';
import { numberOf } from '../gid';
import { BulkNode, type BulkRow } from '../nodes/bulk-node';
import { takeIds } from '../store/sequence';

/** The most bulk queries of one app and shop that run at once. */
const MAX_RUNNING = 5;
/** Sandbox ms until a created operation starts to run. */
const START_DELAY_MS = 50;

/** Draws the fault of a new operation from the switches. */
function drawnFault({ bulkFailed, bulkPartial }: Faults): BulkRow['fault'] {
  if (Math.random() < bulkFailed) return 'failed';
  return Math.random() < bulkPartial ? 'partial' : '';
}

/** `bulkOperationRunQuery`. */
export function runBulk(args: { query: string; groupObjects: boolean }, context: ShopifyContext): object {
  if (args.groupObjects) throw unsupported('bulkOperationRunQuery with groupObjects: true');
  const plan = planBulk(args.query);
  if (!plan.ok) return { bulkOperation: null, userErrors: [userError(['query'], plan.message, 'INVALID')] };
  const { world, shop } = context;
  const running = world.db.row<{ n: number }>(
    `select count(*) as n from shopify_bulk where shop = ? and app = ? and status in ('CREATED', 'RUNNING', 'CANCELING')`,
    shop.domain,
    context.app,
  );
  if ((running?.n ?? 0) >= MAX_RUNNING) {
    const message = `A bulk query operation for this app and shop is already in progress: at most ${MAX_RUNNING} run at once.`;
    return { bulkOperation: null, userErrors: [userError(null, message, 'OPERATION_IN_PROGRESS')] };
  }
  const id = takeIds(world.db, 'bulk', 1);
  world.db.run(
    `insert into shopify_bulk (id, shop, app, version, scopes, query, status, created_at, objects, roots, bytes, secret, fault)
     values (?, ?, ?, ?, ?, ?, 'CREATED', ?, 0, 0, 0, ?, ?)`,
    id,
    shop.domain,
    context.app,
    context.version,
    [...context.scopes].join(','),
    args.query,
    world.now(),
    world.token('', 32),
    context.app === 'app' ? drawnFault(world.config().faults.shopify) : '',
  );
  world.schedule('shopify', BULK_JOB, world.now() + START_DELAY_MS, String(id));
  const row = world.db.row<BulkRow>('select * from shopify_bulk where id = ?', id);
  return { bulkOperation: row === null ? null : new BulkNode(context, row), userErrors: [] };
}

/** `bulkOperationCancel`: the operation ends at its next turn. */
export function cancelBulk(args: { id: string }, context: ShopifyContext): object {
  const { db } = context.world;
  const id = numberOf('BulkOperation', args.id) ?? 0;
  const find = (): BulkRow | null =>
    db.row<BulkRow>('select * from shopify_bulk where id = ? and shop = ? and app = ?', id, context.shop.domain, context.app);
  const row = find();
  if (row === null) return { bulkOperation: null, userErrors: [userError(['id'], 'Bulk operation does not exist')] };
  if (row.status !== 'CREATED' && row.status !== 'RUNNING') {
    const message = `A bulk operation cannot be canceled when it is ${row.status.toLowerCase()}`;
    return { bulkOperation: new BulkNode(context, row), userErrors: [userError(null, message)] };
  }
  db.run(`update shopify_bulk set status = 'CANCELING' where id = ?`, id);
  const canceling = find();
  return { bulkOperation: canceling === null ? null : new BulkNode(context, canceling), userErrors: [] };
}
