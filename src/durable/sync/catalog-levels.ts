import type { LevelProblem } from '../../domain/catalog/check-variant';
import type { CloseReason } from '../../domain/catalog/merge-plan';
import type { HistoryFact } from '../../domain/history/fact';
import { SOURCES, type Source } from '../../domain/source';
import { isUnlinkedYet, neverLinked, startFrom, type EarlyLevel, type EarlyLevels } from '../../domain/sync/early-levels';
import type { LevelEntry } from '../../domain/sync/engine/context';
import { levelOf, rebased, restingSide, withSide, type LevelSide, type LinkedLevel } from '../../domain/sync/linked-level';
import { endedSide, startingLevel } from '../../domain/sync/relink';
import { levelProblemOf } from '../catalog/level-problem';
import type { Levels, MergeCause } from '../catalog/levels';
import type { Sync } from './sync';

/** A side's state while its stock id moves from one row to another. */
interface MovingSide {
  readonly source: Source;
  readonly stockId: string;
  readonly side: LevelSide;
}

/** Creates the catalog's access to the levels, which the catalog never writes itself. */
export function catalogLevels(sync: Sync): Levels {
  let moving: MovingSide[] = [];
  /** Remembers the state of a row's sides and clears the row. Stores at once, because the row may be gone by the end of the turn. */
  const remember = (entry: LevelEntry, ended: boolean): void => {
    for (const source of SOURCES) {
      const stockId = entry.stock[source];
      const side = ended ? endedSide(entry.level, source) : entry.level[source];
      if (stockId !== null) moving.push({ source, stockId, side });
    }
    sync.store.put(entry.key, numbersOf(entry.level));
    sync.store.save();
  };
  /** Keeps the in-flight write of a stock ID that no row holds anymore, because the other ops of its request need it. */
  const detach = (source: Source, stockId: string | null, { inFlight }: LevelSide): void => {
    if (stockId === null || inFlight === null || sync.store.byStock(source, stockId) !== null) return;
    sync.detached.keep({ source, stockId, op: inFlight });
  };
  /** Stock IDs whose link ended in this turn: their next link starts from a read. */
  const released = new Set<string>();
  return {
    turn: (work) =>
      sync.turn(() => {
        sync.writeRows();
        sync.journal.voidNotes();
        released.clear();
        return work();
      }),
    mayEnd: (key, why) => sync.turn(() => sync.engine.mayEnd(key, why)),
    close: (key, why) => {
      const entry = sync.store.byKey(key);
      if (entry === null) return;
      sync.line(key, unlinkedFact(entry.level, why));
      for (const source of SOURCES) if (entry.stock[source] !== null) released.add(`${source}:${entry.stock[source]}`);
      remember(entry, true);
    },
    moving: (key) => {
      const entry = sync.store.byKey(key);
      if (entry !== null) remember(entry, false);
    },
    removing: () => undefined,
    rewritten: (key) => {
      const before = sync.store.rewritten(key);
      if (before !== null) for (const source of SOURCES) detach(source, before.stock[source], before.level[source]);
    },
    moved: () => {
      for (const { source, stockId, side } of moving) {
        const entry = sync.store.byStock(source, stockId);
        if (entry === null) {
          detach(source, stockId, side);
          continue;
        }
        // The row already has the quantity and its time, as recent as the merge knows them.
        const { accounted, observedAt } = entry.level[source];
        sync.engine.levels.put(entry.key, rebased(withSide(entry.level, source, { ...side, accounted, observedAt })));
      }
      moving = [];
    },
    baseline: ({ key, unread, isFirst }, cause) => {
      const entry = sync.store.byKey(key);
      if (entry === null) return;
      const kept = sync.early.of(entry.stock);
      sync.early.forget(entry.stock);
      const isNew = isFirst && SOURCES.every((source) => !released.has(`${source}:${entry.stock[source]}`));
      const isUncertain = (one: Source): boolean =>
        released.has(`${one}:${entry.stock[one]}`) || sync.late.until(one, entry.stock[one]) > 0;
      const toRead = SOURCES.filter((one) => unread.includes(one) || isUncertain(one));
      start(sync, entry, startingLevel(entry.level, toRead), { kept: isNew ? kept : null, cause });
    },
    ...earlyLevels(sync),
    observe: (reports, cause) => {
      for (const report of reports) {
        const entry = sync.store.byKey(report.key);
        if (entry === null) continue;
        // The platform has just described the variant again: what it refused for a known reason may be allowed now.
        const { blocked } = entry.level[report.side];
        const level = blocked === 'other' ? entry.level : withSide(entry.level, report.side, { blocked: null, retry: null });
        sync.engine.levels.put(report.key, level);
        sync.engine.observe({ ...entry, level }, report.side, report, cause);
      }
    },
    needing: () => needing(sync),
    isOnHold: () => false,
    ...journaled(sync),
  };
}

/** Handles what goes to the journal. */
function journaled(sync: Sync): Pick<Levels, 'counted' | 'line'> {
  return {
    counted: (keys) => {
      sync.journal.counted(keys);
    },
    line: (key, fact) => {
      sync.line(key, fact);
    },
  };
}

/** Returns a level with the numbers of both sides and nothing open. */
function numbersOf({ packs, shopify, square }: LinkedLevel): LinkedLevel {
  return levelOf(restingSide(shopify.accounted, shopify.observedAt), restingSide(square.accounted, square.observedAt), packs);
}

function needing({ store }: Sync): ReadonlyMap<number, LevelProblem> {
  const found = store.open().map((key) => {
    const entry = store.byKey(key);
    return [key, entry === null ? '' : levelProblemOf(entry.level).trouble] as const;
  });
  return new Map(found.filter(([, trouble]) => trouble !== ''));
}

/** Handles levels stated before variants were linked. */
function earlyLevels(sync: Sync): Pick<Levels, 'replaced' | 'inserted'> {
  return {
    replaced: (key, { source, stockId, level }) => {
      const entry = sync.store.byKey(key);
      if (entry !== null && level !== null && isUnlinkedYet(entry)) sync.early.note(source, stockId, level, null);
    },
    inserted: (key, stock, cause) => {
      const kept = sync.early.of(stock);
      const entry = kept === null ? null : sync.store.byKey(key);
      if (entry === null || kept === null) return;
      if (entry.linked) {
        sync.early.forget(stock);
        start(sync, entry, entry.level, { kept, cause });
      } else {
        for (const source of SOURCES) for (const level of kept[source]) observeEarly(sync, key, source, level);
      }
    },
  };
}

/** Accounts a level that was kept until now. */
function observeEarly(sync: Sync, key: number, source: Source, level: EarlyLevel): void {
  const entry = sync.store.byKey(key);
  if (entry !== null) sync.engine.observe(entry, source, level, 'webhook');
}

/**
 * Starts a link. `kept` is what was stated about both its variants before: their changes since both had a quantity are accounted like any
 * other change, at once or by the read that a side still waits for.
 */
function start(
  sync: Sync,
  { key, level: before }: LevelEntry,
  next: LinkedLevel,
  { kept, cause }: { readonly kept: EarlyLevels | null; readonly cause: MergeCause },
): void {
  const early = kept !== null && neverLinked(before) ? startFrom(before, next, kept) : { level: next, changes: [] };
  const { shopify, square, starting } = early.level;
  sync.engine.levels.put(key, early.level);
  // A first snapshot links thousands of variants: its own line reports that, instead of one for each.
  if (starting === null && cause !== 'snapshot') sync.line(key, { kind: 'linked', shopify: shopify.accounted, square: square.accounted });
  for (const { source, level } of early.changes) observeEarly(sync, key, source, level);
}

/** Returns the history fact of a link that ends: its quantities, and what stays pending or held with each stock ID. */
function unlinkedFact({ shopify, square }: LinkedLevel, why: CloseReason): HistoryFact {
  const amounts = (field: 'pending' | 'held'): Partial<Record<Source, number>> => ({
    ...(shopify[field] !== 0 && { shopify: shopify[field] }),
    ...(square[field] !== 0 && { square: square[field] }),
  });
  const [pending, held] = [amounts('pending'), amounts('held')];
  return {
    kind: 'unlinked',
    why,
    shopify: shopify.accounted,
    square: square.accounted,
    ...(Object.keys(pending).length > 0 && { pending }),
    ...(Object.keys(held).length > 0 && { held }),
  };
}
