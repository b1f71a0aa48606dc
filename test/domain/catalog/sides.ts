import type { Joined, KnownRow } from '../../../src/domain/catalog/joined';
import type { MergePlan } from '../../../src/domain/catalog/plan-merge';
import type { SideVariant } from '../../../src/domain/catalog/side-variant';
import type { Source } from '../../../src/domain/source';

/** A variant of one side, valid by default. */
export function side(source: Source, stockId: string, sku: string, more: Partial<SideVariant> = {}): SideVariant {
  return {
    source,
    id: source === 'shopify' ? String(Number(stockId) + 1_000) : stockId,
    stockId,
    productId: source === 'shopify' ? '77' : 'ITEM',
    productName: 'Shirt',
    name: 'Red',
    sku,
    barcode: '',
    price: '12.50',
    tracked: true,
    level: { quantity: 500_000, at: 1_000 },
    stocked: true,
    ...more,
  };
}

/** Rows in memory, changed by plans as the table would be; says so when a plan breaks what the table enforces. */
export class Rows {
  rows: KnownRow[] = [];
  writes = 0;
  closed: { key: number; why: string }[] = [];
  baselines: number[] = [];
  #next = 1;

  apply(plan: MergePlan): void {
    this.writes += plan.removes.length + plan.updates.length + plan.inserts.length;
    this.closed.push(...plan.closes);
    this.baselines.push(...plan.baselines);
    const removed = new Set(plan.removes);
    const updated = new Map(plan.updates.map((update) => [update.key, update]));
    this.rows = this.rows
      .filter((row) => !removed.has(row.key))
      .map((row) => {
        const { shopify, square } = updated.get(row.key) ?? row;
        return { key: row.key, shopify, square };
      });
    for (const { shopify, square } of plan.inserts) {
      this.rows.push({ key: this.#next, shopify, square });
      this.#next += 1;
    }
    for (const source of ['shopify', 'square'] as const) {
      const ids = this.rows.flatMap((row) => row[source]?.stockId ?? []);
      if (new Set(ids).size !== ids.length) throw new Error(`two rows hold the same ${source} id`);
    }
    if (this.rows.some((row) => row.shopify === null && row.square === null)) throw new Error('a row holds nothing');
  }

  /** `shopify=square` of each link, sorted. */
  links(): string[] {
    return this.rows.flatMap(linkOf).sort();
  }
}

function linkOf({ shopify, square }: Joined): string[] {
  return shopify !== null && square !== null ? [`${shopify.stockId}=${square.stockId}`] : [];
}
