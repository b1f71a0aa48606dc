import { History } from 'lucide-react';
import { useCallback } from 'react';
import { Link, useSearchParams } from 'wouter';

import type { HistoryRow } from '../../../gen/sh/history_pb';
import { Button, textLink } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Pager } from '../../components/pager';
import { SearchBox } from '../../components/search-box';
import { SkeletonRows } from '../../components/skeleton';
import { Table, type Column } from '../../components/table';
import { When } from '../../components/when';
import { formatHistoryTime } from '../../formats';
import { historyPath } from '../../paths';
import { useLoad } from '../../state/load';
import { latest } from '../../state/remote';
import { hasNextPage, historyAtom, PAGE_SIZE, readHistoryQuery, showingText, writeHistoryQuery } from './state';

/** A line with its place on the page: two lines may say the very same. */
interface NumberedRow {
  readonly key: string;
  readonly row: HistoryRow;
}

const COLUMNS: readonly Column<NumberedRow>[] = [
  {
    key: 'date',
    header: 'Timestamp',
    width: 'w-26 sm:w-34',
    cell: ({ row }) => (
      <span className="text-muted max-sm:text-xs">
        <When at={row.date}>{formatHistoryTime(row.date)}</When>
      </span>
    ),
  },
  {
    key: 'originator',
    header: 'Originated By',
    width: 'w-32 max-md:hidden',
    cell: ({ row }) => <span className="text-muted">{row.originator}</span>,
  },
  {
    key: 'location',
    header: 'Location',
    width: 'w-40 max-lg:hidden',
    cell: ({ row }) => <span className="block truncate text-muted">{row.locationName}</span>,
  },
  {
    key: 'sku',
    header: 'Sku',
    width: 'w-28 sm:w-44',
    cell: ({ row }) =>
      row.sku === '' ? null : (
        <Link href={historyPath(row.sku)} className={`${textLink} block truncate font-mono text-xs leading-5`}>
          {row.sku}
        </Link>
      ),
  },
  { key: 'message', header: 'Message', hook: 'message', cell: ({ row }) => <span className="break-words">{row.message}</span> },
];

/** What happened to the stock, the newest first; page and searched SKU stand in the address. */
export function HistoryPage() {
  const [params, setParams] = useSearchParams();
  const { page, sku } = readHistoryQuery(params);
  const loaded = useLoad({
    atom: historyAtom,
    key: JSON.stringify([page, sku]),
    label: 'getting history',
    make: (api, options) => api.history.getHistory({ table: { limit: PAGE_SIZE, page }, skuQuery: sku }, options),
    live: true,
    keep: true,
  });
  const search = useCallback((text: string) => setParams(writeHistoryQuery({ page: 0, sku: text.trim() })), [setParams]);
  const response = latest(loaded.remote);
  return (
    <Page title="History" lead="Every change of stock, where it came from and what was done about it.">
      <div className="mb-3 flex max-w-xl gap-2">
        <SearchBox label="Search by SKU" value={sku} onSearch={search} whileTyping={false} busy={loaded.stale} />
      </div>
      <section aria-label="History" className="rounded-lg border border-line bg-surface shadow-card">
        {response === null ? (
          loaded.remote.state === 'failed' ? (
            <ErrorPanel title="Your history could not be loaded." failure={loaded.remote.failure} onRetry={loaded.reload} />
          ) : (
            <SkeletonRows rows={10} />
          )
        ) : response.historyRows.length === 0 ? (
          <EmptyState
            icon={<History size={22} aria-hidden="true" />}
            title="[No recent history]"
            {...(sku === '' ? {} : { action: <Button onClick={() => search('')}>Show all history</Button> })}
          >
            {sku === '' ? 'Sales, restocks and recounts on either side appear here.' : `Nothing was recorded for “${sku}”.`}
          </EmptyState>
        ) : (
          <Table
            label="History"
            columns={COLUMNS}
            rows={response.historyRows.map((row, index) => ({ key: `${page}:${index}`, row }))}
            rowKey={(line) => line.key}
            rowSku={(line) => line.row.sku}
            rowHeight={39}
            stale={loaded.stale && loaded.remote.state === 'loading' && response === null}
          />
        )}
        {response !== null && (
          <Pager
            page={page}
            hasNext={hasNextPage(page, response.totalItems)}
            summary={showingText(page, response.historyRows.length, response.totalItems)}
            onPage={(next) => {
              setParams(writeHistoryQuery({ page: next, sku }));
              window.scrollTo({ top: 0 });
            }}
          />
        )}
      </section>
    </Page>
  );
}
