import { sourceName, type Source } from '../../domain/source';

// Connection problems, worded for a shop owner.

/** The key was removed from the key ring, or the row was tampered with. */
export const UNREADABLE = 'The stored access tokens can no longer be read. Reconnect to resume syncing.';

/** Access has ended, and the merchant must consent again. */
export function refusedText(source: Source): string {
  return `${sourceName(source)} no longer accepts our access. Reconnect to resume syncing.`;
}

/** Access still works but is no longer renewed. */
export function notRenewedText(source: Source): string {
  const name = sourceName(source);
  return `${name} no longer renews our access. Reconnect ${name} to keep syncing.`;
}

/** Access has ended, and our own credentials are refused. */
export function misconfiguredText(source: Source): string {
  return `Shelfbridge cannot renew its access to ${sourceName(source)} at the moment. We have been alerted. No change is lost: changes wait, and are sent later.`;
}
