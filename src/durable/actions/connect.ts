import { ok, refuse, type Answer, type Result } from '../../domain/result';
import { SOURCES, type Source } from '../../domain/source';
import { httpLimits } from '../../platforms/config';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import { openHttp } from '../../platforms/http';
import { readShop } from '../../platforms/shopify/shop';
import { readMerchant } from '../../platforms/square/merchant';
import { revokeSquare } from '../../platforms/square/oauth';
import type { Account } from '../account/account';
import type { TokenGrant } from '../api/account-api';
import type { EndCause } from '../connections/connections';
import { syncLocations } from './location-pair';

/** Stores a grant for the account's own shop, as `connect` does. */
export async function connectShopify(account: Account, grant: TokenGrant): Promise<Answer<null>> {
  const shopDomain = account.records.shopDomain();
  if (shopDomain === null) return refuse('failed_precondition', 'The account has not been opened.');
  return connect(account, 'shopify', shopDomain, grant);
}

/** Stores a grant, then prepares the new connection in the background: subscriptions, business name, locations, missed levels. */
export async function connect(account: Account, source: Source, name: string, grant: TokenGrant): Promise<Answer<null>> {
  const before = account.connections.view(source);
  await account.connections.grant(source, name, grant);
  if (source === 'shopify') account.subscriptionMaintenance.returned(account.connections.number('shopify'));
  account.revocationChecks.settle(source);
  const another = before.name !== '' && before.name !== name;
  // Another merchant's stock is unrelated to the previous one's: nothing pending from before is ever sent.
  if (another) startWithAnotherMerchant(account, source);
  account.changed();
  // If the object dies during the background work, the alarm continues.
  account.host.wake(account.host.now() + REPORT_SOON_MS);
  account.host.background(settleIn(account, source, before.state === 'connected'));
  return ok(null);
}

/**
 * Checks and repairs the shop's webhook subscriptions. They also show whether the app was removed and installed again: nothing is sent to
 * either platform before that is known, because a reinstallation drops everything that was pending.
 */
export async function checkSubscriptions(account: Account): Promise<void> {
  await account.subscriptionMaintenance.check(account.host.now(), (isReinstalled) => {
    if (isReinstalled && account.locations.pair() !== null) restartAfterReinstall(account);
    account.sync.resume();
  });
}

async function settleIn(account: Account, source: Source, wasConnected: boolean): Promise<void> {
  const epoch = account.records.epoch();
  if (source === 'shopify') await checkSubscriptions(account);
  await readLabel(account, source);
  await syncLocations(account, source);
  // Changes made while we were disconnected are found by reading and handled like any other observation. A restart after a reinstallation
  // has already requested the snapshots.
  const isReinstalled = account.records.epoch() !== epoch;
  if (account.locations.pair() !== null && !isReinstalled && (!wasConnected || source === 'square')) wantSnapshot(account, source);
  account.sync.resume();
  account.changed();
  // From now on the alarm does everything that is due, and reports the connection.
  account.host.wake(account.host.now() + REPORT_SOON_MS);
}

/** Restarts after the app was removed and installed again: the levels read now are the baseline, not changes to sync. */
function restartAfterReinstall(account: Account): void {
  account.sync.turn(() => {
    account.endEpoch();
    account.catalog.forgetLevels();
    account.reconciler.forget();
    for (const source of SOURCES) wantSnapshot(account, source, true);
  });
}

/** Requests a snapshot that no person asked for: the alarm queues it as a task. */
function wantSnapshot(account: Account, source: Source, trusted = false): void {
  const wanted = account.snapshots.request(source, trusted);
  if (wanted.ok) account.host.wake(account.host.now() + TASK_SOON_MS);
}

/** Delay until a snapshot that the account itself requested is queued as a task, in ms. */
const TASK_SOON_MS = 1_000;

async function readLabel(account: Account, source: Source): Promise<void> {
  const label =
    source === 'shopify'
      ? await account.calls.shopify(async (client) => readShop(client))
      : await account.calls.square(async (client) => readMerchant(client));
  if (label.ok) account.connections.noteLabel(source, label.value.name);
}

/** Ends a connection. An uninstalled app drops everything pending; a paused side keeps it for the reconnection. */
export function disconnect(account: Account, source: Source, cause: EndCause): void {
  account.sync.turn(() => {
    account.connections.forget(source, cause);
    account.revocationChecks.settle(source);
    if (source === 'shopify') account.subscriptionMaintenance.forget();
    if (cause === 'uninstalled') {
      // A reinstallation starts from the levels that it reads: nothing that happened in between is a change to sync.
      account.endEpoch();
      account.catalog.forgetLevels();
      account.reconciler.forget();
    }
    account.changed();
  });
  // The alarm reports the new health.
  account.host.wake(account.host.now() + REPORT_SOON_MS);
}

/** Delay after a connection starts or ends until that is reported, in ms. */
const REPORT_SOON_MS = 1_000;

/** Disconnects at the merchant's request, which also revokes the grant at Square if Square is reachable. */
export async function disconnectByMerchant(account: Account, source: Source): Promise<void> {
  if (source === 'square' && account.connections.view('square').name !== '') {
    const revoked = await revokeGrant(account);
    if (!revoked.ok) account.host.note(`Square could not be notified of the disconnection: ${describeFailure(revoked.error)}`);
  }
  disconnect(account, source, 'merchant');
}

/** Revokes at Square what the connected seller granted the application. */
export async function revokeGrant(account: Account): Promise<Result<null, PlatformFailure>> {
  const { config, fetch } = account.host;
  const http = openHttp(fetch, httpLimits(config));
  return revokeSquare({ http, config: config.square }, account.connections.view('square').name);
}

function startWithAnotherMerchant(account: Account, source: Source): void {
  account.sync.turn(() => {
    const pair = account.locations.pair();
    if (pair !== null) account.locations.disconnect(String(pair.id));
    account.locations.replace(source, []);
    account.endEpoch();
    account.catalog.forgetSide(source);
    account.unlinked.dismiss(null);
    account.oversells.store.clear();
    account.watch.forget(account.host.now());
    account.writers.forget();
    account.team.forget();
    account.otherWriters.forget();
    account.snapshots.forget(source);
    account.reconciler.forget();
  });
}
