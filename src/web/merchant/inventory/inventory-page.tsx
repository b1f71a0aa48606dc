import { PackageSearch } from 'lucide-react';
import { lazy, useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';

import { TROUBLE_VIEWS, type InventoryView } from '../../../domain/catalog/joined';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import { EmptyState } from '../../shared/components/empty-state';
import { LazyPart } from '../../shared/components/lazy-part';
import { Page } from '../../shared/components/page';
import { Pager } from '../../shared/components/pager';
import { Unloaded } from '../../shared/components/unloaded';
import { WritersHoldNotice } from '../../shared/components/writers-hold-notice';
import { useAtomValue } from '../../shared/state/jotai';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { statusAtom } from '../../shared/state/session';
import { useStoredFlag } from '../../shared/state/stored';
import { useOptionalColumns } from './columns/optional-columns';
import { CopiesStrip } from './copies-strip';
import { ExcludedList } from './exclusions/excluded-list';
import { HeldBanner } from './held-banner';
import { InventoryTable } from './inventory-table';
import { inventoryText as text } from './inventory.text';
import { listVariants, mayBeUntracked, type ListedVariant } from './level-state';
import { LinkHint } from './link-hint';
import { ListActions } from './list-actions';
import { FLAT_TABLE_KEY, inventoryRequest, readListState, searchOf, sortOf, type ListState } from './list-query';
import { ListToolbar } from './list-toolbar';
import { SelectionArea, useSelection } from './selection';
import { changeListState, countVariants, inventoryAtom, showingText, toRows } from './state';
import { readOpenVariant, writeOpenVariant } from './variant-state';
import { SavedViews } from './views/saved-views';

const VariantDrawer = lazy(async () => ({ default: (await import('./variant-drawer')).VariantDrawer }));
const LevelDrawer = lazy(async () => ({ default: (await import('./level-drawer')).LevelDrawer }));
const ImportDrawer = lazy(async () => ({ default: (await import('./import-counts/import-drawer')).ImportDrawer }));
const TrackDrawer = lazy(async () => ({ default: (await import('./track-drawer')).TrackDrawer }));
const HeldDialog = lazy(async () => ({ default: (await import('./held-dialog')).HeldDialog }));
const CopyDialog = lazy(async () => ({ default: (await import('./copy-dialog')).CopyDialog }));

/**
 * The panel that is open over the list: it levels rows or enables their tracking (null for all rows of the list), imports counts, sends or drops held
 * changes, or copies one product.
 */
type Task =
  | { readonly kind: 'level' | 'track'; readonly selected: readonly ListedVariant[] | null }
  | { readonly kind: 'import' }
  | { readonly kind: 'held'; readonly ids: readonly string[]; readonly send: boolean }
  | { readonly kind: 'copy'; readonly listed: ListedVariant };

/** The inventory list: stock of both platforms side by side. Its view, search, page, order and open variant are in the address. */
export function InventoryPage() {
  const [params, setParams] = useSearchParams();
  const list = readListState(params);
  const [flat, setFlat] = useStoredFlag(FLAT_TABLE_KEY, true);
  const [columns, setColumns] = useOptionalColumns();
  const [task, setTask] = useState<Task | null>(null);
  const status = latest(useAtomValue(statusAtom));
  const sort = sortOf(list, flat);
  const search = searchOf(list);
  const key = JSON.stringify([list.view, search, list.page, sort]);
  const loaded = useLoad({
    atom: inventoryAtom,
    key,
    label: 'getting inventory',
    make: (api, options) => api.inventory.getInventory(inventoryRequest(list, sort), options),
    live: true,
    keep: true,
  });
  const response = latest(loaded.remote);
  const listed = useMemo(() => listVariants(response?.products ?? []), [response]);
  const selection = useSelection(listed, {
    total: response?.total ?? 0,
    of: `${list.view} ${search}`,
    page: loaded.stale ? '' : key,
  });

  const change = useCallback(
    (next: Partial<ListState>, replace = false) => setParams((before) => changeListState(before, next), { replace }),
    [setParams],
  );
  const open = readOpenVariant(params.get('variant'));
  const show = (variant: string | null) => setParams((before) => withVariant(before, variant));

  return (
    <Page
      title={text.title}
      lead={<span className="max-sm:hidden">{text.lead}</span>}
      actions={
        <ListActions
          list={{ ...list, sort }}
          onLevel={() => setTask({ kind: 'level', selected: null })}
          onImport={() => setTask({ kind: 'import' })}
        />
      }
    >
      <Notices status={status} view={list.view} onView={(view) => change({ view, query: '', filters: [] })} />
      <ListToolbar
        list={list}
        status={status}
        flat={flat}
        busy={loaded.stale}
        onFlat={setFlat}
        columns={columns}
        onColumns={setColumns}
        onChange={change}
      />
      <SavedViews list={list} onShow={change} />
      <LinkHint view={list.view} />
      {list.view === 'excluded' && <ExcludedList />}
      <section aria-label={text.list} className="rounded-lg border border-line bg-surface shadow-card">
        <SelectionArea
          selection={selection}
          held={selection.every ? 0 : heldAmong(selection.selected).length}
          onHeld={(send) => setTask({ kind: 'held', ids: heldAmong(selection.selected), send })}
          untracked={selection.every || selection.selected.some(mayBeUntracked)}
          onTrack={() => setTask({ kind: 'track', selected: selection.every ? null : selection.selected })}
          onLevel={() => setTask({ kind: 'level', selected: selection.every ? null : selection.selected })}
          covered={task !== null || open !== null}
        >
          {response === null ? (
            <Unloaded loaded={loaded} title={text.loadFailed} rows={10} height="h-14" />
          ) : response.products.length === 0 ? (
            <EmptyState icon={PackageSearch} title={text.empty.title}>
              {emptyText(list)}
            </EmptyState>
          ) : (
            <InventoryTable
              rows={toRows(response.products, flat)}
              flat={flat}
              explained={TROUBLE_VIEWS.some((view) => view === list.view)}
              stale={loaded.stale}
              sort={sort}
              onSort={(by) => change({ sort: by })}
              selection={selection}
              optional={columns}
              onOpen={(variant) => show(writeOpenVariant(variant))}
              onCopy={(one) => setTask({ kind: 'copy', listed: one })}
            />
          )}
        </SelectionArea>
        {response !== null && (
          <Pager
            page={list.page}
            hasNext={response.hasNextPage}
            summary={showingText(list.page, countVariants(response.products))}
            onPage={(page) => {
              change({ page });
              window.scrollTo({ top: 0 });
            }}
          />
        )}
      </section>
      {open !== null && (
        <LazyPart onClose={() => show(null)}>
          <VariantDrawer open={open} onClose={() => show(null)} />
        </LazyPart>
      )}
      {task !== null && (
        <LazyPart onClose={() => setTask(null)}>
          <TaskPanel task={task} list={list} onChanged={loaded.reload} onClose={() => setTask(null)} />
        </LazyPart>
      )}
    </Page>
  );
}

interface NoticesProps {
  readonly status: AccountStatus | null;
  readonly view: InventoryView;
  readonly onView: (view: InventoryView) => void;
}

/** Shows what is on hold, and what is being copied. */
function Notices({ status, view, onView }: NoticesProps) {
  return (
    <>
      {status !== null && status.writersHeld > 0 && (
        <div className="mb-4 max-sm:mb-2">
          <WritersHoldNotice status={status} />
        </div>
      )}
      {status !== null && status.held > 0 && (
        <HeldBanner held={status.held} {...(view === 'held' ? {} : { onShow: () => onView('held') })} />
      )}
      <CopiesStrip />
    </>
  );
}

/** Returns the IDs of those variants that have a held change. */
function heldAmong(listed: readonly ListedVariant[]): readonly string[] {
  return listed.filter(({ variant }) => variant.trouble === 'held').map(({ variant }) => variant.id);
}

/** Explains why the list is empty. */
function emptyText(list: ListState): string {
  const { view, page } = list;
  if (page > 0) return text.empty.pageGone;
  return searchOf(list) === '' ? text.empty.views[view] : text.empty.noMatch;
}

interface TaskPanelProps {
  readonly task: Task;
  readonly list: ListState;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function TaskPanel({ task, list, onChanged, onClose }: TaskPanelProps) {
  switch (task.kind) {
    case 'level':
      return <LevelDrawer list={list} selected={task.selected} onClose={onClose} />;
    case 'track':
      return <TrackDrawer list={list} selected={task.selected} onChanged={onChanged} onClose={onClose} />;
    case 'held':
      return <HeldDialog held={task.ids.length} ids={task.ids} send={task.send} onClose={onClose} />;
    case 'import':
      return <ImportDrawer onClose={onClose} />;
    case 'copy':
      return <CopyDialog listed={task.listed} onClose={onClose} />;
  }
}

/** Returns the list's address with another variant open, or none. */
function withVariant(params: URLSearchParams, variant: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (variant === null) next.delete('variant');
  else next.set('variant', variant);
  return next;
}
