import { ArrowRightLeft, MapPin } from 'lucide-react';
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

import { Button, ButtonLink } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { PlatformGlyph } from '../../components/platform-glyph';
import { SearchBox } from '../../components/search-box';
import { SkeletonRows } from '../../components/skeleton';
import { Table, type Column } from '../../components/table';
import { paths } from '../../paths';
import { useConnections } from '../../state/connections';
import { useLocations } from '../../state/locations';
import { latest } from '../../state/remote';
import { locationRows, type LocationRow } from './locations-state';

const COLUMNS: readonly Column<LocationRow>[] = [
  {
    key: 'name',
    header: 'Name',
    hook: 'name',
    cell: ({ name, syncedWith }) => (
      <>
        <bdi className="font-medium break-words">{name}</bdi>
        {syncedWith !== '' && (
          <span className="flex items-center gap-1.5 text-sm text-muted">
            <ArrowRightLeft size={13} aria-hidden="true" className="shrink-0 text-good" />
            <span className="min-w-0 truncate">
              In step with <bdi>{syncedWith}</bdi>
            </span>
          </span>
        )}
      </>
    ),
  },
  {
    key: 'connection',
    header: 'Connection',
    width: 'w-1/2',
    hook: 'connection',
    cell: ({ source, connection }) => (
      <span className="flex items-center gap-2 text-muted">
        <PlatformGlyph source={source} size={16} />
        <bdi className="min-w-0 break-words">{connection}</bdi>
      </span>
    ),
  },
];

/** Every location of both platforms, found by name or connection; the search stands in the address. */
export function LocationsPage() {
  const [params, setParams] = useSearchParams();
  const query = params.get('query') ?? '';
  const loaded = useLocations();
  const connections = latest(useConnections().remote)?.connections ?? [];
  const search = useCallback((text: string) => setParams(text === '' ? {} : { query: text }, { replace: true }), [setParams]);
  const locations = latest(loaded.remote);
  const rows = locations === null ? [] : locationRows(locations, connections, query);
  return (
    <Page
      title="Locations"
      lead="Where the two platforms keep stock. One location of each shares its stock with the other."
      actions={<ButtonLink href={paths.locations}>Choose what is synced</ButtonLink>}
    >
      <div className="mb-3 flex max-w-xl gap-2">
        <SearchBox label="Search by name or connection" value={query} onSearch={search} whileTyping busy={false} />
      </div>
      <section aria-label="Locations" className="rounded-lg border border-line bg-surface shadow-card">
        {locations === null ? (
          loaded.remote.state === 'failed' ? (
            <ErrorPanel title="Your locations could not be loaded." failure={loaded.remote.failure} onRetry={loaded.reload} />
          ) : (
            <SkeletonRows rows={4} />
          )
        ) : rows.length === 0 ? (
          <EmptyState
            icon={<MapPin size={22} aria-hidden="true" />}
            title="No Locations"
            {...(query === '' ? {} : { action: <Button onClick={() => search('')}>Show all locations</Button> })}
          >
            {query === '' ? 'They appear here once the platforms are connected.' : `Nothing fits “${query}”.`}
          </EmptyState>
        ) : (
          <Table label="Locations" columns={COLUMNS} rows={rows} rowKey={(row) => row.id} rowHeight={48} />
        )}
      </section>
    </Page>
  );
}
