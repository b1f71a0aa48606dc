import { useCallback } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import type { Location, LocationsResponse } from '../../../gen/sh/locations_pb';
import { useCall, useToast } from './calls';
import { atom, useSetAtom } from './jotai';
import { useLoad, type Loaded } from './load';
import { idleQuery, type Query } from './remote';
import { statusNudgeAtom } from './session';

const locationsAtom = atom<Query<LocationsResponse>>(idleQuery);

/** Both platforms' locations and the pair, kept up to date. */
export function useLocations(): Loaded<LocationsResponse> {
  return useLoad({
    atom: locationsAtom,
    key: 'all',
    label: 'fetching locations',
    make: (api, options) => api.locations.getLocations({}, options),
    live: true,
  });
}

/** The locations of one platform, in its own order. */
export function locationsOf(locations: LocationsResponse, source: Source): readonly Location[] {
  return locations.all.filter((location) => location.source === source);
}

/** A location's own number for people: the last part of a GID, or the whole id. */
export function shortId(sourceId: string): string {
  return sourceId.slice(sourceId.lastIndexOf('/') + 1);
}

/** What can be done with locations. Each answers whether it worked; a failure has been said. */
export interface LocationActions {
  /** Reads the platforms' locations anew, one after the other. */
  readonly resync: (sources: readonly Source[]) => Promise<boolean>;
  /** Pairs two locations; both catalogues are then read. */
  readonly savePair: (shopifyId: string, squareId: string) => Promise<boolean>;
  readonly disconnectPair: (id: string) => Promise<boolean>;
  /** Ends a pair and makes another; without the second there is none, which the page then shows. */
  readonly replacePair: (id: string, shopifyId: string, squareId: string) => Promise<boolean>;
}

/** The actions; `after` runs when one worked. */
export function useLocationActions(after: () => void): LocationActions {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const done = useCallback(() => {
    nudge((count) => count + 1);
    after();
  }, [after, nudge]);
  const disconnect = async (id: string) =>
    call((api) => api.locations.disconnectSyncedLocation({ id }), { label: 'disconnecting locations' });
  const savePair = async (shopifyId: string, squareId: string) => {
    const answer = await call((api) => api.locations.saveSyncedLocation({ locationIdShopify: shopifyId, locationIdSquare: squareId }), {
      label: 'saving locations',
    });
    if (answer.ok) toast({ tone: 'good', text: 'Locations saved. Both catalogues are being read now.' });
    return answer.ok;
  };
  return {
    resync: async (sources) => {
      let worked = true;
      for (const source of sources) {
        const answer = await call((api) => api.locations.syncLocations({ id: source }), {
          label: `syncing ${sourceName(source)} locations`,
        });
        worked = worked && answer.ok;
      }
      done();
      return worked;
    },
    savePair: async (shopifyId, squareId) => {
      const worked = await savePair(shopifyId, squareId);
      if (worked) done();
      return worked;
    },
    disconnectPair: async (id) => {
      const answer = await disconnect(id);
      if (answer.ok) {
        toast({ tone: 'good', text: 'The locations are disconnected' });
        done();
      }
      return answer.ok;
    },
    replacePair: async (id, shopifyId, squareId) => {
      const ended = await disconnect(id);
      const worked = ended.ok && (await savePair(shopifyId, squareId));
      done();
      return worked;
    },
  };
}
