import { SOURCES, type Source } from '../../../domain/source';
import type { Location, LocationsResponse } from '../../../gen/sh/locations_pb';
import { locationsOf } from '../../shared/state/locations';

/** Said when a second pair is asked for. */
export const MAXIMUM_REACHED = 'You already have 1 synced location, which is the maximum that Shelfbridge supports today.';

/** Asked before a pair is ended. */
export const DISCONNECT_QUESTION =
  'Are you sure you want to disconnect these locations? If you proceed, Shelfbridge will no longer sync inventory between these Square / Shopify locations.';

/** The locations that are in no pair. */
export function unsyncedLocations(locations: LocationsResponse): readonly Location[] {
  const paired = new Set(locations.synced.flatMap((pair) => [pair.shopifyId, pair.squareId]));
  return locations.all.filter((location) => !paired.has(location.sourceId));
}

/** The locations whose name, id or platform has every word of the search; all for an empty one. */
export function findLocations(locations: LocationsResponse, search: string): readonly Location[] {
  const words = search.toLowerCase().split(/\s+/u);
  return locations.all.filter(({ source, sourceId, sourceName: name }) => {
    const text = `${name} ${sourceId} ${source}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The platforms that have no location to choose. */
export function sourcesWithout(locations: LocationsResponse): readonly Source[] {
  return SOURCES.filter((source) => locationsOf(locations, source).length === 0);
}

/** The warning about platforms without locations. */
export function nothingToSync(sources: readonly Source[]): string {
  if (sources.length > 1) return 'No Shopify & Square Locations To Sync';
  return sources[0] === 'shopify' ? 'No Shopify Locations To Sync' : 'No Square Locations To Sync';
}
