import { parseSource, sourceName, type Source } from '../../../domain/source';
import type { Connection } from '../../../gen/sh/connections_pb';
import type { LocationsResponse } from '../../../gen/sh/locations_pb';

/** One line of the list of locations. */
export interface LocationRow {
  readonly id: string;
  readonly source: Source;
  readonly name: string;
  /** The platform with the business's name there, as far as it is known. */
  readonly connection: string;
  /** The location of the other platform that shares its stock; '' when none does. */
  readonly syncedWith: string;
}

/** Every location of both platforms that fits a search over name and connection, in the platforms' own order. */
export function locationRows(locations: LocationsResponse, connections: readonly Connection[], query: string): readonly LocationRow[] {
  const sought = query.trim().toLowerCase();
  return locations.all
    .flatMap((location): LocationRow[] => {
      const source = parseSource(location.source);
      if (source === null) return [];
      const label = connections.find((connection) => connection.source === source)?.label ?? '';
      const pair = locations.synced.find((one) => (source === 'shopify' ? one.shopifyId : one.squareId) === location.sourceId);
      const syncedWith = pair === undefined ? '' : source === 'shopify' ? pair.squareName : pair.shopifyName;
      const connection = label === '' ? sourceName(source) : `${sourceName(source)} · ${label}`;
      return [{ id: location.id, source, name: location.sourceName, connection, syncedWith }];
    })
    .filter(({ name, connection }) => sought === '' || `${name}\n${connection}`.toLowerCase().includes(sought));
}
