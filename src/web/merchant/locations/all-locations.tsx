import { useState } from 'react';
import { Link } from 'wouter';

import { parseSource, sourceName } from '../../../domain/source';
import type { Location, LocationsResponse } from '../../../gen/sh/locations_pb';
import { textLink } from '../../shared/components/button';
import { Panel } from '../../shared/components/page';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { SearchBox } from '../../shared/components/search-box';
import { Table, type Column } from '../../shared/components/table';
import { locationPath } from '../../shared/paths';
import { shortId } from '../../shared/state/locations';
import { text } from './locations.text';
import { findLocations } from './state';

const COLUMNS: readonly Column<Location>[] = [
  {
    key: 'name',
    header: text.all.name,
    cell: (location) => (
      <Link href={locationPath(location.id)} className={`${textLink} block break-words`}>
        {location.sourceName} <span className="font-normal text-muted">({shortId(location.sourceId)})</span>
      </Link>
    ),
  },
  {
    key: 'connection',
    header: text.all.connection,
    width: 'w-32 sm:w-44',
    cell: (location) => {
      const source = parseSource(location.source);
      if (source === null) return null;
      return (
        <span className="inline-flex items-center gap-2">
          <span className="text-muted">
            <PlatformGlyph source={source} size={16} />
          </span>
          {sourceName(source)}
        </span>
      );
    },
  },
];

/** Lists the locations of both platforms, synced or not, with a search by name, id or platform. */
export function AllLocations({ locations }: { readonly locations: LocationsResponse }) {
  const [search, setSearch] = useState('');
  const found = findLocations(locations, search);
  return (
    <Panel title={text.all.heading}>
      <div className="flex px-4 py-3">
        <SearchBox label={text.all.search} value={search} onSearch={setSearch} whileTyping busy={false} />
      </div>
      {found.length === 0 ? (
        <p className="border-t border-line px-4 py-4 text-muted">{text.all.noMatch}</p>
      ) : (
        <Table label={text.all.heading} columns={COLUMNS} rows={found} rowKey={(location) => location.id} rowHeight={44} />
      )}
    </Panel>
  );
}
