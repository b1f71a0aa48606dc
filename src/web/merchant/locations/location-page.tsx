import { PackageSearch } from 'lucide-react';
import { lazy, useCallback } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';

import { otherSource, parseSource, sourceName } from '../../../domain/source';
import type { Location, LocationsResponse } from '../../../gen/sh/locations_pb';
import { textLink } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { EmptyState } from '../../shared/components/empty-state';
import { Notice } from '../../shared/components/notice';
import { Page, Panel } from '../../shared/components/page';
import { Pager } from '../../shared/components/pager';
import { SearchBox } from '../../shared/components/search-box';
import { Unloaded } from '../../shared/components/unloaded';
import { paths } from '../../shared/paths';
import { useLoad } from '../../shared/state/load';
import { useLocations } from '../../shared/state/locations';
import { latest } from '../../shared/state/remote';
import { locationRequest, readLocationQuery, type LocationQuery } from './location-query';
import { changeLocationQuery, findLocation, LOCATION_VIEWS, locationInventoryAtom, locationShowingText, pairOf } from './location-state';
import { LocationTable } from './location-table';
import { text } from './locations.text';

const NotFound = lazy(async () => ({ default: (await import('../../shared/components/not-found-page')).NotFoundPage }));

/** Shows one location's stock by variant. */
export function LocationPage() {
  const { locationId = '' } = useParams<{ locationId?: string }>();
  const loaded = useLocations();
  const locations = latest(loaded.remote);
  if (locations === null) {
    return (
      <Page title={text.one.title}>
        <Panel>
          <Unloaded loaded={loaded} title={text.one.notLoaded} rows={10} />
        </Panel>
      </Page>
    );
  }
  const location = findLocation(locations, locationId);
  return location === undefined ? <NotFound /> : <LocationDetails location={location} locations={locations} />;
}

function LocationDetails({ location, locations }: { readonly location: Location; readonly locations: LocationsResponse }) {
  return (
    <Page title={location.sourceName} lead={<SyncPartner location={location} locations={locations} />}>
      {pairOf(locations, location) === undefined && (
        <div className="mb-4">
          <Notice tone="info" title={text.one.notSynced}>
            {text.one.noQuantities}
          </Notice>
        </div>
      )}
      <Stock key={location.id} locationId={location.id} />
    </Page>
  );
}

/** Names a location's platform and the location that it is synced with. */
function SyncPartner({ location, locations }: { readonly location: Location; readonly locations: LocationsResponse }) {
  const source = parseSource(location.source);
  const pair = pairOf(locations, location);
  const partner = pair === undefined || source === null ? '' : source === 'shopify' ? pair.squareName : pair.shopifyName;
  const platform = source === null ? '' : sourceName(source);
  return (
    <>
      {source !== null && partner !== '' ? text.one.syncedWith(platform, partner, sourceName(otherSource(source))) : text.one.on(platform)}{' '}
      ·{' '}
      <Link href={paths.locations} className={textLink}>
        {text.all.heading}
      </Link>
    </>
  );
}

function Stock({ locationId }: { readonly locationId: string }) {
  const [params, setParams] = useSearchParams();
  const list = readLocationQuery(params);
  const loaded = useLoad({
    atom: locationInventoryAtom,
    key: JSON.stringify([locationId, list]),
    label: 'getting inventory',
    make: (api, options) => api.inventory.getLocationInventory(locationRequest(locationId, list), options),
    live: true,
    keep: true,
  });
  const change = useCallback(
    (next: Partial<LocationQuery>, replace = false) => setParams((before) => changeLocationQuery(before, next), { replace }),
    [setParams],
  );
  const search = useCallback((query: string) => change({ query }, true), [change]);
  const response = latest(loaded.remote);
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <Choice label={text.stock.view} options={LOCATION_VIEWS} value={list.view} onChange={(view) => change({ view })} />
        <div className="flex max-w-xl min-w-64 flex-1 max-sm:order-first max-sm:basis-full">
          <SearchBox label={text.stock.search} value={list.query} onSearch={search} whileTyping busy={loaded.stale} />
        </div>
      </div>
      <section aria-label={text.stock.label} className="rounded-lg border border-line bg-surface shadow-card">
        {response === null ? (
          <Unloaded loaded={loaded} title={text.stock.notLoaded} rows={10} height="h-14" />
        ) : response.inventories.length === 0 ? (
          <EmptyState icon={PackageSearch} title={text.stock.none}>
            {list.query === '' && list.view === 'all' ? text.stock.notReadYet : text.stock.noMatch}
          </EmptyState>
        ) : (
          <LocationTable
            rows={response.inventories}
            sorting={{ by: list.sort === '' ? 'name' : list.sort, onSort: (sort) => change({ sort }) }}
          />
        )}
        {response !== null && (
          <Pager
            page={list.page}
            hasNext={response.hasNextPage}
            summary={locationShowingText(list.page, response.inventories.length)}
            onPage={(page) => {
              change({ page });
              window.scrollTo({ top: 0 });
            }}
          />
        )}
      </section>
    </>
  );
}
