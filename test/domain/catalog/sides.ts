import { isLinked, type Joined, type KnownRow } from '../../../src/domain/catalog/joined';
import { foldSku, SkuIndex } from '../../../src/domain/catalog/match';
import type { MergePlan } from '../../../src/domain/catalog/merge-plan';
import type { LinkRules } from '../../../src/domain/catalog/plan-merge';
import { joinedSkus, planRelink } from '../../../src/domain/catalog/plan-refresh';
import { NO_LABELS } from '../../../src/domain/catalog/product-labels';
import type { SideVariant } from '../../../src/domain/catalog/side-variant';
import type { Grace } from '../../../src/domain/catalog/sku-difference';
import type { HistoryFact } from '../../../src/domain/history/fact';
import { SOURCES, type Source } from '../../../src/domain/source';

/** A variant of one side, valid by default. */
export function side(source: Source, stockId: string, sku: string, more: Partial<SideVariant> = {}): SideVariant {
  return {
    source,
    id: source === 'shopify' ? String(Number(stockId) + 1_000) : stockId,
    stockId,
    productId: source === 'shopify' ? '77' : 'ITEM',
    productName: 'Shirt',
    productStatus: 'active',
    labels: NO_LABELS,
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

/** A row that is linked by its SKU, `X1`-`Y1` for 1. */
export function linkedRow(key: number, sku: string, more: Partial<KnownRow> = {}): KnownRow {
  return {
    key,
    shopify: side('shopify', String(key), sku),
    square: side('square', `V${key}`, sku),
    skusDiffer: null,
    isManual: false,
    ...more,
  };
}

export const MINUTE = 60_000;
export const GRACE_MS = 15 * MINUTE;

/** The grace period that a merge is planned with. */
export const at = (now: number, ms = GRACE_MS): Grace => ({ now, ms });

/** The rules of a merchant who keeps nothing separate, or only some pairs. */
export const rulesOf = (grace: Grace, isSeparate: LinkRules['isSeparate'] = () => false): LinkRules => ({
  grace,
  isSeparate,
  packsOf: () => null,
  hasOtherPack: () => false,
});

/** An index of both sides' SKUs. */
export function indexOf(sides: readonly SideVariant[]): SkuIndex {
  const index = new SkuIndex();
  for (const one of sides) index.add(one);
  return index;
}

/** Whether a variant is the only one of a list that competes for its SKU: an archived one never does, a draft where nothing else does. */
function isOnly(one: SideVariant, list: readonly SideVariant[], anyCase: boolean): boolean {
  const name = (sku: string): string => (anyCase ? sku.trim().toLowerCase() : sku.trim());
  const rivals = list.filter((other) => name(other.sku) === name(one.sku) && other.productStatus !== 'archived');
  const onSale = rivals.filter((other) => other.productStatus !== 'draft');
  const best = anyCase || onSale.length === 0 ? rivals : onSale;
  return best.length === 1 && best[0]?.stockId === one.stockId;
}

/** `shopify=square` of all pairs that belong together by their SKUs alone, as a person would say it. */
export function pairsBySku(shopify: readonly SideVariant[], square: readonly SideVariant[]): string[] {
  const areOnly = (a: SideVariant, b: SideVariant, anyCase: boolean): boolean => isOnly(a, shopify, anyCase) && isOnly(b, square, anyCase);
  const belong = (a: SideVariant, b: SideVariant): boolean =>
    a.sku.trim() !== '' &&
    ((a.sku.trim() === b.sku.trim() && areOnly(a, b, false)) ||
      (a.sku.trim().toLowerCase() === b.sku.trim().toLowerCase() && areOnly(a, b, true)));
  return shopify.flatMap((a) => square.filter((b) => belong(a, b)).map((b) => `${a.stockId}=${b.stockId}`));
}

/** Rows in memory, changed by plans as the table would be; throws when a plan violates a constraint of the table. */
export class Rows {
  rows: KnownRow[] = [];
  writes = 0;
  closed: { key: number; why: string }[] = [];
  baselines: { key: number; unread: readonly Source[] }[] = [];
  lines: HistoryFact[] = [];
  /** What the merchant keeps separate when links are ended. */
  isSeparate: LinkRules['isSeparate'] = () => false;
  /** What the sync keeps of each row's sides, identified by the stock id that it belongs to. */
  readonly #kept = new Map<number, Partial<Record<Source, string>>>();
  #next = 1;
  /** The first key of the last plan's new rows. */
  #inserted = 1;

  constructor(rows: readonly KnownRow[] = []) {
    this.rows = [...rows];
    this.#next = Math.max(0, ...rows.map((row) => row.key)) + 1;
    this.#keepNew();
  }

  apply(plan: MergePlan): void {
    const before = this.#linked();
    this.writes += plan.removes.length + plan.updates.length + plan.inserts.length;
    this.closed.push(...plan.closes);
    this.lines.push(...plan.lines.map((line) => line.fact));
    const remembered = this.#remember([...plan.closes.map(({ key }) => key), ...plan.moves]);
    const removed = new Set(plan.removes);
    const updated = new Map(plan.updates.map((update) => [update.key, update]));
    this.rows = this.rows
      .filter((row) => !removed.has(row.key))
      .map((row) => {
        const { shopify, square, skusDiffer, isManual } = updated.get(row.key) ?? row;
        return { key: row.key, shopify, square, skusDiffer, isManual };
      });
    this.baselines.push(...plan.baselines);
    this.#inserted = this.#next;
    for (const { shopify, square, link } of plan.inserts) {
      if (link !== null) this.baselines.push({ key: this.#next, unread: link.unread });
      this.rows.push({ key: this.#next, shopify, square, skusDiffer: null, isManual: false });
      this.#next += 1;
    }
    for (const source of SOURCES) {
      const ids = this.rows.flatMap((row) => row[source]?.stockId ?? []);
      if (new Set(ids).size !== ids.length) throw new Error(`two rows hold the same ${source} id`);
    }
    if (this.rows.some((row) => row.shopify === null && row.square === null)) throw new Error('a row holds nothing');
    this.#putBack(remembered);
    this.#keepNew();
    this.#mustCloseAndStart(plan, before);
  }

  #linked(): Map<number, string> {
    return new Map(this.rows.filter(isLinked).map((row) => [row.key, `${row.shopify?.stockId}=${row.square?.stockId}`]));
  }

  /** Checks that the links that ended were closed, and no others, and that those started in existing rows have baselines, and no others. */
  #mustCloseAndStart({ closes, baselines }: MergePlan, before: ReadonlyMap<number, string>): void {
    const now = this.#linked();
    const closed = closes.map(({ key }) => key);
    const started = baselines.map(({ key }) => key);
    const again = closed.filter((key) => started.includes(key) && before.get(key) === now.get(key));
    const ended = [...before].flatMap(([key, pair]) => (now.get(key) === pair ? [] : [key]));
    const fresh = [...now].flatMap(([key, pair]) => (before.get(key) === pair || key >= this.#inserted ? [] : [key]));
    const sorted = (keys: readonly number[]): string => keys.toSorted((a, b) => a - b).join();
    const same = (one: readonly number[], other: readonly number[]): boolean => sorted(one) === sorted(other);
    if (!same(closed, [...ended, ...again])) throw new Error(`closed ${closed.join()} while ${ended.join()} ended`);
    if (!same(started, [...fresh, ...again])) throw new Error(`baselines of ${started.join()} while ${fresh.join()} started`);
  }

  /** Relinks as the store does: these rows and every other holder of their SKUs. */
  relink(keys: readonly number[], grace: Grace, mayEnd: (key: number) => boolean = () => true): MergePlan {
    const named = this.rows.filter((row) => keys.includes(row.key));
    const skus = joinedSkus(named);
    const plan = planRelink([...new Set([...named, ...this.holdersOf(skus)])], skus, rulesOf(grace, this.isSeparate), mayEnd);
    this.apply(plan);
    return plan;
  }

  /** The rows that hold any of these SKUs, in whatever case. */
  holdersOf(skus: readonly string[]): KnownRow[] {
    const folded = new Set(skus.map(foldSku));
    return this.rows.filter((row) => SOURCES.some((source) => row[source] !== null && folded.has(foldSku(row[source].sku))));
  }

  /** `shopify=square` of each pair, sorted. */
  links(): string[] {
    return this.rows.flatMap(linkOf).sort();
  }

  #remember(keys: readonly number[]): Map<string, Source> {
    const remembered = new Map<string, Source>();
    for (const key of keys) {
      const kept = this.#kept.get(key) ?? {};
      for (const source of SOURCES) if (kept[source] !== undefined) remembered.set(kept[source], source);
      this.#kept.set(key, {});
    }
    return remembered;
  }

  #putBack(remembered: ReadonlyMap<string, Source>): void {
    for (const [stockId, source] of remembered) {
      const row = this.rows.find((one) => one[source]?.stockId === stockId);
      if (row !== undefined) this.#kept.set(row.key, { ...this.#kept.get(row.key), [source]: stockId });
    }
  }

  /** Checks that what is kept of a side is in the row that holds the side; new sides start with something to keep. */
  #keepNew(): void {
    const keptIds = new Set([...this.#kept.values()].flatMap((kept) => Object.values(kept)));
    const next = new Map<number, Partial<Record<Source, string>>>();
    for (const row of this.rows) {
      for (const source of SOURCES) {
        const stockId = row[source]?.stockId;
        const kept = this.#kept.get(row.key)?.[source];
        if (stockId !== undefined && kept !== stockId && (kept !== undefined || keptIds.has(stockId)))
          throw new Error(`what is kept of ${stockId} stands elsewhere`);
        if (stockId !== undefined) next.set(row.key, { ...next.get(row.key), [source]: stockId });
      }
    }
    this.#kept.clear();
    for (const [key, kept] of next) this.#kept.set(key, kept);
  }
}

function linkOf({ shopify, square }: Joined): string[] {
  return shopify !== null && square !== null ? [`${shopify.stockId}=${square.stockId}`] : [];
}
