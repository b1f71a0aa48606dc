import { levelOf, rebased, restingSide, withSide } from '../../domain/sync/linked-level';
import type { Levels } from '../catalog/levels';
import type { Sync } from './sync';

/** The catalogue's way to the cells: it never writes them itself. */
export function catalogLevels(sync: Sync): Levels {
  return {
    turn: (work) =>
      sync.turn(() => {
        sync.writeRows();
        return work();
      }),
    close: (key, why) => {
      const entry = sync.store.byKey(key);
      if (entry === null) return;
      sync.line(key, { kind: 'unlinked', why });
      const { shopify, square } = entry.level;
      sync.store.put(key, levelOf(restingSide(shopify.accounted, shopify.observedAt), restingSide(square.accounted, square.observedAt)));
      // Stored at once: the row may be gone by the end of the turn.
      sync.store.save();
    },
    rewritten: (key) => {
      sync.store.forget(key);
    },
    baseline: (key, cause) => {
      const entry = sync.store.byKey(key);
      if (entry === null) return;
      sync.store.put(key, rebased(entry.level));
      // A first snapshot links thousands: its own line says so, not one a variant.
      if (cause !== 'snapshot')
        sync.line(key, { kind: 'linked', shopify: entry.level.shopify.accounted, square: entry.level.square.accounted });
    },
    observe: (reports, cause) => {
      for (const report of reports) {
        const entry = sync.store.byKey(report.key);
        if (entry === null) continue;
        // The platform has just described the variant anew: what it refused before may be allowed now.
        const level = withSide(entry.level, report.side, { blocked: null });
        sync.store.put(report.key, level);
        sync.observed({ ...entry, level }, report.side, report, cause);
      }
    },
  };
}
