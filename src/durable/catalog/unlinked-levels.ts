import { isLinked, type KnownRow } from '../../domain/catalog/joined';
import type { CloseReason } from '../../domain/catalog/merge-plan';
import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import type { Levels } from './levels';
import { unlinkedOf, type Unlinked, type UnlinkedStore } from './unlinked-store';

interface Context {
  readonly store: UnlinkedStore;
  readonly now: () => Instant;
  /** Returns a stored row of the catalog, by key or by the stock id of a side. */
  readonly row: (key: number) => KnownRow | null;
  readonly find: (source: Source, stockId: string) => KnownRow | null;
  /** Whether the merchant has changed this variant's SKU or tracking in the app lately; by the variant's own ID. */
  readonly isAsked: (source: Source, variantId: string) => boolean;
}

interface Waiting {
  readonly source: Source;
  readonly stockId: string;
}

/** The app changes SKUs and tracking, and deletes nothing: nobody has asked in it for the end of a link whose variant is gone. */
const mayBeAsked = (why: CloseReason): boolean => why !== 'removed';

/**
 * Wraps the catalog's access to levels: lists each pair whose link ends although the merchant did not ask for it, until both its variants are
 * linked again or gone. The numbers are those that the row had when the link ended. A variant waits in one pair at most, so that the list is
 * never longer than the catalog; while nothing is listed, nothing is read for it.
 */
export function unlinkedLevels(inner: Levels, { store, now, row, find, isAsked }: Context): Levels {
  let ended: Unlinked[] = [];
  let leaving: Waiting[] = [];
  const left = (key: number): void => {
    if (store.count() === 0) return;
    const known = row(key);
    for (const source of SOURCES) {
      const stockId = known?.[source]?.stockId;
      if (stockId !== undefined) leaving.push({ source, stockId });
    }
  };
  return {
    ...inner,
    turn: (work) => {
      try {
        return inner.turn(() => {
          ended = [];
          leaving = [];
          const result = work();
          for (const { source, stockId } of leaving) if (find(source, stockId) === null) store.settle(source, stockId);
          leaving = [];
          return result;
        });
      } catch (error) {
        store.recount();
        throw error;
      }
    },
    close: (key, why) => {
      left(key);
      const known = row(key);
      const unlinked = known === null ? null : unlinkedOf(known, now(), why);
      const asked = (one: Unlinked): boolean =>
        why === 'separated' || why === 'excluded' || (mayBeAsked(why) && SOURCES.some((source) => isAsked(source, one[source].id)));
      if (unlinked !== null && !asked(unlinked)) ended.push(unlinked);
      inner.close(key, why);
    },
    moving: (key) => {
      left(key);
      inner.moving(key);
    },
    removing: (key) => {
      left(key);
      inner.removing(key);
    },
    moved: () => {
      inner.moved();
      for (const unlinked of ended) {
        const open = SOURCES.filter((source) => {
          const found = find(source, unlinked[source].stockId);
          return found !== null && !isLinked(found);
        });
        // A pair that both exchanged its partners, or is gone from both sides, leaves nothing behind that does not sync.
        if (open.length > 0) store.add(unlinked, open);
      }
      ended = [];
    },
    baseline: (link, cause) => {
      const known = store.count() === 0 ? null : row(link.key);
      for (const source of SOURCES) if (known !== null && known[source] !== null) store.settle(source, known[source].stockId);
      inner.baseline(link, cause);
    },
  };
}
