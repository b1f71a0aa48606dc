import type { Source } from '../../domain/source';
import { atRest } from '../../domain/sync/linked-level';
import type { Account } from '../account/account';
import type { AccountState } from '../api/account-api';

/** Number of waiting levels, by reason. */
interface Waiting {
  readonly owed: number;
  /** Those of `owed` that are linked and whose two quantities differ now. */
  readonly owedOutOfSync: number;
  readonly held: number;
  readonly blocked: number;
  readonly frozen: number;
}
/** Up to this many changed products are read within seconds and are not reported. */
const FEW_PRODUCTS = 10;

/** Counts waiting levels by reason; each counts once, for its most serious reason. All of them are in memory. */
export function waitingCells({ sync, writers }: Account): Waiting {
  const waiting = { owed: 0, owedOutOfSync: 0, held: 0, blocked: 0, frozen: 0 };
  for (const key of sync.store.open()) {
    const entry = sync.store.byKey(key);
    if (entry === null || atRest(entry.level)) continue;
    const cell = entry.level;
    const sides = [cell.shopify, cell.square];
    if (sides.some((side) => side.indeterminate)) waiting.frozen += 1;
    else if (sides.some((side) => side.blocked !== null)) waiting.blocked += 1;
    else if (sides.some((side) => side.held !== 0)) waiting.held += 1;
    // On hold because of another app: counted by its case.
    else if (writers.isHeld(entry)) continue;
    // Writes that were sent and not answered yet also count as pending: in an outage they may stay so for a long time. So do levels that
    // must be read first, links that are about to end or start, and quantities that wait to be set.
    else {
      waiting.owed += 1;
      if (entry.linked && cell.shopify.accounted !== cell.square.accounted) waiting.owedOutOfSync += 1;
    }
  }
  return waiting;
}

/** Returns the age of the oldest change that is still pending, in ms, by its platform's clock; 0 when none is. */
export function oldestUnderWayMs({ sync, host }: Account): number {
  const now = host.now();
  return Math.max(0, now - (sync.store.oldestPending() ?? now));
}

/** Returns the state for the dashboard. Reads no variant row. */
export function stateOf(account: Account): AccountState {
  const { connections, locations, snapshots, sync, records, subscriptionMaintenance } = account;
  const rules = account.rules();
  const writers = account.writers.store.counts();
  return {
    shopify: connections.view('shopify'),
    square: connections.view('square'),
    hasMappedLocations: locations.pair() !== null,
    listening: rules.entitled && rules.watching !== true && records.settings().autoSync && subscriptionMaintenance.present(),
    watchingSince: records.settings().watching ? account.watch.since() : null,
    snapshots: snapshots.views(),
    revision: account.revision,
    ...waitingCells(account),
    unlinked: account.unlinked.count(),
    oversold: account.oversells.store.count(),
    writersHeld: writers.held,
    writersSuspected: writers.total - writers.held,
    allOnHold: account.writers.holdsAll(),
    newWriters: account.otherWriters.known().writers.filter(({ isNew }) => isNew).length,
    lag: sync.lag.summary(account.host.now()),
    drift: account.reconciler.drift(),
    oldestUnderWayMs: oldestUnderWayMs(account),
    writePauses: account.writeSwitch.pauses,
    shopifyDoubt: doubtOf(account, 'shopify'),
    squareDoubt: doubtOf(account, 'square'),
    reading: readingOf(account),
  };
}

/** Returns the products that wait to be read, if there are more than one request can read, or they cannot be read now. */
function readingOf({ touched, snapshots, host }: Account): AccountState['reading'] {
  const waiting = touched.waiting();
  const shopify = waiting > FEW_PRODUCTS || touched.isDelayed('shopify', host.now()) ? waiting : 0;
  return { shopify, square: touched.has('square') && (snapshots.squareGoesOn || touched.isDelayed('square', host.now())) };
}

function doubtOf({ reconciler, snapshots }: Account, source: Source): string {
  const swept = reconciler.doubtOf(source);
  return swept === '' ? snapshots.doubtOf(source) : swept;
}
