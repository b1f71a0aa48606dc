import { ok, refuse } from '../../../domain/result';
import { SOURCES } from '../../../domain/source';
import type { ILocationsClient } from '../../../gen/sh/locations_pb.client';
import { enqueueAfterwards } from '../../runtime/task-queue';
import { reads, writes } from '../audit';
import { signedIn, type Methods } from '../method';
import { toLocation, toSyncedLocation } from '../present/account';
import { readSource } from '../present/arguments';
import { bareId } from '../present/ids';

/** sh.Locations: the platforms' locations and the one pair that is kept in sync. */
export const locationsMethods: Methods<ILocationsClient> = {
  getLocations: signedIn('signed-in', reads('caller'), async ({ account }) => {
    const { synced, all } = await account.locations();
    return ok({ synced: synced.map(toSyncedLocation), all: all.map(toLocation) });
  }),

  syncLocations: signedIn('signed-in', writes('caller'), async ({ account }, input) => {
    const source = readSource('id', input.id);
    if (!source.ok) return source;
    const read = await account.syncLocations(source.value);
    return read.ok ? ok({}) : read;
  }),

  saveSyncedLocation: signedIn('signed-in', writes('caller'), async ({ account, session, services }, input) => {
    const { locationIdShopify, locationIdSquare } = input;
    if (locationIdShopify === '') return refuse('invalid_argument', 'location_id_shopify is missing.');
    if (locationIdSquare === '') return refuse('invalid_argument', 'location_id_square is missing.');
    const saved = await account.savePair(bareId('Location', locationIdShopify), locationIdSquare);
    if (!saved.ok) return saved;
    // The object has requested both snapshots; the tasks do the reading.
    for (const source of SOURCES) await enqueueAfterwards(services, 'snapshot', session.account.id, source);
    return ok({});
  }),

  disconnectSyncedLocation: signedIn('signed-in', writes('caller'), async ({ account }, input) => {
    if (input.id === '') return refuse('invalid_argument', 'id is missing.');
    const ended = await account.disconnectPair(input.id);
    return ended.ok ? ok({}) : ended;
  }),
};
