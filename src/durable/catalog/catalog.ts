import type { KnownRow } from '../../domain/catalog/joined';
import type { LinkWish, MergePlan, VariantPair } from '../../domain/catalog/merge-plan';
import { planMerge, type LinkRules, type MergeInput } from '../../domain/catalog/plan-merge';
import { changedSkus, endTogether, joinedSkus, planManualLinks, planRefresh, planRelink, skusOf } from '../../domain/catalog/plan-refresh';
import type { SideVariant } from '../../domain/catalog/side-variant';
import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import { LONGEST_LAG_MS } from '../../domain/sync/limits';
import { NO_PACKS } from '../../domain/sync/pack-size';
import { ExclusionStore } from '../exclusions/exclusion-store';
import type { Database } from '../store/database';
import { openMeta } from '../store/meta';
import { Directory } from './directory';
import { GracePeriods, type GraceTimer } from './grace-periods';
import type { ShapeHost } from './kept-shape';
import type { Levels, MergeCause } from './levels';
import { Listing } from './listing';
import { PackStore } from './pack-store';
import { SavedViewStore } from './saved-view-store';
import { pairName, SeparateStore } from './separate-store';
import { distinct, productsRead, sidesRead, variationsRead, type SideRead } from './side-reads';
import { VariantTable, type DifferingRow } from './variant-table';

/** So many links that end together are looked for beside those in question. */
const MOST_TOGETHER = 100;

/** The variants of one account, of both platforms, joined by SKU. */
export class Catalog {
  readonly table: VariantTable;
  readonly directory: Directory;
  /** Pages, counts and issues for the screens. */
  readonly listing: Listing;
  /** What the merchant excludes. */
  readonly exclusions: ExclusionStore;
  readonly savedViews: SavedViewStore;
  /** When the grace periods of links with different SKUs end. */
  readonly grace: GracePeriods;
  readonly #levels: Levels;
  readonly #separate: SeparateStore;
  readonly #packs: PackStore;
  #changes = 0;

  constructor(db: Database, levels: Levels, timer: GraceTimer, shape: ShapeHost) {
    this.table = new VariantTable(db);
    this.directory = new Directory(db, shape);
    this.listing = new Listing(db, this.directory, levels, () => shape.now());
    this.#levels = levels;
    this.grace = new GracePeriods(this.table, timer);
    this.#separate = new SeparateStore(db);
    this.#packs = new PackStore(db);
    this.exclusions = new ExclusionStore(openMeta(db));
    this.savedViews = new SavedViewStore(openMeta(db));
  }

  /** Increases with each merge that changed rows; a plan made at another value is outdated. */
  get changes(): number {
    return this.#changes;
  }

  /** Marks rows whose quantities the sync changed, so that lists follow. Reads nothing until a list is requested. */
  touch(keys: readonly number[]): void {
    this.directory.shape.touch(keys);
    this.listing.touch(keys);
  }

  /** Returns one variant by its stock ID; reads one row. */
  find(source: Source, stockId: string): KnownRow | null {
    return this.table.find(source, stockId);
  }

  /**
   * Merges freshly read Shopify products: `sides` are all of their variants, and a product without any is gone. Returns whether anything
   * changed. Reads only the affected rows unless a SKU was added, removed or changed.
   */
  refreshProducts(productIds: readonly string[], sides: readonly SideVariant[]): boolean {
    return this.#refresh([productsRead(this.table, productIds, sides)]);
  }

  /** Merges freshly read variants and removes those that are gone, regardless of the rest of their products. */
  refreshSides(source: Source, fresh: readonly SideVariant[], gone: readonly string[]): boolean {
    return this.#refresh([sidesRead(this.table, source, fresh, gone)]);
  }

  /** Merges freshly read Square variations, and removes those deleted and those of `items` that were not read. */
  refreshVariations(sides: readonly SideVariant[], deleted: readonly string[], items: readonly string[]): boolean {
    return this.#refresh([variationsRead(this.table, sides, deleted, items)]);
  }

  /** Merges Shopify products and Square items together, so that a change to both sides is never seen on only one. */
  refreshBoth(
    shopify: { readonly productIds: readonly string[]; readonly sides: readonly SideVariant[] },
    square: { readonly itemIds: readonly string[]; readonly sides: readonly SideVariant[] },
  ): boolean {
    return this.#refresh([
      productsRead(this.table, shopify.productIds, shopify.sides),
      variationsRead(this.table, square.sides, [], square.itemIds),
    ]);
  }

  /**
   * Plans and applies one slice of a snapshot's merge. Returns the rows whose link must end because of their SKUs: they stay linked until
   * `relink`, which must be called once the whole snapshot is merged.
   */
  merge(input: Omit<MergeInput, keyof LinkRules | 'mayEnd'>): readonly number[] {
    const plan = planMerge({ ...input, ...this.#rules(), mayEnd: () => false });
    this.#carryOut(plan, 'snapshot');
    return plan.due;
  }

  /**
   * Ends the links of these rows that must end because of their SKUs and that the sync allows to end, and links their sides as the SKUs
   * require. Skips keys that no longer exist or whose SKUs are equal again. Returns those that must still end: the sync was asked and has
   * not settled them. `grace`: whether a grace period that is over ends them, because both sides were read since. Reads every row.
   */
  relink(keys: readonly number[], grace: 'over' | 'waits' = 'waits'): readonly number[] {
    if (keys.length === 0) return [];
    return this.#levels.turn(() => {
      const { rows, skus } = this.#sharing(this.table.byKeys(keys));
      const settled = new Map<number, boolean>();
      const rules = this.#rules(grace);
      planRelink(rows, skus, rules, (key, why) => {
        settled.set(key, this.#levels.mayEnd(key, why));
        return false;
      });
      const ends = endTogether(rows, settled);
      const plan = planRelink(rows, skus, rules, (key) => ends.has(key));
      this.#carryOut(plan, 'refresh');
      return plan.due.filter((key) => keys.includes(key));
    });
  }

  /**
   * Returns these rows and all that share a SKU with them, over any number of links whose SKUs differ: in a rotation, each link ends with the
   * next. A longer chain than anybody makes is cut: links beyond it end later.
   */
  #sharing(named: readonly KnownRow[]): { readonly rows: readonly KnownRow[]; readonly skus: readonly string[] } {
    let skus = joinedSkus(named);
    let rows = skus.length === 0 ? named : distinct(named, this.table.withSkus(skus));
    for (let all = joinedSkus(rows); all.length > skus.length && rows.length < named.length + MOST_TOGETHER; all = joinedSkus(rows)) {
      skus = all;
      rows = distinct(named, this.table.withSkus(skus));
    }
    return { rows, skus };
  }

  /**
   * Links variants by their ids, whatever their SKUs are; a link that their SKUs have made stays from now on. Those that were kept separate no longer
   * are. A pair of which a side has another partner is left alone. Each new link starts from a read of both sides. Pack sizes of a link that exists
   * change what is passed on from now on; its numbers stay.
   */
  link(links: readonly LinkWish[]): void {
    if (links.length === 0) return;
    const named = links.map(({ shopify, square, packs }) => ({ pair: { shopify: shopify.id, square: square.id }, packs }));
    this.#separate.save(
      named.map(({ pair }) => pair),
      false,
    );
    this.#packs.save(named.map(({ pair, packs }) => [pair, packs ?? this.#packs.of(pair) ?? NO_PACKS]));
    const pairs = new Map(links.map(({ shopify, square }) => [shopify.stockId, square.stockId]));
    const rows = distinct(this.table.holding('shopify', [...pairs.keys()]), this.table.holding('square', [...pairs.values()]));
    this.#carryOut(planManualLinks(rows, pairs, this.#rules()), 'refresh');
  }

  /**
   * Keeps pairs of variants separate, or no longer. A link between them ends as soon as the sync allows it, and SKUs link them no more; pairs
   * that are separate no longer are linked if they have the same SKU. Reads every row if one of the pairs is linked, or separate no longer.
   */
  separate(pairs: readonly VariantPair[], separate: boolean): void {
    this.#separate.save(pairs, separate);
    const rows = this.table.holding(
      'square',
      pairs.map(({ square }) => square),
    );
    if (separate) {
      const named = new Set(pairs.map(pairName));
      const joined = rows.filter(
        ({ shopify, square }) => shopify !== null && square !== null && named.has(pairName({ shopify: shopify.id, square: square.id })),
      );
      this.relink(joined.map(({ key }) => key));
      return;
    }
    const skus = skusOf(rows);
    const sharing = skus.length === 0 ? [] : this.table.withSkus(skus);
    this.#carryOut(planRefresh([], sharing, skus, this.#rules()), 'refresh');
  }

  /** Returns whether the merchant keeps two variants separate. */
  isSeparate(pair: VariantPair): boolean {
    return this.#separate.has(pair);
  }

  #rules(grace: 'over' | 'waits' = 'waits'): LinkRules {
    return {
      grace: { ...this.grace.now(), ...(grace === 'waits' && { waits: true }) },
      isSeparate: (pair) => this.#separate.has(pair),
      packsOf: (pair) => this.#packs.of(pair),
      hasOtherPack: (pair) => this.#packs.hasOther(pair),
    };
  }

  /** Returns when the next grace period of a link with different SKUs ends; null when none runs. */
  graceEndsAt(): Instant | null {
    return this.grace.endsAt();
  }

  /** Relinks rows whose grace period has ended; `graceEndsAt` shows whether there are more. */
  endGracePeriods(rows: readonly DifferingRow[] = this.grace.ended()): void {
    this.grace.take(rows);
    this.relink(
      rows.map(({ key }) => key),
      'over',
    );
  }

  /**
   * Forgets all levels, because another location pair applies, except how recent a read must be not to precede what a platform has stated.
   * Links must have been closed before.
   */
  forgetLevels(): void {
    this.table.forgetLevels(this.#lagging());
    this.#restructured(true);
  }

  /** Forgets this side's variants, because another merchant's catalog replaces them. Links must have been closed before. */
  forgetSide(source: Source): void {
    this.table.forgetSide(source, this.#lagging());
    this.#restructured(true);
  }

  /** Returns the time from which on a replica may not yet have what the platform has stated. */
  #lagging(): Instant {
    return this.grace.now().now - LONGEST_LAG_MS;
  }

  /**
   * Compares some rows after a key with what the merchant excludes: newly excluded variants lose their links as soon as the sync allows it, and those
   * that are excluded no longer are linked by their SKUs. Returns the last key; null when there are no more rows.
   */
  applyExclusions(after: number, limit: number): { readonly last: number | null; readonly excluded: readonly SideVariant[] } {
    const rows = this.table.page(after, limit);
    const changed = (source: Source): SideVariant[] =>
      rows.flatMap((row): SideVariant[] => {
        const side = row[source];
        if (side === null) return [];
        const marked = this.exclusions.marked(side);
        // Nothing was read: its number is the stored one.
        return marked === side ? [] : [{ ...marked, level: null }];
      });
    const sides = { shopify: changed('shopify'), square: changed('square') };
    const all = [...sides.shopify, ...sides.square];
    if (all.length > 0) this.#refresh(SOURCES.map((source) => sidesRead(this.table, source, sides[source], [])));
    return { last: rows.length < limit ? null : (rows.at(-1)?.key ?? null), excluded: all.filter((side) => side.isExcluded === true) };
  }

  #refresh(reads: readonly SideRead[]): boolean {
    const refreshed = reads.map((read) => ({ ...read.refreshed, fresh: read.refreshed.fresh.map((side) => this.exclusions.marked(side)) }));
    const touched = distinct(...reads.map((read) => read.rows));
    const skus = changedSkus(refreshed, touched);
    const rows = skus.length === 0 ? touched : distinct(touched, this.table.withSkus(skus));
    const plan = planRefresh(refreshed, rows, skus, this.#rules());
    const { changes } = this;
    const changed = this.#carryOut(plan, 'refresh');
    this.relink(plan.due);
    return changed || this.changes !== changes;
  }

  #carryOut(plan: MergePlan, cause: MergeCause): boolean {
    if (plan.removes.length + plan.updates.length + plan.inserts.length + plan.closes.length + plan.levels.length === 0) return false;
    const { structure, listed, quantities } = this.table.apply(plan, this.#levels, cause);
    if (structure) this.#restructured(listed);
    if (!listed) this.touch(quantities);
    this.grace.planned(plan);
    return true;
  }

  /** `listed`: in what lists are selected and ordered by. */
  #restructured(listed: boolean): void {
    this.#changes += 1;
    this.grace.invalidate();
    if (listed) this.directory.shape.invalidate();
  }
}
