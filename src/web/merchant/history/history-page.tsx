import { History } from 'lucide-react';
import { useCallback } from 'react';
import { Link, useSearchParams } from 'wouter';

import type { HistoryRow } from '../../../gen/sh/history_pb';
import { Button, textLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { Page } from '../../shared/components/page';
import { Pager } from '../../shared/components/pager';
import { SearchBox } from '../../shared/components/search-box';
import { Table, type Column } from '../../shared/components/table';
import { Unloaded } from '../../shared/components/unloaded';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/history-time';
import { historyPath, inventorySearchPath } from '../../shared/paths';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { ExportButton } from './export-button';
import { historyRequest, readHistoryQuery } from './history-query';
import { text } from './history.text';
import { hasNextPage, historyAtom, showingText, writeHistoryQuery } from './state';

/** A row with a key of its own: two rows may be equal. */
interface KeyedRow {
  readonly key: string;
  readonly row: HistoryRow;
}

const COLUMNS: readonly Column<KeyedRow>[] = [
  { key: 'date', header: text.columns.date, width: 'w-34', from: 'sm', cell: ({ row }) => <Timestamp row={row} /> },
  {
    key: 'originator',
    header: text.columns.originator,
    width: 'w-32',
    from: 'md',
    cell: ({ row }) => <span className="text-muted">{row.originator}</span>,
  },
  {
    key: 'location',
    header: text.columns.location,
    width: 'w-44',
    from: 'lg',
    cell: ({ row }) => <span className="block truncate text-muted">{row.locationName}</span>,
  },
  { key: 'sku', header: text.columns.sku, width: 'w-44', from: 'sm', cell: ({ row }) => <SkuLink sku={row.sku} /> },
  { key: 'message', header: text.columns.message, hook: 'message', cell: ({ row }) => <MessageCell row={row} /> },
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

/** Shows the message; on narrow screens also the fields whose columns are hidden. */
function MessageCell({ row }: { readonly row: HistoryRow }) {
  return (
    <>
      <span className="wrap-anywhere">{row.message}</span>
      <span className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted lg:hidden">
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
  if (page > 0) return text.noSuchPage;
  return sku === '' ? text.nothingYet : text.nothingFor(shorten(sku));
}

/** Cuts a long SKU for display. */
function shorten(sku: string): string {
  return sku.length > 80 ? `${sku.slice(0, 80)}…` : sku;
}

/** Shows the history of stock changes, newest first; page and searched SKU are kept in the URL. */
export function HistoryPage() {
  const [params, setParams] = useSearchParams();
  const { page, sku } = readHistoryQuery(params);
  const loaded = useLoad({
    atom: historyAtom,
    key: JSON.stringify([page, sku]),
    label: 'getting history',
    make: (api, options) => api.history.getHistory(historyRequest({ page, sku }), options),
    live: true,
    keep: true,
  });
  const search = useCallback((searched: string) => setParams(writeHistoryQuery({ page: 0, sku: searched.trim() })), [setParams]);
  const response = latest(loaded.remote);
  return (
    <Page title={text.title} lead={text.lead} actions={<ExportButton sku={sku} empty={response !== null && response.totalItems === 0} />}>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex w-full max-w-xl gap-2">
          <SearchBox label={text.search} value={sku} onSearch={search} whileTyping={false} busy={loaded.stale} />
        </div>
        {sku !== '' && (
          <Link href={inventorySearchPath(sku)} className={textLink}>
            {text.showInInventory}
          </Link>
        )}
      </div>
      <section aria-label={text.title} className="rounded-lg border border-line bg-surface shadow-card">
        {response === null ? (
          <Unloaded loaded={loaded} title={text.notLoaded} rows={10} />
        ) : response.historyRows.length === 0 ? (
          <EmptyState
            icon={History}
            title={text.none}
            {...(sku === '' && page === 0 ? {} : { action: <Button onClick={() => search('')}>{text.showAll}</Button> })}
          >
            {emptyText(page, sku)}
          </EmptyState>
        ) : (
          <Table
            label={text.title}
            columns={COLUMNS}
            rows={response.historyRows.map((row, index) => ({ key: `${page}:${index}`, row }))}
            rowKey={({ key }) => key}
            rowSku={({ row }) => row.sku}
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
