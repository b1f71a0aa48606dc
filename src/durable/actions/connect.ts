import { ok, type Answer, type Result } from '../../domain/result';
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

/** Stores a grant, then sees to what a fresh connection needs: subscriptions, the business name, locations, missed levels. */
export async function connect(account: Account, source: Source, name: string, grant: TokenGrant): Promise<Answer<null>> {
  const before = account.connections.view(source);
  await account.connections.grant(source, name, grant);
  if (source === 'shopify') account.subscriptionMaintenance.returned(account.connections.number('shopify'));
  account.revocationChecks.settle(source);
  const another = before.name !== '' && before.name !== name;
  // Another merchant's stock has nothing to do with the old one's: nothing of before is ever sent again.
  if (another) startWithAnotherMerchant(account, source);
  account.changed();
  // Should the object die at it, the alarm goes on.
  account.host.wake(account.host.now() + REPORT_SOON_MS);
  account.host.background(settleIn(account, source, before.state === 'connected'));
  return ok(null);
}

/**
 * Sees to the shop's webhook subscriptions. They show as well whether the app was removed and installed again: nothing is sent to
 * either platform before that is known, since what was owed before is not owed any more then.
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
  // What happened while we were away is found by reading; cells judge it like any other news. A new beginning has asked for it already.
  const isReinstalled = account.records.epoch() !== epoch;
  if (account.locations.pair() !== null && !isReinstalled && (!wasConnected || source === 'square')) wantSnapshot(account, source);
  account.sync.resume();
  account.changed();
  // The alarm sees to all that is due from now on, and leaves word of the connection.
  account.host.wake(account.host.now() + REPORT_SOON_MS);
}

/** The app was removed and installed again: what is found now is where stock begins, not a change to pass on. */
function restartAfterReinstall(account: Account): void {
  account.sync.turn(() => {
    account.endEpoch();
    account.catalog.forgetLevels();
    account.reconciler.forget();
    for (const source of SOURCES) wantSnapshot(account, source, true);
  });
}

/** Asks for a snapshot on the account's own account: the alarm puts it on the list of tasks. */
function wantSnapshot(account: Account, source: Source, trusted = false): void {
  const wanted = account.snapshots.request(source, trusted);
  if (wanted.ok) account.host.wake(account.host.now() + TASK_SOON_MS);
}

/** How soon a snapshot that the account itself wants is put on the list of tasks, in ms. */
const TASK_SOON_MS = 1_000;

async function readLabel(account: Account, source: Source): Promise<void> {
  const label =
    source === 'shopify'
      ? await account.calls.shopify(async (client) => readShop(client))
      : await account.calls.square(async (client) => readMerchant(client));
  if (label.ok) account.connections.noteLabel(source, label.value.name);
}

/** Ends a connection. An uninstalled app loses all that was owed; a paused side keeps it for the reconnection. */
export function disconnect(account: Account, source: Source, cause: EndCause): void {
  account.sync.turn(() => {
    account.connections.forget(source, cause);
    account.revocationChecks.settle(source);
    if (source === 'shopify') account.subscriptionMaintenance.forget();
    if (cause === 'uninstalled') {
      // A reinstallation starts from what it finds: nothing that happened meanwhile is a change to pass on.
      account.endEpoch();
      account.catalog.forgetLevels();
      account.reconciler.forget();
    }
    account.changed();
  });
  // The alarm sees that the account fares otherwise now.
  account.host.wake(account.host.now() + REPORT_SOON_MS);
}

/** How soon after a connection began or ended word is left of it, in ms. */
const REPORT_SOON_MS = 1_000;

/** The merchant's own wish: his grant ends at Square as well, as far as Square can be reached. */
export async function disconnectByMerchant(account: Account, source: Source): Promise<void> {
  if (source === 'square' && account.connections.view('square').name !== '') {
    const revoked = await revokeGrant(account);
    if (!revoked.ok) account.host.note(`Square was not told of the disconnection: ${describeFailure(revoked.error)}`);
  }
  disconnect(account, source, 'merchant');
}

/** Ends at Square what the connected seller granted the application. */
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
    account.snapshots.forget(source);
    account.reconciler.forget();
  });
}
