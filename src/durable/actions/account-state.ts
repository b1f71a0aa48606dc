import type { Source } from '../../domain/source';
import { atRest } from '../../domain/sync/linked-level';
import type { Account } from '../account/account';
import type { AccountState } from '../api/account-api';

/** Levels that wait, by why. */
interface Waiting {
  readonly owed: number;
  /** Those of `owed` that are linked and whose two numbers differ now. */
  readonly owedOutOfSync: number;
  readonly held: number;
  readonly blocked: number;
  readonly frozen: number;
}
/** So many changed products are read within seconds: not worth a word. */
const FEW_PRODUCTS = 10;

/** Cells that wait, by why; each counts once, for the worst of it. All of them are in memory. */
export function waitingCells({ sync }: Account): Waiting {
  const waiting = { owed: 0, owedOutOfSync: 0, held: 0, blocked: 0, frozen: 0 };
  for (const key of sync.store.open()) {
    const entry = sync.store.byKey(key);
    if (entry === null || atRest(entry.level)) continue;
    const cell = entry.level;
    const sides = [cell.shopify, cell.square];
    if (sides.some((side) => side.indeterminate)) waiting.frozen += 1;
    else if (sides.some((side) => side.blocked !== null)) waiting.blocked += 1;
    else if (sides.some((side) => side.held !== 0)) waiting.held += 1;
    // What was sent and not answered yet is on its way too: in an outage it may stay so for long.
    // So is a level that must be read first, a link that is about to end or start, and a number that waits to be set.
    else {
      waiting.owed += 1;
      if (entry.linked && cell.shopify.accounted !== cell.square.accounted) waiting.owedOutOfSync += 1;
    }
  }
  return waiting;
}

/** How long ago, in ms, the oldest change that is still on its way began, by its platform's clock; 0 when none is. */
export function oldestUnderWayMs({ sync, host }: Account): number {
  const now = host.now();
  return Math.max(0, now - (sync.store.oldestPending() ?? now));
}

/** What the dashboard asks for. Reads no row of a variant. */
export function stateOf(account: Account): AccountState {
  const { connections, locations, snapshots, sync, records, subscriptionMaintenance } = account;
  const rules = account.rules();
  return {
    shopify: connections.view('shopify'),
    square: connections.view('square'),
    hasMappedLocations: locations.pair() !== null,
    listening: rules.entitled && records.settings().autoSync && subscriptionMaintenance.present(),
    snapshots: snapshots.views(),
    revision: account.revision,
    ...waitingCells(account),
    lag: sync.lag.summary(account.host.now()),
    drift: account.reconciler.drift(),
    oldestUnderWayMs: oldestUnderWayMs(account),
    writePauses: account.writeSwitch.pauses,
    shopifyDoubt: doubtOf(account, 'shopify'),
    squareDoubt: doubtOf(account, 'square'),
    reading: readingOf(account),
  };
}

/** Products that wait to be read, where they are more than one request brings or cannot be read now. */
function readingOf({ touched, snapshots, host }: Account): AccountState['reading'] {
  const waiting = touched.waiting();
  const shopify = waiting > FEW_PRODUCTS || touched.isDelayed('shopify', host.now()) ? waiting : 0;
  return { shopify, square: touched.has('square') && (snapshots.squareGoesOn || touched.isDelayed('square', host.now())) };
}

function doubtOf({ reconciler, snapshots }: Account, source: Source): string {
  const swept = reconciler.doubtOf(source);
  return swept === '' ? snapshots.doubtOf(source) : swept;
}
