import { beginCopied } from '../../domain/catalog/copied';
import { SOURCES } from '../../domain/source';
import type { Rules } from '../../domain/sync/observe';
import type { Levels } from '../catalog/levels';
import type { Sync } from '../sync/sync';
import type { CopyStore } from './copy-store';

/**
 * The catalogue's way to the cells, with regard to copies: whoever finds a copied variant linked first (our own refresh, a
 * webhook's, a snapshot), its cell begins from what was written, in the same turn.
 */
export function copiedLevels(inner: Levels, sync: Sync, copies: CopyStore, rules: () => Rules): Levels {
  return {
    ...inner,
    baseline: (key, cause) => {
      inner.baseline(key, cause);
      const entry = sync.store.byKey(key);
      if (entry === null) return;
      for (const source of SOURCES) {
        const stockId = entry.stock[source];
        const awaited = stockId === null ? null : copies.awaiting(source, stockId);
        if (awaited === null) continue;
        const { copy, item } = awaited;
        if (item.level !== null) {
          const step = beginCopied(entry.level, { source, ...item.level, written: item.written }, rules());
          sync.store.put(key, step.cell);
          for (const fact of step.facts) sync.line(key, fact);
        }
        copies.linked(copy, item);
        return;
      }
    },
  };
}
