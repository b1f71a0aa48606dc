import { gid, numberOf } from '../gid';
import { pageOfList, type Connection, type PageArgs } from '../paging';
import { searchSql } from '../search';
import type { LevelRow, VariantRow } from '../store/rows';
import { stateTime } from '../wording';
import { RowNode } from './row-node';

/** `InventoryItem`; the sandbox has one per variant. */
export class ItemNode extends RowNode<VariantRow> {
  readonly __typename = 'InventoryItem';
  readonly countryCodeOfOrigin = null;
  readonly harmonizedSystemCode = null;
  readonly provinceCodeOfOrigin = null;
  readonly inventoryHistoryUrl = null;
  readonly unitCost = null;

  get id(): string {
    return gid('InventoryItem', this.row.item_id);
  }

  get legacyResourceId(): string {
    return String(this.row.item_id);
  }

  get sku(): string | null {
    return this.row.sku;
  }

  get tracked(): boolean {
    return this.row.tracked === 1;
  }

  get requiresShipping(): boolean {
    return this.row.requires_shipping === 1;
  }

  get trackedEditable(): object {
    return { locked: false, reason: null };
  }

  get updatedAt(): string {
    return stateTime(this.context.world, this.row.item_updated_at);
  }

  get duplicateSkuCount(): number {
    if (this.row.sku === null || this.row.sku === '') return 0;
    const { db } = this.context.world;
    const found = db.row<{ n: number }>(
      'select count(*) as n from shopify_variant where shop = ? and sku = ?',
      this.row.shop,
      this.row.sku,
    );
    return Math.max(0, (found?.n ?? 1) - 1);
  }

  get locationsCount(): object {
    const count = this.context.load.levels(this.row.item_id).filter((level) => level.active === 1).length;
    return { count, precision: 'EXACT' };
  }

  get variant(): object {
    return this.context.make.variant(this.context, this.row);
  }

  variants(args: PageArgs): Connection<VariantRow, object> {
    return pageOfList(this.context, [this.row], args, (row) => this.context.make.variant(this.context, row));
  }

  inventoryLevel(args: { locationId: string; includeInactive: boolean }): object | null {
    const locationId = numberOf('Location', args.locationId);
    const level = locationId === null ? null : this.context.load.level(this.row.item_id, locationId);
    return level === null || (level.active === 0 && !args.includeInactive) ? null : this.context.make.level(this.context, level);
  }

  inventoryLevels(args: PageArgs & { includeInactive: boolean; query?: string | null }): Connection<LevelRow, object> {
    // An item has only a few levels: a search there is not worth SQL, so any search is refused by name.
    searchSql(args.query, {}, []);
    const levels = this.context.load.levels(this.row.item_id).filter((level) => level.active === 1 || args.includeInactive);
    return pageOfList(this.context, levels, args, (row) => this.context.make.level(this.context, row));
  }
}
