import type { Rules } from '../../domain/sync/observe';
import type { LaneAccount } from './lane-ports';
import type { LevelEntry } from './level-store';
import type { SyncAccount } from './sync-account';

/** An account's sync as its lanes see it. `rulesOf`: what decides the fate of a variant's outside changes. */
export function laneAccount(
  sync: Pick<LaneAccount, 'store' | 'line' | 'turn'>,
  account: SyncAccount,
  rulesOf: (entry: LevelEntry) => Rules,
): LaneAccount {
  return {
    store: sync.store,
    rules: (key) => {
      const entry = sync.store.byKey(key);
      return entry === null ? account.rules() : rulesOf(entry);
    },
    mayWrite: (source) => account.connected(source) && account.rules().entitled && account.rules().autoSync,
    mayRead: (source) => account.connected(source),
    locationId: (source) => account.locationId(source),
    epoch: () => account.epoch(),
    now: () => account.now(),
    uuid: () => account.uuid(),
    random: () => account.random(),
    backoff: account.backoff,
    line: (key, fact) => {
      sync.line(key, fact);
    },
    turn: (work) => {
      sync.turn(work);
    },
    wake: (at) => {
      account.wake(at);
    },
    reached: (source, reachable) => {
      account.reached(source, reachable);
    },
    alert: (message) => {
      account.alert(message);
    },
  };
}
