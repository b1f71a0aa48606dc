import { startCopied } from '../../domain/catalog/copied';
import type { KnownRow } from '../../domain/catalog/joined';
import type { NewLink } from '../../domain/catalog/merge-plan';
import { otherSource, SOURCES, type Source } from '../../domain/source';
import type { Rules } from '../../domain/sync/observe';
import type { Levels } from '../catalog/levels';
import type { Sync } from '../sync/sync';
import { isAwaited, type CopyStore } from './copy-store';

interface Context {
  readonly copies: CopyStore;
  readonly rules: () => Rules;
  /** Returns a stored row of the catalog. */
  readonly row: (key: number) => KnownRow | null;
}

type Awaited = NonNullable<ReturnType<CopyStore['awaiting']>>;
type Arrived = Awaited & { readonly source: Source };

/**
 * Wraps the catalog's access to levels for copies: whichever read links a copied variant first (our own refresh, a webhook's, a
 * snapshot's), its level starts from the quantity that was written, in the same turn.
 */
export function copiedLevels(inner: Levels, sync: Sync, { copies, rules, row }: Context): Levels {
  return {
    ...inner,
    baseline: (link, cause) => {
      const { key } = link;
      const entry = sync.store.byKey(key);
      const arrived = arrivedCopy(copies, link, row(key));
      if (entry === null || arrived === null) {
        inner.baseline(link, cause);
        return;
      }
      const { source, copy, item } = arrived;
      // The starting level is known: nothing must be read first, and levels stated about the copy result from our own write.
      inner.baseline({ ...link, unread: item.level === null ? link.unread : [], isFirst: false }, cause);
      if (item.level !== null) {
        const step = startCopied(entry.level, { source, ...item.level, written: item.written }, rules());
        sync.put(key, step.cell);
        for (const fact of step.facts) sync.line(key, fact);
      }
      copies.linked(copy, item);
    },
    inserted: (key, stock, cause) => {
      inner.inserted(key, stock, cause);
      noteArrival(copies, stock, () => row(key));
    },
  };
}

/** Notes that a variant which a copy has made is there, but cannot be linked yet: when it can be, it is not new any more. */
function noteArrival(copies: CopyStore, stock: Readonly<Record<Source, string | null>>, row: () => KnownRow | null): void {
  for (const source of SOURCES) {
    const open = stock[source] === null ? copies.open(source) : [];
    // A snapshot inserts every variant: its row is read only while a copy may wait for it.
    const to = open.length === 0 ? null : (row()?.[otherSource(source)] ?? null);
    if (to === null) continue;
    for (const copy of open) {
      const item = copy.body.items.find((one) => isAwaited(copy, one) && isMadeFor({ copy, item: one }, to));
      if (item !== undefined) copies.arrived(copy, item, to.stockId);
    }
  }
}

/**
 * Returns the open copy whose new variant this link brings; null when the link is another one. The source of a copy can be linked with a
 * variant that existed before, when its SKU changes meanwhile: the number of the copy says nothing about that variant.
 */
function arrivedCopy(copies: CopyStore, { newSides }: NewLink, row: KnownRow | null): Arrived | null {
  if (row === null) return null;
  for (const source of SOURCES) {
    const [from, to] = [row[source], row[otherSource(source)]];
    const awaited = from === null ? null : copies.awaiting(source, from.stockId);
    if (from === null || to === null || awaited === null) continue;
    if (!newSides.includes(to.source) && awaited.item.arrived !== to.stockId) continue;
    if (isMadeFor(awaited, to)) return { ...awaited, source };
  }
  return null;
}

/**
 * Returns whether a variant is the one that the copy made: by its SKU while its product is not known, by its product from then on, since the
 * merchant may change both SKUs meanwhile. Of a product with several variants, one with another's SKU is the other's.
 */
function isMadeFor({ copy, item }: Awaited, { sku, productId }: { readonly sku: string; readonly productId: string }): boolean {
  const { target, items } = copy.body;
  if (target === '') return sku === item.sku;
  return target === productId && !items.some((other) => other.stockId !== item.stockId && other.sku === sku);
}
