import { isEntitled } from '../../domain/account/entitlement';
import type { Rules } from '../../domain/sync/observe';
import type { Writers } from '../writers/writers';
import type { Host } from './host';
import type { Records } from './records';
import type { KnownSwitch } from './stored-write-switch';

/** The parts of an account that its rules follow from. */
interface RulesAccount {
  readonly host: Host;
  readonly records: Records;
  readonly writeSwitch: KnownSwitch;
  readonly writers: Writers;
}

/** Returns the rules that currently decide how outside changes are handled. */
export function rulesOf({ host, records, writeSwitch, writers }: RulesAccount): Rules {
  const { applyMaxQuantity, maxQuantityUpdate, autoSync, watching, watchedUntil } = records.settings();
  const now = host.now();
  return {
    maximum: applyMaxQuantity ? maxQuantityUpdate : null,
    entitled: isEntitled(records.entitlement(), now),
    watching,
    watchedUntil,
    autoSync,
    pauses: writeSwitch.pauses,
    otherWriter: writers.holdsAll(),
    now,
    linked: true,
  };
}
