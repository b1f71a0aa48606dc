import { ok, refuse, type Answer } from '../../domain/result';
import type { Account } from '../account/account';
import type { SquareTokenView } from '../api/operator-api';
import type { AccessProblem } from '../connections/token-source';
import { squareScopes } from './overview';

/** Returns what is known about the Square token; renewed first if requested, its values only with `reveal`. */
export async function squareToken(
  account: Account,
  request: { readonly refresh: boolean; readonly reveal: boolean },
): Promise<Answer<SquareTokenView>> {
  if (request.refresh) {
    const before = account.connections.view('square').state;
    const renewed = await account.connections.renewNow('square');
    if (renewed.ok && before === 'needs_reconnect') {
      // Changes made while access was lost are found by reading.
      account.reconciler.doubt();
      account.sync.resume();
    }
    account.changed();
    if (!renewed.ok) return refusedAccess(renewed.error);
  }
  const stated = await squareScopes(account);
  const grant = await account.connections.reveal('square');
  if (grant === null) return refusedAccess({ kind: 'needs-reconnect' });
  const show = request.reveal ? (text: string): string => text : masked;
  return ok({
    accessToken: show(grant.accessToken),
    refreshToken: show(grant.refreshToken),
    scopes: stated ?? grant.scopes,
    expiresAt: grant.expiresAt,
  });
}

/** The shortest token whose last characters may be shown: four characters of a long one identify it and open nothing. */
const LONG = 24;

function masked(token: string): string {
  if (token === '') return '';
  return `••••••••${token.length >= LONG ? token.slice(-4) : ''}`;
}

function refusedAccess(problem: AccessProblem): Answer<never> {
  switch (problem.kind) {
    case 'disconnected':
      return refuse('failed_precondition', 'The account has no Square token: Square is not connected.');
    case 'needs-reconnect':
      return refuse('failed_precondition', 'The account has no Square token that works: its owner must connect Square again.');
    case 'unavailable':
      return refuse('unavailable', 'Square did not renew the token: it cannot be reached right now. The old token was kept.');
  }
}
