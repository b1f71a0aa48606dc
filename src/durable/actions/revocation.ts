import type { Answer, Refusal } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { Account } from '../account/account';
import type { Standing } from '../api/account-api';
import { shopInfo } from './billing';
import { disconnect } from './connect';
import { syncLocations } from './location-pair';

/** Refusals that say nothing about our access: the platform could not be asked. */
const PASSING: readonly Refusal['code'][] = ['unavailable', 'resource_exhausted', 'aborted', 'internal'];

/** Returns what an answer of a platform says about our access. */
export function standingOf(answer: Answer<unknown>): Standing {
  if (answer.ok) return 'yes';
  return PASSING.includes(answer.error.code) ? 'unknown' : 'no';
}

/** Returns whether the platform still accepts our token. `unknown`: it cannot be reached now. */
export async function stillConnected(account: Account, source: Source): Promise<Standing> {
  return standingOf(source === 'shopify' ? await shopInfo(account) : await syncLocations(account, source));
}

/**
 * Ends the connection if the platform refuses its token. The merchant may reconnect while the platform is asked: a new connection is left
 * alone, whatever the old one's answer was.
 */
export async function endIfRevoked(account: Account, source: Source): Promise<Standing> {
  const connection = account.connections.number(source);
  const standing = await stillConnected(account, source);
  const isNew = account.connections.number(source) !== connection && account.connections.view(source).state === 'connected';
  if (isNew) return 'yes';
  if (standing === 'no') disconnect(account, source, source === 'shopify' ? 'uninstalled' : 'revoked');
  return standing;
}
