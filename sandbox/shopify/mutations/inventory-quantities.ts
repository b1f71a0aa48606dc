import type { GraphQLResolveInfo } from 'graphql';

import { userError, type ShopifyContext, type UserError } from '../context';
import { AdjustmentNode, type StoredAdjustment } from '../nodes/adjustment-node';
import { Changes } from '../store/changes';
import { takeIds } from '../store/sequence';
import { oncePerKey, type KeyedResult } from './idempotency';
import { boundsError, checkChangeFrom, checkListLength, commonErrors } from './inventory-input';
import { applyQuantities, idsOf, type QuantityChange } from './quantity-change';

const SET_BOUND = 1_000_000_000;
const ADJUST_BOUND = 2_000_000_000;

interface Common {
  readonly name: string;
  readonly reason: string;
  readonly referenceDocumentUri?: string | null;
}

export interface AdjustArgs {
  readonly input: Common & {
    readonly changes: readonly {
      readonly inventoryItemId: string;
      readonly locationId: string;
      readonly delta: number;
      readonly changeFromQuantity?: number | null;
      readonly ledgerDocumentUri?: string | null;
    }[];
  };
}

export interface SetArgs {
  readonly input: Common & {
    readonly quantities: readonly {
      readonly inventoryItemId: string;
      readonly locationId: string;
      readonly quantity: number;
      readonly changeFromQuantity?: number | null;
    }[];
  };
}

interface Payload {
  readonly inventoryAdjustmentGroup: AdjustmentNode | null;
  readonly userErrors: readonly UserError[];
}

const available = (value: number): number => value;

function run(context: ShopifyContext, input: Common, errors: readonly UserError[], changes: readonly QuantityChange[]): KeyedResult {
  if (errors.length > 0) return { ok: false, errors };
  const told = new Changes(context.world, context.shop);
  const applied = applyQuantities(context, changes, told);
  if (applied.errors.length > 0) return { ok: false, errors: applied.errors };
  told.announce();
  const stored: StoredAdjustment = {
    id: takeIds(context.world.db, 'adjustment', 1),
    at: context.world.now(),
    reason: input.reason,
    reference: input.referenceDocumentUri ?? null,
    changes: applied.changed,
  };
  return { ok: true, result: stored };
}

function answer(context: ShopifyContext, result: KeyedResult): Payload {
  if (!result.ok) return { inventoryAdjustmentGroup: null, userErrors: result.errors };
  // oxlint-disable-next-line no-unsafe-type-assertion -- stored by `run` above under this mutation's key
  return { inventoryAdjustmentGroup: new AdjustmentNode(context, result.result as StoredAdjustment), userErrors: [] };
}

/** `inventoryAdjustQuantities`: adds to `available`; applies all changes or none. */
export function adjustQuantities(args: AdjustArgs, context: ShopifyContext, info: GraphQLResolveInfo): Payload {
  const { input } = args;
  checkListLength('changes', input.changes);
  checkChangeFrom('InventoryChangeInput', input.changes);
  const errors = commonErrors(input);
  if (input.name !== 'available') {
    errors.push(userError(['name'], 'The sandbox adjusts the quantity name available alone.', 'INVALID_QUANTITY_NAME'));
  }
  const changes = input.changes.map((change, index): QuantityChange => {
    const path = ['changes', String(index)];
    const bounds = boundsError([...path, 'delta'], change.delta, ADJUST_BOUND);
    if (bounds !== null) errors.push(bounds);
    if (change.ledgerDocumentUri !== null && change.ledgerDocumentUri !== undefined) {
      errors.push(
        userError(
          [...path, 'ledgerDocumentUri'],
          'A ledger document URI is not allowed when adjusting available.',
          'INVALID_AVAILABLE_DOCUMENT',
        ),
      );
    }
    return { ...idsOf(change), next: (value) => value + change.delta, from: change.changeFromQuantity ?? null, compared: available, path };
  });
  return answer(
    context,
    oncePerKey(context, info, args, () => run(context, input, errors, changes)),
  );
}

/** `inventorySetQuantities`: sets `available` or `on_hand`; applies all changes or none. */
export function setQuantities(args: SetArgs, context: ShopifyContext, info: GraphQLResolveInfo): Payload {
  const { input } = args;
  checkListLength('quantities', input.quantities);
  checkChangeFrom('InventoryQuantityInput', input.quantities);
  const errors = commonErrors(input);
  const onHand = input.name === 'on_hand';
  if (!onHand && input.name !== 'available') {
    errors.push(userError(['name'], 'The quantity name must be either available or on_hand.', 'INVALID_NAME'));
  }
  const seen = new Set<string>();
  const changes = input.quantities.map((entry, index): QuantityChange => {
    const path = ['quantities', String(index)];
    const bounds = boundsError([...path, 'quantity'], entry.quantity, SET_BOUND);
    if (bounds !== null) errors.push(bounds);
    if (onHand && entry.quantity < 0) {
      errors.push(userError([...path, 'quantity'], "The quantity can't be negative.", 'INVALID_QUANTITY_NEGATIVE'));
    }
    const pair = `${entry.inventoryItemId} ${entry.locationId}`;
    if (seen.has(pair)) {
      const text = 'The combination of inventoryItemId and locationId must be unique.';
      errors.push(userError([...path, 'locationId'], text, 'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR'));
    }
    seen.add(pair);
    return {
      ...idsOf(entry),
      next: (_present, committed) => (onHand ? entry.quantity - committed : entry.quantity),
      from: entry.changeFromQuantity ?? null,
      compared: (present, committed) => (onHand ? present + committed : present),
      path,
    };
  });
  return answer(
    context,
    oncePerKey(context, info, args, () => run(context, input, errors, changes)),
  );
}
