import { useCallback } from 'react';

import { sourceName, SOURCES, type Source } from '../../../domain/source';
import type { Location, LocationsResponse } from '../../../gen/sh/locations_pb';
import { sharedText } from '../shared.text';
import { useCall, useToast } from './calls';
import { atom, useSetAtom } from './jotai';
import { useLoad, type Loaded } from './load';
import { idleQuery, type Query } from './remote';
import { nudgeStatusAtom } from './session';

const locationsAtom = atom<Query<LocationsResponse>>(idleQuery);

/** Loads the locations of both platforms and the pair, and keeps them up to date. */
export function useLocations(): Loaded<LocationsResponse> {
  return useLoad({
    atom: locationsAtom,
    key: 'all',
    label: 'fetching locations',
    make: (api, options) => api.locations.getLocations({}, options),
    live: true,
  });
}

/** Returns the locations of one platform, in its own order. */
export function locationsOf(locations: LocationsResponse, source: Source): readonly Location[] {
  return locations.all.filter((location) => location.source === source);
}

/** Returns the short form of an id: the last part of a GID, or the whole id. */
export function shortId(sourceId: string): string {
  return sourceId.slice(sourceId.lastIndexOf('/') + 1);
}

/** Actions on locations. Each returns whether it succeeded, after showing a toast for a failure. */
export interface LocationActions {
  /** Reloads the locations of the platforms, one after the other. */
  readonly resync: (sources: readonly Source[]) => Promise<boolean>;
  /** Pairs two locations; the server then reads both catalogs. */
  readonly savePair: (shopifyId: string, squareId: string) => Promise<boolean>;
  readonly disconnectPair: (id: string) => Promise<boolean>;
  /** Disconnects a pair and creates another. If the second step fails, no pair is left. */
  readonly replacePair: (id: string, shopifyId: string, squareId: string) => Promise<boolean>;
}

/** Returns the actions; `after` runs when one succeeds. */
export function useLocationActions(after: () => void): LocationActions {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const done = useCallback(() => {
    nudge();
    after();
  }, [after, nudge]);
  const disconnect = async (id: string) =>
    call((api) => api.locations.disconnectSyncedLocation({ id }), { label: 'disconnecting locations' });
  const savePair = async (shopifyId: string, squareId: string) => {
    const answer = await call((api) => api.locations.saveSyncedLocation({ locationIdShopify: shopifyId, locationIdSquare: squareId }), {
      label: 'saving locations',
    });
    if (answer.ok) toast({ tone: 'good', text: sharedText.locationsSaved });
    return answer.ok;
  };
  return {
    resync: async (sources) => {
      let ok = true;
      for (const source of sources) {
        const answer = await call((api) => api.locations.syncLocations({ id: source }), {
          label: `syncing ${sourceName(source)} locations`,
        });
        ok = ok && answer.ok;
      }
      done();
      return ok;
    },
    savePair: async (shopifyId, squareId) => {
      const saved = await savePair(shopifyId, squareId);
      if (saved) done();
      return saved;
    },
    disconnectPair: async (id) => {
      const answer = await disconnect(id);
      if (answer.ok) {
        toast({ tone: 'good', text: sharedText.locationsDisconnected });
        done();
      }
      return answer.ok;
    },
    replacePair: async (id, shopifyId, squareId) => {
      const ended = await disconnect(id);
      const replaced = ended.ok && (await savePair(shopifyId, squareId));
      done();
      return replaced;
    },
  };
}

/** Returns the platforms that have no locations. */
export function sourcesWithout(locations: LocationsResponse): readonly Source[] {
  return SOURCES.filter((source) => locationsOf(locations, source).length === 0);
}
