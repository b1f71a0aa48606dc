import type { ShopifyContext } from '../context';
import { gid } from '../gid';
import { stateTime } from '../wording';
import { ItemNode } from './item-node';
import { quantityOf } from './level-node';
import { LocationNode } from './location-node';

/** The stored part of an adjustment; the response is built from it and from current data, also for a replay. */
export interface StoredAdjustment {
  readonly id: number;
  readonly at: number;
  readonly reason: string;
  readonly reference: string | null;
  readonly changes: readonly { readonly itemId: number; readonly locationId: number; readonly delta: number }[];
}

/** Setting or adjusting `available` changes `on_hand` by the same delta. */
const MOVED_TOGETHER = ['available', 'on_hand'];

/** `InventoryAdjustmentGroup`. */
export class AdjustmentNode {
  readonly __typename = 'InventoryAdjustmentGroup';
  readonly #context: ShopifyContext;
  readonly #stored: StoredAdjustment;

  constructor(context: ShopifyContext, stored: StoredAdjustment) {
    this.#context = context;
    this.#stored = stored;
  }

  get id(): string {
    return gid('InventoryAdjustmentGroup', this.#stored.id);
  }

  get createdAt(): string {
    return stateTime(this.#context.world, this.#stored.at);
  }

  get reason(): string {
    return this.#stored.reason;
  }

  get referenceDocumentUri(): string | null {
    return this.#stored.reference;
  }

  changes(args: { inventoryItemIds?: readonly string[]; locationIds?: readonly string[]; quantityNames?: readonly string[] }): object[] {
    const names = MOVED_TOGETHER.filter((name) => args.quantityNames?.includes(name) ?? true);
    return this.#stored.changes
      .filter((change) => args.inventoryItemIds?.includes(gid('InventoryItem', change.itemId)) ?? true)
      .filter((change) => args.locationIds?.includes(gid('Location', change.locationId)) ?? true)
      .flatMap((change) => names.map((name) => this.#change(change, name)));
  }

  #change(change: { readonly itemId: number; readonly locationId: number; readonly delta: number }, name: string): object {
    const context = this.#context;
    return {
      name,
      delta: change.delta,
      ledgerDocumentUri: null,
      quantityAfterChange: (): number | null => {
        const level = context.load.level(change.itemId, change.locationId);
        return level === null ? null : quantityOf(level, name);
      },
      item: (): ItemNode | null => {
        const row = context.load.variantOfItem(change.itemId);
        return row === null ? null : new ItemNode(context, row);
      },
      location: (): LocationNode | null => {
        const row = context.load.location(change.locationId);
        return row === null ? null : new LocationNode(context, row);
      },
    };
  }
}
