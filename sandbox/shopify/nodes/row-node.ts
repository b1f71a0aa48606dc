import type { ShopifyContext } from '../context';
import { stateTime } from '../wording';

/** A node over one stored row. */
export class RowNode<Row extends { readonly created_at: number }> {
  protected readonly context: ShopifyContext;
  protected readonly row: Row;

  constructor(context: ShopifyContext, row: Row) {
    this.context = context;
    this.row = row;
  }

  get createdAt(): string {
    return stateTime(this.context.world, this.row.created_at);
  }
}
