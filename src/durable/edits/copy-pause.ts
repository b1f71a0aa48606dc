import { err, type Result } from '../../domain/result';
import { otherSource, type Source } from '../../domain/source';
import { pausesOf, type WritePause } from '../../domain/sync/write-gate';
import type { PlatformFailure } from '../../platforms/failure';
import type { Account } from '../account/account';
import type { Copy } from '../api/edits-api';

/** Returns the pause that a copy waits for; null when it may continue. */
export function pauseOfCopies({ writeSwitch }: Account, { source }: Pick<Copy, 'source'>): WritePause | null {
  return pausesOf(writeSwitch.pauses, otherSource(source))[0] ?? null;
}

/** Delay before a call that a pause stopped is retried, in ms: the retry then detects the pause first. */
const AGAIN_MS = 1_000;

/**
 * Wraps a call that creates variants with their stock, for use with the account's clients. It checks for a pause after the token is
 * fetched, at each attempt: work that started before a pause must not be sent after it.
 */
export function unlessPaused<Client, T>(
  account: Account,
  target: Source,
  call: (client: Client) => Promise<Result<T, PlatformFailure>>,
): (client: Client) => Promise<Result<T, PlatformFailure>> {
  return async (client) =>
    pausesOf(account.writeSwitch.pauses, target).length === 0 ? call(client) : err({ kind: 'throttled', afterMs: AGAIN_MS });
}
