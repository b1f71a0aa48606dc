import { gid } from '../gid';
import { optionsOf, valuesOf, type ProductRow, type VariantRow } from '../store/rows';
import { stateMoney, stateTime } from '../wording';
import { RowNode } from './row-node';

/** `ProductVariant`. */
export class VariantNode extends RowNode<VariantRow> {
  readonly __typename = 'ProductVariant';
  readonly image = null;
  readonly requiresComponents = false;
  readonly showUnitPrice = false;
  readonly taxCode = null;
  readonly unitPrice = null;

  get #productRow(): ProductRow {
    const product = this.context.load.product(this.row.product_id);
    if (product === null) throw new Error(`variant ${this.row.id} without product`);
    return product;
  }

  get id(): string {
    return gid('ProductVariant', this.row.id);
  }

  get legacyResourceId(): string {
    return String(this.row.id);
  }

  get title(): string {
    return this.row.title;
  }

  get displayName(): string {
    return `${this.#productRow.title} - ${this.row.title}`;
  }

  get sku(): string | null {
    return this.row.sku;
  }

  get barcode(): string | null {
    return this.row.barcode;
  }

  get price(): string {
    return stateMoney(this.row.price);
  }

  get compareAtPrice(): string | null {
    return this.row.compare_at === null ? null : stateMoney(this.row.compare_at);
  }

  get position(): number {
    return this.row.position;
  }

  get taxable(): boolean {
    return this.row.taxable === 1;
  }

  get inventoryPolicy(): string {
    return this.row.policy;
  }

  get updatedAt(): string {
    return stateTime(this.context.world, this.row.updated_at);
  }

  /** The quantity that can be sold at all active locations. */
  get inventoryQuantity(): number {
    return this.context.load.levels(this.row.item_id).reduce((sum, level) => sum + (level.active === 1 ? level.available : 0), 0);
  }

  get sellableOnlineQuantity(): number {
    return this.inventoryQuantity;
  }

  get availableForSale(): boolean {
    return this.row.tracked === 0 || this.row.policy === 'CONTINUE' || this.inventoryQuantity > 0;
  }

  get selectedOptions(): object[] {
    const values = valuesOf(this.row);
    return optionsOf(this.#productRow).map((option, index) => {
      const value = values[index] ?? '';
      const known = option.values.find((one) => one.name === value);
      const id = gid('ProductOptionValue', known?.id ?? 0);
      return {
        name: option.name,
        value,
        optionValue: { __typename: 'ProductOptionValue', id, name: value, hasVariants: true, linkedMetafieldValue: null },
      };
    });
  }

  get product(): object {
    return this.context.make.product(this.context, this.#productRow);
  }

  get inventoryItem(): object {
    return this.context.make.item(this.context, this.row);
  }
}
