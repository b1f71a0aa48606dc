import { SkuIndex } from '../../src/domain/catalog/match';
import { flush, sendable } from '../../src/domain/sync/flush';
import { QUARANTINE_MS } from '../../src/domain/sync/limits';
import { abandonRead, observe, observeRead } from '../../src/domain/sync/observe';
import { dropHeld, applySet, sendHeld, requestSet } from '../../src/domain/sync/rebase';
import { restartLevel, restart } from '../../src/domain/sync/restart';
import { markIndeterminate, settle } from '../../src/domain/sync/settle';
import { loadLevel, storeLevel } from '../../src/domain/sync/stored-level';
import { judge, outlivesKey } from '../../src/domain/sync/write-attempts';

/**
 * The product's decisions as the simulated account takes them: every one through this object, so that a mutant can be an
 * engine with one decision replaced, and the product's code holds no switch for it.
 */
export interface Engine {
  readonly observe: typeof observe;
  readonly observeRead: typeof observeRead;
  readonly abandonRead: typeof abandonRead;
  readonly sendable: typeof sendable;
  readonly flush: typeof flush;
  readonly judge: typeof judge;
  readonly outlivesKey: typeof outlivesKey;
  readonly settle: typeof settle;
  readonly markIndeterminate: typeof markIndeterminate;
  readonly restart: typeof restart;
  readonly restartLevel: typeof restartLevel;
  readonly requestSet: typeof requestSet;
  readonly applySet: typeof applySet;
  readonly sendHeld: typeof sendHeld;
  readonly dropHeld: typeof dropHeld;
  readonly store: typeof storeLevel;
  readonly load: typeof loadLevel;
  /** Which SKUs are linked, of all that each side holds. */
  readonly linkable: (skus: { readonly shopify: readonly string[]; readonly square: readonly string[] }) => (sku: string) => boolean;
}

/** The product's own decisions. */
export const ENGINE: Engine = {
  observe,
  observeRead,
  abandonRead,
  sendable,
  flush,
  judge,
  outlivesKey,
  settle,
  markIndeterminate,
  restart,
  restartLevel,
  requestSet,
  applySet,
  sendHeld,
  dropHeld,
  store: storeLevel,
  load: loadLevel,
  linkable: ({ shopify, square }) => {
    const index = new SkuIndex();
    for (const sku of shopify) index.add('shopify', sku);
    for (const sku of square) index.add('square', sku);
    return (sku) => index.linkable(sku);
  },
};

/** What the account does around the decisions, as the product does it; a mutant may do otherwise. */
export interface Habits {
  /** Levels are read again from time to time. */
  readonly sweeps: boolean;
  /** A repeat carries the key of the first attempt. */
  readonly keepsKey: boolean;
  /** A second attempt goes out while the first is still awaited, after so long (ms); null: never. */
  readonly hedgeAfterMs: number | null;
  /** After a restart the levels are read and believed before what was in flight is resolved. */
  readonly readsBeforeResolving: boolean;
  /** A level that an answer leaves out counts as zero. */
  readonly missingIsZero: boolean;
  /** Lanes are emptied when the account starts over. */
  readonly forgetsOldFlights: boolean;
  /** A reference is looked up so long (ms) after the last attempt: until then that attempt may still arrive. */
  readonly looksUpAfterMs: number;
}

/** The product's habits. */
export const HABITS: Habits = {
  sweeps: true,
  keepsKey: true,
  hedgeAfterMs: null,
  readsBeforeResolving: false,
  missingIsZero: false,
  forgetsOldFlights: true,
  looksUpAfterMs: QUARANTINE_MS,
};
