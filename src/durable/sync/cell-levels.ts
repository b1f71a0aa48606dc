import { cellOf, rebased, restingSide, withSide } from '../../domain/sync/cell';
import type { Levels } from '../catalog/levels';
import type { Sync } from './sync';

/** The catalogue's way to the cells: it never writes them itself. */
export function cellLevels(sync: Sync): Levels {
  return {
    turn: (work) =>
      sync.turn(() => {
        sync.writeRows();
        return work();
      }),
    close: (key, why) => {
      const entry = sync.cells.byKey(key);
      if (entry === null) return;
      sync.line(key, { kind: 'unlinked', why });
      const { shopify, square } = entry.cell;
      sync.cells.put(key, cellOf(restingSide(shopify.acc, shopify.seen), restingSide(square.acc, square.seen)));
      // Stored at once: the row may be gone by the end of the turn.
      sync.cells.save();
    },
    rewritten: (key) => {
      sync.cells.forget(key);
    },
    baseline: (key, cause) => {
      const entry = sync.cells.byKey(key);
      if (entry === null) return;
      sync.cells.put(key, rebased(entry.cell));
      // A first snapshot links thousands: its own line says so, not one a variant.
      if (cause !== 'snapshot') sync.line(key, { kind: 'linked', shopify: entry.cell.shopify.acc, square: entry.cell.square.acc });
    },
    observe: (reports, cause) => {
      for (const report of reports) {
        const entry = sync.cells.byKey(report.key);
        if (entry === null) continue;
        // The platform has just described the variant anew: what it refused before may be allowed now.
        const cell = withSide(entry.cell, report.side, { blocked: null });
        sync.cells.put(report.key, cell);
        sync.observed({ ...entry, cell }, report.side, report, cause);
      }
    },
  };
}
