import type { Location, LocationsResponse } from '../../../gen/sh/locations_pb';

/** Returns the locations that are in no pair. */
export function unsyncedLocations(locations: LocationsResponse): readonly Location[] {
  const paired = new Set(locations.synced.flatMap((pair) => [pair.shopifyId, pair.squareId]));
  return locations.all.filter((location) => !paired.has(location.sourceId));
}

/** Returns the locations whose name, id or platform contains every word of the search; all of them for an empty search. */
export function findLocations(locations: LocationsResponse, search: string): readonly Location[] {
  const words = search.toLowerCase().split(/\s+/u);
  return locations.all.filter(({ source, sourceId, sourceName: name }) => {
    const searched = `${name} ${sourceId} ${source}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
