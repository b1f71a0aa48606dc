import type { LocationInventory, LocationInventoryResponse } from '../../../gen/sh/inventory_pb';
import type { Location, LocationsResponse, SyncedLocation } from '../../../gen/sh/locations_pb';
import { formatCount } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { shortId } from '../../shared/state/locations';
import { idleQuery, type Query } from '../../shared/state/remote';

/** Rows a page. */
export const LOCATION_PAGE_SIZE = 1000;

/** The present page of a location's stock. */
export const locationInventoryAtom = atom<Query<LocationInventoryResponse>>(idleQuery);

/** The views of the inventory, as the page words them. */
export const LOCATION_VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'in_sync', label: 'In Sync' },
  { value: 'out_of_sync', label: 'Out of Sync' },
  { value: 'shopify_only', label: 'Only in Shopify' },
  { value: 'square_only', label: 'Only in Square' },
  { value: 'not_tracked', label: 'Not Tracked' },
] as const;
/** One of the views. */
export type LocationView = (typeof LOCATION_VIEWS)[number]['value'];

const SORTS = ['name', 'sku', 'shopify_quantity', 'square_quantity', 'status'];

/** What the address says about the list. */
export interface LocationQuery {
  readonly view: LocationView;
  readonly query: string;
  /** A column, '-' before it for descending; '' for the default. */
  readonly sort: string;
  /** From 0. */
  readonly page: number;
}

/** Reads the list's state from the address; what makes no sense counts as absent. */
export function readLocationQuery(params: URLSearchParams): LocationQuery {
  const page = Number(params.get('page') ?? '0');
  const sort = params.get('sort') ?? '';
  return {
    view: LOCATION_VIEWS.find(({ value }) => value === params.get('view'))?.value ?? 'all',
    query: params.get('q') ?? '',
    sort: SORTS.includes(sort.replace(/^-/u, '')) ? sort : '',
    page: Number.isSafeInteger(page) && page >= 0 ? page : 0,
  };
}

/** The address of another state of the list. Anything but another page begins at the first page again. */
export function changeLocationQuery(params: URLSearchParams, change: Partial<LocationQuery>): URLSearchParams {
  const { view, query, sort, page } = { ...readLocationQuery(params), page: 0, ...change };
  const next = new URLSearchParams();
  if (view !== 'all') next.set('view', view);
  if (query !== '') next.set('q', query);
  if (sort !== '') next.set('sort', sort);
  if (page > 0) next.set('page', String(page));
  return next;
}

/** The location that an id of ours or of the platform's names; undefined when there is none. */
export function findLocation(locations: LocationsResponse, id: string): Location | undefined {
  return locations.all.find((location) => location.id === id) ?? locations.all.find(({ sourceId }) => shortId(sourceId) === shortId(id));
}

/** The pair that a location is in; undefined when it is in none. */
export function pairOf(locations: LocationsResponse, { sourceId }: Location): SyncedLocation | undefined {
  return locations.synced.find(({ shopifyId, squareId }) => shopifyId === sourceId || squareId === sourceId);
}

/** 'Showing X - Y' for a page (from 0) that holds so many variants. */
export function locationShowingText(page: number, rows: number): string {
  return `Showing ${formatCount(page * LOCATION_PAGE_SIZE + Math.min(1, rows))} - ${formatCount(page * LOCATION_PAGE_SIZE + rows)}`;
}

/** A variant's own name for people; Shopify calls the only variant of a product 'Default Title', which says nothing. */
export function ownName({ variantName }: LocationInventory): string {
  return variantName === 'Default Title' ? '' : variantName;
}
