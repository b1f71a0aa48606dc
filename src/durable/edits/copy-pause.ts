import { err, type Result } from '../../domain/result';
import { otherSource, type Source } from '../../domain/source';
import { pausesOf, type WritePause } from '../../domain/sync/write-gate';
import type { PlatformFailure } from '../../platforms/failure';
import type { Account } from '../account/account';
import type { Copy } from '../api/edits-api';

/** The pause that a copy waits for; null when it may go on. */
export function pauseOfCopies({ writeSwitch }: Account, { source }: Pick<Copy, 'source'>): WritePause | null {
  return pausesOf(writeSwitch.pauses, otherSource(source))[0] ?? null;
}

/** So long until a call that a pause has stopped is tried again, in ms: by then the pause is seen first. */
const AGAIN_MS = 1_000;

/**
 * A call that makes variants with their stock, for the account's way to its platforms. It asks for a pause when the token is
 * there, at each attempt anew: what began before a pause must not leave after it.
 */
export function unlessPaused<Client, T>(
  account: Account,
  target: Source,
  call: (client: Client) => Promise<Result<T, PlatformFailure>>,
): (client: Client) => Promise<Result<T, PlatformFailure>> {
  return async (client) =>
    pausesOf(account.writeSwitch.pauses, target).length === 0 ? call(client) : err({ kind: 'throttled', afterMs: AGAIN_MS });
}
