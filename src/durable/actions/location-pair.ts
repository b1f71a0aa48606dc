import { ok, refuse, type Answer, type Result } from '../../domain/result';
import type { Source } from '../../domain/source';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import type { LocationRecord } from '../../platforms/location-record';
import { readShopifyLocations } from '../../platforms/shopify/locations';
import { readSquareLocations } from '../../platforms/square/locations';
import type { Account } from '../account/account';
import { refusal } from '../account/calls';

/** Reads a platform's locations and stores them in its own order. */
export async function syncLocations(account: Account, source: Source): Promise<Answer<null>> {
  const read: Result<readonly LocationRecord[], PlatformFailure> =
    source === 'shopify' ? await account.calls.shopify(readShopifyLocations) : await account.calls.square(readSquareLocations);
  if (!read.ok) {
    account.host.note(`locations of ${source} could not be read: ${describeFailure(read.error)}`);
    return refusal(source, read.error);
  }
  account.locations.replace(source, read.value);
  account.changed();
  return ok(null);
}

/** Pairs two locations, starts a new epoch and requests both snapshots. */
export function savePair(account: Account, shopifyLocation: string, squareLocation: string): Answer<null> {
  for (const source of ['shopify', 'square'] as const) {
    if (account.connections.view(source).state === 'disconnected') {
      return refuse(
        'failed_precondition',
        "We can't access your locations. Please try again after connecting your Shopify and Square accounts.",
      );
    }
  }
  return account.sync.turn(() => {
    const saved = account.locations.savePair(shopifyLocation, squareLocation);
    if (!saved.ok) return saved;
    if (!saved.value.made) return ok(null);
    startOver(account);
    for (const source of ['shopify', 'square'] as const) account.snapshots.request(source, true);
    return ok(null);
  });
}

/** Ends the pair: syncing stops, and all levels are forgotten. */
export function disconnectPair(account: Account, id: string): Answer<null> {
  return account.sync.turn(() => {
    const ended = account.locations.disconnect(id);
    if (!ended.ok) return ended;
    startOver(account);
    return ok(null);
  });
}

function startOver(account: Account): void {
  account.endEpoch();
  account.catalog.forgetLevels();
  account.oversells.store.clear();
  account.watch.forget(account.host.now());
  account.writers.clear();
  account.reconciler.forget();
}
