import { isEntitled } from '../../domain/account/entitlement';
import type { Health } from '../../domain/account/trouble';
import { refuse, ok, type Answer } from '../../domain/result';
import { SOURCES } from '../../domain/source';
import { listWebhooks, WANTED_WEBHOOKS } from '../../platforms/shopify/webhooks';
import type { Account } from './account';
import { stateOf } from './status';

/** What the account's health is judged by, from memory alone; missing subscriptions as the last check left them. */
export function healthOf(account: Account): Health {
  const state = stateOf(account);
  const { records, locations, host, upkeep, catalog } = account;
  const connected = SOURCES.map((source) => state[source]).filter((view) => view.state === 'connected');
  const failed = state.snapshots.some((run) => run.state === 'failed');
  return {
    entitled: isEntitled(records.entitlement(), host.now()),
    autoSync: records.settings().autoSync,
    paired: locations.pair() !== null,
    shopify: state.shopify.state,
    square: state.square.state,
    reachable: connected.every((view) => view.reachable),
    missingWebhooks: upkeep.present() || state.shopify.state !== 'connected' ? 0 : WANTED_WEBHOOKS.length,
    held: state.held,
    blocked: state.blocked,
    frozen: state.frozen,
    doubt: state.shopifyDoubt !== '' || state.squareDoubt !== '',
    neverRead: failed && catalog.listing.counts().all === 0,
    lagP95Ms: state.lag === null ? null : Math.round(state.lag.p95),
    oldestUnderWayMs: Math.round(state.oldestUnderWayMs),
    drift: state.drift,
  };
}

/**
 * The same for somebody who asks now: where subscriptions are not known to be there, Shopify is asked which are missing. A
 * list that cannot be read is another trouble than missing subscriptions, and shows as such.
 */
export async function readHealth(account: Account): Promise<Health> {
  const health = healthOf(account);
  if (health.missingWebhooks === 0) return health;
  const listed = await account.calls.shopify((client) => listWebhooks(client));
  if (!listed.ok) return { ...healthOf(account), missingWebhooks: 0 };
  const ours = listed.value.filter(({ uri }) => uri === account.upkeep.uri);
  const missing = WANTED_WEBHOOKS.filter((wanted) => !ours.some(({ topic }) => topic === wanted.topic));
  return { ...healthOf(account), missingWebhooks: missing.length };
}

/** Compares the shop's webhook subscriptions with the wanted ones, now, and mends them. */
export async function repairWebhooks(account: Account): Promise<Answer<null>> {
  if (account.connections.view('shopify').state !== 'connected') return refuse('failed_precondition', 'Shopify is not connected.');
  await account.upkeep.check(account.host.now());
  return account.upkeep.present() ? ok(null) : refuse('unavailable', 'The webhook subscriptions could not be made right now.');
}
