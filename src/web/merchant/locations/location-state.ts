import type { LocationInventoryResponse } from '../../../gen/sh/inventory_pb';
import type { Location, LocationsResponse, SyncedLocation } from '../../../gen/sh/locations_pb';
import { atom } from '../../shared/state/jotai';
import { shortId } from '../../shared/state/locations';
import { idleQuery, type Query } from '../../shared/state/remote';
import { LOCATION_PAGE_SIZE, readLocationQuery, VIEWS, type LocationQuery } from './location-query';
import { text } from './locations.text';

/** The current page of a location's stock. */
export const locationInventoryAtom = atom<Query<LocationInventoryResponse>>(idleQuery);

/** The options of the view picker. */
export const LOCATION_VIEWS = VIEWS.map((value) => ({ value, label: text.stock.views[value] }));

/** Returns the URL parameters for a change of the list's state. A change of anything but the page goes back to the first page. */
export function changeLocationQuery(params: URLSearchParams, change: Partial<LocationQuery>): URLSearchParams {
  const { view, query, sort, page } = { ...readLocationQuery(params), page: 0, ...change };
  const next = new URLSearchParams();
  if (view !== 'all') next.set('view', view);
  if (query !== '') next.set('q', query);
  if (sort !== '') next.set('sort', sort);
  if (page > 0) next.set('page', String(page));
  return next;
}

/** Finds a location by our id or by the platform's. */
export function findLocation(locations: LocationsResponse, id: string): Location | undefined {
  return locations.all.find((location) => location.id === id) ?? locations.all.find(({ sourceId }) => shortId(sourceId) === shortId(id));
}

/** Finds the pair that a location belongs to. */
export function pairOf(locations: LocationsResponse, { sourceId }: Location): SyncedLocation | undefined {
  return locations.synced.find(({ shopifyId, squareId }) => shopifyId === sourceId || squareId === sourceId);
}

/** Returns 'Showing X - Y' for a page (from 0) with a number of rows. */
export function locationShowingText(page: number, rows: number): string {
  return text.stock.showing(page * LOCATION_PAGE_SIZE + Math.min(1, rows), page * LOCATION_PAGE_SIZE + rows);
}
