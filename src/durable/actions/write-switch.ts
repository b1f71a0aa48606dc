import { resumedSides } from '../../domain/sync/write-gate';
import type { WriteSwitch } from '../../domain/sync/write-switch';
import type { Account } from '../account/account';

/** Applies the operators' switch. Changes kept by a pause that has ended are sent, or held for review if they have become large. */
export function setWriteSwitch(account: Account, next: WriteSwitch): void {
  const { writeSwitch, sync } = account;
  sync.turn(() => {
    const before = writeSwitch.take(next);
    if (before === null) return;
    for (const source of resumedSides(before, next.pauses)) sync.engine.pauseEnded(sync.store.open(), source);
    account.changed();
  });
  sync.resume();
}

/** Reads the switch before anything is sent, then resumes what the previous instance left. */
export async function startWithSwitch(account: Account): Promise<void> {
  const read = await account.writeSwitch.read();
  account.writeSwitch.expect(read?.pauses ?? []);
  account.sync.start();
  if (read !== null) setWriteSwitch(account, read);
}

/**
 * Reads the switch again when the object's copy is old. One that is the same as before needs no turn, which would set the alarm again for the
 * history that the caller is about to deliver.
 */
export async function lookAtSwitch(account: Account): Promise<void> {
  if (!account.writeSwitch.due(account.host.now())) return;
  const read = await account.writeSwitch.read();
  if (read !== null && account.writeSwitch.isNews(read)) setWriteSwitch(account, read);
}
