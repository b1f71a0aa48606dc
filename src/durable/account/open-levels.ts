import type { KnownRow } from '../../domain/catalog/joined';
import type { Rules } from '../../domain/sync/observe';
import type { AskedEnds } from '../catalog/asked-ends';
import type { Catalog } from '../catalog/catalog';
import type { Levels } from '../catalog/levels';
import { unlinkedLevels } from '../catalog/unlinked-levels';
import type { UnlinkedStore } from '../catalog/unlinked-store';
import { copiedLevels } from '../copies/copied-levels';
import type { CopyStore } from '../copies/copy-store';
import { catalogLevels } from '../sync/catalog-levels';
import type { Sync } from '../sync/sync';
import { heldLevels } from '../writers/held-levels';
import type { Writers } from '../writers/writers';
import type { Host } from './host';

/** The parts of an account that follow changes of its links; the catalog is used only once it exists. */
interface LevelsAccount {
  readonly host: Host;
  readonly sync: Sync;
  readonly copies: CopyStore;
  readonly writers: Writers;
  readonly unlinked: UnlinkedStore;
  readonly askedEnds: AskedEnds;
  readonly catalog: Catalog;
  rules(): Rules;
}

/** Creates the catalog's access to an account's levels, with everything that follows its links. */
export function openLevels(account: LevelsAccount): Levels {
  const { host, sync, copies, writers, unlinked, askedEnds } = account;
  const row = (key: number): KnownRow | null => account.catalog.table.byKeys([key])[0] ?? null;
  const copied = copiedLevels(catalogLevels(sync), sync, { copies, rules: () => account.rules(), row });
  return unlinkedLevels(heldLevels(copied, writers), {
    store: unlinked,
    now: () => host.now(),
    row,
    find: (source, stockId) => account.catalog.find(source, stockId),
    isAsked: (source, variantId) => askedEnds.has(source, variantId),
  });
}
