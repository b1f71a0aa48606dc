import { useState } from 'react';

import type { Source } from '../../../domain/source';
import type { LocationsResponse } from '../../../gen/sh/locations_pb';
import { locationsOf } from './locations';

/** The pair of locations that a merchant chooses. */
export interface LocationPair {
  /** Our location IDs; '' while none is chosen. */
  readonly chosen: Readonly<Record<Source, string>>;
  readonly isChosen: boolean;
  readonly choose: (source: Source, id: string) => void;
}

/** Keeps the choice of a pair of locations. Where a platform has only one, that one is chosen from the start. Null while they load. */
export function useLocationPair(locations: LocationsResponse | null): LocationPair {
  const [picked, setPicked] = useState<Partial<Record<Source, string>>>({});
  const idOf = (source: Source): string => picked[source] ?? (locations === null ? '' : onlyOne(locations, source));
  const chosen = { shopify: idOf('shopify'), square: idOf('square') };
  return {
    chosen,
    isChosen: chosen.shopify !== '' && chosen.square !== '',
    choose: (source, id) => {
      setPicked((before) => ({ ...before, [source]: id }));
    },
  };
}

function onlyOne(locations: LocationsResponse, source: Source): string {
  const [first, ...others] = locationsOf(locations, source);
  return first !== undefined && others.length === 0 ? first.id : '';
}
