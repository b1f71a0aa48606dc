import { gid, numberOf } from '../gid';
import { readPage, Connection, type PageArgs } from '../paging';
import { searchSql } from '../search';
import { levelsAsOf } from '../store/loader';
import type { LevelRow, LocationRow } from '../store/rows';
import { stateTime } from '../wording';
import { RowNode } from './row-node';

/** A postal address as stored in the `address` column. */
export interface StoredAddress {
  readonly address1: string;
  readonly city: string;
  readonly province: string;
  readonly provinceCode: string;
  readonly zip: string;
  readonly country: string;
  readonly countryCode: string;
  readonly phone: string;
}

export function addressOf(location: LocationRow): StoredAddress {
  // oxlint-disable-next-line no-unsafe-type-assertion -- only this sandbox writes it, in this form
  return JSON.parse(location.address) as StoredAddress;
}

/** Search fields of levels; reconciliation queries `updated_at`. */
export const LEVEL_FIELDS = {
  updated_at: { column: 'updated_at', kind: 'time' },
  created_at: { column: 'created_at', kind: 'time' },
  inventory_item_id: { column: 'item_id', kind: 'number' },
} as const;

/** `Location`. */
export class LocationNode extends RowNode<LocationRow> {
  readonly __typename = 'Location';
  readonly activatable = true;
  readonly addressVerified = true;
  readonly deactivatable = true;
  readonly deactivatedAt = null;
  readonly deletable = false;
  readonly hasUnfulfilledOrders = false;
  readonly isFulfillmentService = false;
  readonly fulfillsOnlineOrders = true;
  readonly shipsInventory = true;

  get id(): string {
    return gid('Location', this.row.id);
  }

  get legacyResourceId(): string {
    return String(this.row.id);
  }

  get name(): string {
    return this.row.name;
  }

  get isActive(): boolean {
    return this.row.active === 1;
  }

  get updatedAt(): string {
    return stateTime(this.context.world, this.row.updated_at);
  }

  get hasActiveInventory(): boolean {
    return (
      this.context.world.db.row('select 1 as one from shopify_level where location_id = ? and active = 1 limit 1', this.row.id) !== null
    );
  }

  get address(): object {
    const address = addressOf(this.row);
    const formatted = [address.address1, `${address.city} ${address.provinceCode} ${address.zip}`, address.country];
    return { ...address, address2: null, latitude: null, longitude: null, formatted };
  }

  inventoryLevel(args: { inventoryItemId: string; includeInactive: boolean }): object | null {
    const itemId = numberOf('InventoryItem', args.inventoryItemId);
    const level = itemId === null ? null : this.context.load.level(itemId, this.row.id);
    return level === null || (level.active === 0 && !args.includeInactive) ? null : this.context.make.level(this.context, level);
  }

  inventoryLevels(args: PageArgs & { query?: string | null; includeInactive: boolean }): Connection<LevelRow, object> {
    const search = searchSql(args.query, LEVEL_FIELDS, []);
    const page = readPage<LevelRow>(
      this.context,
      {
        from: `from ${levelsAsOf(this.context.lagMs)}`,
        columns: '*',
        where: `location_id = ?${args.includeInactive ? '' : ' and active = 1'}${search.where}`,
        values: [this.row.id, ...search.values],
        sort: 'item_id',
        id: 'item_id',
      },
      args,
    );
    return new Connection(page, (row) => this.context.make.level(this.context, row));
  }
}
