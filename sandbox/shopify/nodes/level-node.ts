import { GraphQLError } from 'graphql';

import { levelGid } from '../gid';
import type { LevelRow } from '../store/rows';
import { stateTime } from '../wording';
import { RowNode } from './row-node';

/** All of Shopify's quantity names; those that the sandbox never changes stay zero. */
export const QUANTITY_NAMES = ['available', 'on_hand', 'committed', 'reserved', 'damaged', 'safety_stock', 'quality_control', 'incoming'];

/** `InventoryLevel`. */
export class LevelNode extends RowNode<LevelRow> {
  readonly __typename = 'InventoryLevel';
  readonly canDeactivate = true;
  readonly deactivationAlert = null;

  get id(): string {
    return levelGid(this.row.item_id, this.row.location_id);
  }

  get isActive(): boolean {
    return this.row.active === 1;
  }

  get updatedAt(): string {
    return stateTime(this.context.world, this.row.updated_at);
  }

  get item(): object {
    const item = this.context.load.variantOfItem(this.row.item_id);
    if (item === null) throw new Error(`level without item ${this.row.item_id}`);
    return this.context.make.item(this.context, item);
  }

  get location(): object {
    const location = this.context.load.location(this.row.location_id);
    if (location === null) throw new Error(`level without location ${this.row.location_id}`);
    return this.context.make.location(this.context, location);
  }

  quantities(args: { names: readonly string[] }): object[] {
    return args.names.map((name) => {
      if (!QUANTITY_NAMES.includes(name)) {
        throw new GraphQLError(`The quantity name ${name} is not valid`, { extensions: { code: 'INVALID_FIELD_ARGUMENTS' } });
      }
      const id = `gid://shopify/InventoryQuantity/${this.row.location_id}?inventory_item_id=${this.row.item_id}&name=${name}`;
      return { id, name, quantity: quantityOf(this.row, name), updatedAt: stateTime(this.context.world, changedAt(this.row, name)) };
    });
  }
}

/** Returns a named quantity of a level. What is set aside counts as reserved; on_hand is the total at the location. */
export function quantityOf(level: Pick<LevelRow, 'available' | 'committed' | 'aside'>, name: string): number {
  if (name === 'available') return level.available;
  if (name === 'committed') return level.committed;
  if (name === 'reserved') return level.aside;
  return name === 'on_hand' ? level.available + level.committed + level.aside : 0;
}

/** Returns when a named quantity last changed. */
function changedAt(level: LevelRow, name: string): number {
  const times: Readonly<Record<string, number | null>> = {
    available: level.available_at,
    committed: level.committed_at,
    on_hand: level.on_hand_at,
  };
  return times[name] ?? level.created_at;
}
