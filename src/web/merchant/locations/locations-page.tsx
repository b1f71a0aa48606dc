import { Link2, MapPin, Plus, Unlink } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link } from 'wouter';

import { parseSource, type Source } from '../../../domain/source';
import type { LocationsResponse, SyncedLocation } from '../../../gen/sh/locations_pb';
import { Button, textLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { LazyPart } from '../../shared/components/lazy-part';
import { Page, Panel } from '../../shared/components/page';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { Table, type Column } from '../../shared/components/table';
import { Unloaded } from '../../shared/components/unloaded';
import { locationPath } from '../../shared/paths';
import { shortId, useLocations } from '../../shared/state/locations';
import { latest } from '../../shared/state/remote';
import { AllLocations } from './all-locations';
import { text } from './locations.text';
import { unsyncedLocations } from './state';

const SyncLocationsDialog = lazy(async () => ({ default: (await import('./sync-locations-dialog')).SyncLocationsDialog }));
const DisconnectPairDialog = lazy(async () => ({ default: (await import('./disconnect-pair-dialog')).DisconnectPairDialog }));

/** The id of the note that explains why no pair can be added. */
const MAXIMUM_ID = 'locations-maximum';

/** Shows the synced pair of locations and all other locations. */
export function LocationsPage() {
  const loaded = useLocations();
  const [choosing, setChoosing] = useState(false);
  const [disconnecting, setDisconnecting] = useState<SyncedLocation | null>(null);
  const locations = latest(loaded.remote);
  const full = locations !== null && locations.synced.length > 0;
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        locations !== null &&
        locations.all.length > 0 && (
          <Button
            kind="primary"
            disabled={full}
            aria-describedby={full ? MAXIMUM_ID : undefined}
            onClick={() => setChoosing(true)}
            icon={<Plus size={16} />}
          >
            {text.create}
          </Button>
        )
      }
    >
      {locations === null ? (
        <Panel>
          <Unloaded loaded={loaded} title={text.notLoaded} rows={4} />
        </Panel>
      ) : (
        <Content locations={locations} onSync={() => setChoosing(true)} onDisconnect={setDisconnecting} />
      )}
      {choosing && locations !== null && (
        <LazyPart onClose={() => setChoosing(false)}>
          <SyncLocationsDialog locations={locations} reload={loaded.reload} onClose={() => setChoosing(false)} />
        </LazyPart>
      )}
      {disconnecting !== null && (
        <LazyPart onClose={() => setDisconnecting(null)}>
          <DisconnectPairDialog pair={disconnecting} reload={loaded.reload} onClose={() => setDisconnecting(null)} />
        </LazyPart>
      )}
    </Page>
  );
}

interface ContentProps {
  readonly locations: LocationsResponse;
  readonly onSync: () => void;
  readonly onDisconnect: (pair: SyncedLocation) => void;
}

function Content({ locations, onSync, onDisconnect }: ContentProps) {
  if (locations.all.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon={MapPin}
          title={text.none}
          action={
            <Button kind="primary" onClick={onSync}>
              {text.sync}
            </Button>
          }
        >
          {text.noneFound}
        </EmptyState>
      </Panel>
    );
  }
  const unsynced = unsyncedLocations(locations);
  return (
    <div className="flex flex-col gap-5">
      <Panel title={text.pairs.heading}>
        {locations.synced.length > 0 && (
          <p id={MAXIMUM_ID} className="border-b border-line px-4 py-2.5 text-sm text-muted">
            {text.pairs.maximumReached}
          </p>
        )}
        {locations.synced.length === 0 ? (
          <EmptyState icon={Link2} title={text.pairs.none} action={<Button onClick={onSync}>{text.sync}</Button>}>
            {text.pairs.noneSent}
          </EmptyState>
        ) : (
          <Table
            label={text.pairs.heading}
            columns={pairColumns(locations, onDisconnect)}
            rows={locations.synced}
            rowKey={(pair) => pair.id}
            rowHeight={48}
          />
        )}
      </Panel>
      <Panel title={text.unsynced.heading}>
        {unsynced.length === 0 ? (
          <p className="px-4 py-4 text-muted">{text.unsynced.none}</p>
        ) : (
          <ul className="divide-y divide-line">
            {unsynced.map((location) => {
              const source = parseSource(location.source);
              return (
                <li key={location.id} className="flex items-center gap-3 px-4 py-2.5">
                  <span className="text-muted">{source !== null && <PlatformGlyph source={source} named />}</span>
                  <Link href={locationPath(location.id)} className={`${textLink} flex min-w-0`}>
                    <span className="min-w-0 truncate">
                      {location.sourceName} <span className="font-normal text-muted">({shortId(location.sourceId)})</span>
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </Panel>
      <AllLocations locations={locations} />
    </div>
  );
}

function pairColumns(locations: LocationsResponse, onDisconnect: (pair: SyncedLocation) => void): readonly Column<SyncedLocation>[] {
  const nameColumn = (source: Source): Column<SyncedLocation> => ({
    key: source,
    header: text.pairs.names[source],
    cell: (pair) => (
      <Link href={pathOf(locations, source === 'shopify' ? pair.shopifyId : pair.squareId)} className={textLink}>
        {source === 'shopify' ? pair.shopifyName : pair.squareName}
      </Link>
    ),
  });
  return [
    { key: 'id', header: text.pairs.id, width: 'w-12 sm:w-16', cell: (pair) => <span className="text-muted tabular-nums">{pair.id}</span> },
    nameColumn('shopify'),
    nameColumn('square'),
    {
      key: 'disconnect',
      header: <span className="sr-only">{text.pairs.disconnect}</span>,
      width: 'w-16 sm:w-40',
      align: 'right',
      cell: (pair) => (
        <Button size="sm" kind="quiet" onClick={() => onDisconnect(pair)} icon={<Unlink size={14} />}>
          <span className="max-sm:sr-only">{text.pairs.disconnect}</span>
        </Button>
      ),
    },
  ];
}

/** Returns the path of the location with a platform's id. */
function pathOf(locations: LocationsResponse, sourceId: string): string {
  return locationPath(locations.all.find((location) => location.sourceId === sourceId)?.id ?? shortId(sourceId));
}
