import { History, Undo2 } from 'lucide-react';
import { useCallback } from 'react';
import { Link, useSearchParams } from 'wouter';

import type { HistoryResponse, HistoryRow } from '../../../gen/sh/history_pb';
import { Button, ButtonLink, textLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { ExportButton } from '../../shared/components/export-button';
import { Page } from '../../shared/components/page';
import { CursorPager, Pager } from '../../shared/components/pager';
import { SearchBox } from '../../shared/components/search-box';
import { SkeletonRows } from '../../shared/components/skeleton';
import { Table, type Column } from '../../shared/components/table';
import { Unloaded } from '../../shared/components/unloaded';
import { When } from '../../shared/components/when';
import { formatDay } from '../../shared/dates';
import { formatHistoryTime } from '../../shared/history-time';
import { historyPath, inventorySearchPath, paths, timelinePath } from '../../shared/paths';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { readHistory, saveHistory } from './export';
import { HistoryFilters } from './history-filters';
import { historyRequest, isFiltered, readHistoryQuery, type HistoryQuery } from './history-query';
import { text } from './history.text';
import { describeFilters, hasNextPage, historyAtom, showingText, writeHistoryQuery } from './state';

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

/** Cuts a long SKU for display. */
function shorten(sku: string): string {
  return sku.length > 80 ? `${sku.slice(0, 80)}…` : sku;
}

function emptyText({ page, sku, cursor, ...filters }: HistoryQuery, searchedTo: string): string {
  if (page > 0) return text.noSuchPage;
  if (!isFiltered(filters)) return sku === '' ? text.nothingYet : text.nothingFor(shorten(sku));
  const described = describeFilters(filters);
  const nothing = cursor === '' ? text.nothingWith(described, shorten(sku)) : text.nothingOlder(described);
  return searchedTo === '' ? nothing : `${nothing} ${text.searchedTo(formatDay(searchedTo))}.`;
}

interface NothingProps {
  readonly query: HistoryQuery;
  readonly response: HistoryResponse;
  readonly onShow: (next: Partial<HistoryQuery>) => void;
}

/** Shown in place of the lines where there are none: what was searched, and how to go on. */
function Nothing({ query, response: { searchedTo = '', nextCursor = '' }, onShow }: NothingProps) {
  const filtered = isFiltered(query);
  const action =
    searchedTo !== '' ? (
      <Button onClick={() => onShow({ ...query, cursor: nextCursor })}>{text.searchFurther}</Button>
    ) : filtered ? (
      <Button onClick={() => onShow({ sku: query.sku })}>{text.filters.clear}</Button>
    ) : query.sku !== '' || query.page > 0 ? (
      <Button onClick={() => onShow({})}>{text.showAll}</Button>
    ) : null;
  return (
    <EmptyState icon={History} title={searchedTo === '' ? text.none : text.noneYet} {...(action !== null && { action })}>
      {emptyText(query, searchedTo)}
    </EmptyState>
  );
}

/** Shows the history of stock changes, newest first; page, searched SKU, and filters are kept in the URL. */
export function HistoryPage() {
  const [params, setParams] = useSearchParams();
  const query = readHistoryQuery(params);
  const { page, sku } = query;
  const loaded = useLoad({
    atom: historyAtom,
    key: JSON.stringify(query),
    label: 'getting history',
    make: (api, options) => api.history.getHistory(historyRequest(query), options),
    live: true,
    keep: true,
  });
  const show = useCallback((next: Partial<HistoryQuery>) => setParams(writeHistoryQuery(next)), [setParams]);
  // The first page of what another search or filter finds.
  const search = useCallback(
    (next: Partial<HistoryQuery>) =>
      setParams((before) => writeHistoryQuery({ ...readHistoryQuery(before), page: 0, cursor: '', ...next })),
    [setParams],
  );
  const searchSku = useCallback((searched: string) => search({ sku: searched.trim() }), [search]);
  const response = latest(loaded.remote);
  const isEmpty = response !== null && response.historyRows.length === 0;
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        <>
          <ButtonLink href={paths.bulkChanges} size="sm" icon={<Undo2 size={14} className="max-sm:hidden" />}>
            {text.bulkChanges}
          </ButtonLink>
          <ExportButton
            label={text.export}
            empty={isEmpty && (response.nextCursor ?? '') === ''}
            read={(call, signal) => readHistory(call, query, signal)}
            save={saveHistory}
          />
        </>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex w-full max-w-xl gap-2">
          <SearchBox label={text.search} value={sku} onSearch={searchSku} whileTyping={false} busy={loaded.stale} />
        </div>
        {sku !== '' && (
          <>
            <Link href={inventorySearchPath(sku)} className={textLink}>
              {text.showInInventory}
            </Link>
            <Link href={timelinePath(sku)} className={textLink}>
              {text.timeline}
            </Link>
          </>
        )}
      </div>
      <HistoryFilters filters={query} onChange={search} />
      <section aria-label={text.title} className="rounded-lg border border-line bg-surface shadow-card">
        {response === null ? (
          <Unloaded loaded={loaded} title={text.notLoaded} rows={10} />
        ) : isEmpty ? (
          // An empty answer to the previous query says nothing about the current one.
          loaded.stale ? (
            <SkeletonRows rows={10} />
          ) : (
            <Nothing query={query} response={response} onShow={show} />
          )
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
          <HistoryPager
            query={query}
            response={response}
            onShow={(next) => {
              show(next);
              window.scrollTo({ top: 0 });
            }}
          />
        )}
      </section>
    </Page>
  );
}

/** The pager: by number, or by cursor where filters are set, since what they find is not counted. */
function HistoryPager({ query, response, onShow }: NothingProps) {
  const { historyRows, totalItems, nextCursor, searchedTo = '' } = response;
  if (nextCursor === undefined) {
    return (
      <Pager
        page={query.page}
        hasNext={hasNextPage(query.page, totalItems)}
        summary={showingText(query.page, historyRows.length, totalItems)}
        onPage={(page) => onShow({ ...query, page })}
      />
    );
  }
  const found = text.showingOf(historyRows.length);
  return (
    <CursorPager
      cursor={query.cursor}
      next={nextCursor}
      summary={searchedTo === '' ? found : `${found}. ${text.searchedTo(formatDay(searchedTo))}`}
      {...(searchedTo !== '' && { nextLabel: text.searchFurther })}
      onCursor={(cursor) => onShow({ ...query, cursor })}
    />
  );
}
