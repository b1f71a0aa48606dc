import { History } from 'lucide-react';
import { useCallback } from 'react';
import { Link, useSearchParams } from 'wouter';

import type { HistoryRow } from '../../../gen/sh/history_pb';
import { Button, textLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { Page } from '../../shared/components/page';
import { Pager } from '../../shared/components/pager';
import { SearchBox } from '../../shared/components/search-box';
import { SkeletonRows } from '../../shared/components/skeleton';
import { Table, type Column } from '../../shared/components/table';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/dates';
import { historyPath, inventorySearchPath } from '../../shared/paths';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { ExportButton } from './export-button';
import { hasNextPage, historyAtom, PAGE_SIZE, readHistoryQuery, showingText, writeHistoryQuery } from './state';

/** A line with its place on the page: two lines may say the very same. */
interface NumberedRow {
  readonly key: string;
  readonly row: HistoryRow;
}

const COLUMNS: readonly Column<NumberedRow>[] = [
  { key: 'date', header: 'Timestamp', width: 'w-34', from: 'sm', cell: ({ row }) => <Timestamp row={row} /> },
  {
    key: 'originator',
    header: 'Originated By',
    width: 'w-32',
    from: 'md',
    cell: ({ row }) => <span className="text-muted">{row.originator}</span>,
  },
  {
    key: 'location',
    header: 'Location',
    width: 'w-44',
    from: 'lg',
    cell: ({ row }) => <span className="block truncate text-muted">{row.locationName}</span>,
  },
  { key: 'sku', header: 'Sku', width: 'w-44', from: 'sm', cell: ({ row }) => <SkuLink sku={row.sku} /> },
  { key: 'message', header: 'Message', hook: 'message', cell: ({ row }) => <MessageCell row={row} /> },
];

function Timestamp({ row }: { readonly row: HistoryRow }) {
  return (
    <span className="text-muted">
      <When at={row.date}>{formatHistoryTime(row.date)}</When>
    </span>
  );
}

function SkuLink({ sku }: { readonly sku: string }) {
  if (sku === '') return null;
  return (
    <Link href={historyPath(sku)} className={`${textLink} block truncate font-mono text-xs leading-5 max-sm:py-1`}>
      {sku}
    </Link>
  );
}

/** What happened; where the window is too narrow for their columns, the other facts stand under it. */
function MessageCell({ row }: { readonly row: HistoryRow }) {
  return (
    <>
      <span className="wrap-anywhere">{row.message}</span>
      <span className="flex flex-wrap gap-x-3 text-sm text-muted lg:hidden">
        <span className="sm:hidden">
          <Timestamp row={row} />
        </span>
        <span className="max-w-full min-w-0 sm:hidden">
          <SkuLink sku={row.sku} />
        </span>
        <span className="md:hidden">{row.originator}</span>
        <span>{row.locationName}</span>
      </span>
    </>
  );
}

function emptyText(page: number, sku: string): string {
  if (page > 0) return 'The history has no such page.';
  return sku === '' ? 'Sales, restocks and recounts on either side appear here.' : `Nothing was recorded for “${shorten(sku)}”.`;
}

/** A SKU that a person would read; more of it tells nothing. */
function shorten(sku: string): string {
  return sku.length > 80 ? `${sku.slice(0, 80)}…` : sku;
}

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
    <Page
      title="History"
      lead="Every change of stock, where it came from and what was done about it."
      actions={<ExportButton sku={sku} empty={response !== null && response.totalItems === 0} />}
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex w-full max-w-xl gap-2">
          <SearchBox label="Search by SKU" value={sku} onSearch={search} whileTyping={false} busy={loaded.stale} />
        </div>
        {sku !== '' && (
          <Link href={inventorySearchPath(sku)} className={textLink}>
            Show in the inventory
          </Link>
        )}
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
            {...(sku === '' && page === 0 ? {} : { action: <Button onClick={() => search('')}>Show all history</Button> })}
          >
            {emptyText(page, sku)}
          </EmptyState>
        ) : (
          <Table
            label="History"
            columns={COLUMNS}
            rows={response.historyRows.map((row, index) => ({ key: `${page}:${index}`, row }))}
            rowKey={(line) => line.key}
            rowSku={(line) => line.row.sku}
            rowHeight={39}
            stale={loaded.stale}
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
