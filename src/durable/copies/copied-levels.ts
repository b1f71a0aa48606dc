import { startCopied } from '../../domain/catalog/copied';
import { SOURCES, type Source } from '../../domain/source';
import type { Rules } from '../../domain/sync/observe';
import type { Levels } from '../catalog/levels';
import type { Sync } from '../sync/sync';
import type { CopyStore } from './copy-store';

/**
 * Wraps the catalog's access to levels for copies: whichever read links a copied variant first (our own refresh, a webhook's, a
 * snapshot's), its level starts from the quantity that was written, in the same turn.
 */
export function copiedLevels(inner: Levels, sync: Sync, copies: CopyStore, rules: () => Rules): Levels {
  return {
    ...inner,
    baseline: (link, cause) => {
      const { key } = link;
      const entry = sync.store.byKey(key);
      const awaited = entry === null ? null : awaitedOf(copies, entry.stock);
      if (entry === null || awaited === null) {
        inner.baseline(link, cause);
        return;
      }
      const { source, copy, item } = awaited;
      // The starting level is known: nothing must be read first, and levels stated about the copy result from our own write.
      inner.baseline({ key, unread: item.level === null ? link.unread : [], isFirst: false }, cause);
      if (item.level !== null) {
        const step = startCopied(entry.level, { source, ...item.level, written: item.written }, rules());
        sync.put(key, step.cell);
        for (const fact of step.facts) sync.line(key, fact);
      }
      copies.linked(copy, item);
    },
  };
}

/** Returns the open copy that waits for one of these variants to be linked. */
function awaitedOf(
  copies: CopyStore,
  stock: Readonly<Record<Source, string | null>>,
): (NonNullable<ReturnType<CopyStore['awaiting']>> & { readonly source: Source }) | null {
  for (const source of SOURCES) {
    const stockId = stock[source];
    const awaited = stockId === null ? null : copies.awaiting(source, stockId);
    if (awaited !== null) return { ...awaited, source };
  }
  return null;
}
