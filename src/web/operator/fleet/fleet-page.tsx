import { UsersRound } from 'lucide-react';
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

import type { FleetPage as FleetAnswer } from '../../../gen/sh/operations_pb';
import { Button } from '../../shared/components/button';
import { cx } from '../../shared/components/class-names';
import { EmptyState } from '../../shared/components/empty-state';
import { Pager } from '../../shared/components/pager';
import { SearchBox } from '../../shared/components/search-box';
import { Unloaded } from '../../shared/components/unloaded';
import { formatCount } from '../../shared/formats';
import { useLoad, type Loaded } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { useInterval } from '../../shared/state/use-interval';
import { describeFleet, describeHealthProblem } from '../health-problems';
import { OperatorPage } from '../operator-page';
import { FleetTable } from './fleet-table';
import { text } from './fleet.text';
import {
  changeFleetQuery,
  fleetAtom,
  fleetFilters,
  nextSort,
  PAGE_SIZE,
  readFleetQuery,
  REFRESH_MS,
  RETRY_MS,
  showingText,
  unhealthyAtom,
  type FleetQuery,
} from './state';

/** Lists all customers with their health problems, the worst first. */
export function FleetPage() {
  const [params, setParams] = useSearchParams();
  const list = readFleetQuery(params);
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: fleetAtom,
    key: JSON.stringify(list),
    label: 'getting the fleet',
    make: (_, options) =>
      operators.operations.getFleet(
        { limit: PAGE_SIZE, offset: list.page * PAGE_SIZE, sort: list.sort, trouble: list.problem, query: list.query },
        options,
      ),
    keep: true,
  });
  const unhealthyLoad = useLoad({
    atom: unhealthyAtom,
    key: 'any',
    label: 'getting the fleet',
    make: (_, options) => operators.operations.getFleet({ limit: 1, offset: 0, sort: '', trouble: 'any', query: '' }, options),
  });
  useInterval(loaded.remote.state === 'failed' ? RETRY_MS : REFRESH_MS, () => {
    loaded.reload();
    unhealthyLoad.reload();
  });
  const change = useCallback(
    (next: Partial<FleetQuery>, replace = false) => setParams((before) => changeFleetQuery(before, next), { replace }),
    [setParams],
  );
  const search = useCallback((query: string) => change({ query: query.trim() }, true), [change]);
  const page = latest(loaded.remote);
  const unhealthy = latest(unhealthyLoad.remote);
  return (
    <OperatorPage title={text.title} lead={unhealthy === null ? text.lead : describeFleet(unhealthy.total, unhealthy.troubles)}>
      <Filters page={page} unhealthy={unhealthy?.total ?? null} selected={list.problem} onSelect={(problem) => change({ problem })} />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <div className="flex max-w-xl min-w-64 flex-1">
          <SearchBox label={text.search} value={list.query} onSearch={search} whileTyping busy={loaded.stale} />
        </div>
        {list.sort !== '' && (
          <Button kind="quiet" onClick={() => change({ sort: '' })}>
            {text.worstFirst}
          </Button>
        )}
      </div>
      {list.problem !== '' && list.problem !== 'any' && (
        <p className="mb-3 max-w-prose text-muted">{describeHealthProblem(list.problem).meaning}</p>
      )}
      <section aria-label={text.customers} className="rounded-lg border border-line bg-surface shadow-card">
        <Rows loaded={loaded} list={list} onChange={change} />
        {page !== null && (
          <Pager
            page={list.page}
            hasNext={(list.page + 1) * PAGE_SIZE < page.total}
            summary={showingText(list.page, page.accounts.length, page.total)}
            onPage={(next) => {
              change({ page: next });
              window.scrollTo({ top: 0 });
            }}
          />
        )}
      </section>
    </OperatorPage>
  );
}

interface FiltersProps {
  readonly page: FleetAnswer | null;
  /** Customers with any health problem; null while not known. */
  readonly unhealthy: number | null;
  readonly selected: string;
  readonly onSelect: (problem: string) => void;
}

/** The kinds of health problem with their numbers of customers, to filter the list by one. */
function Filters({ page, unhealthy, selected, onSelect }: FiltersProps) {
  return (
    <div role="group" aria-label={text.filters} className="mb-4 flex gap-1.5 overflow-x-auto p-0.5 sm:flex-wrap">
      {fleetFilters(page, unhealthy, selected).map(({ problem, label, count }) => (
        <button
          key={problem}
          type="button"
          aria-pressed={selected === problem}
          onClick={() => onSelect(problem)}
          className={cx(
            'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm font-medium',
            selected === problem ? 'border-accent bg-accent-soft text-accent' : 'border-line-strong bg-surface text-muted hover:text-ink',
          )}
        >
          {label}
          {count !== null && <span className="tabular-nums">{formatCount(count)}</span>}
        </button>
      ))}
    </div>
  );
}

interface RowsProps {
  readonly loaded: Loaded<FleetAnswer>;
  readonly list: FleetQuery;
  readonly onChange: (change: Partial<FleetQuery>) => void;
}

function Rows({ loaded, list, onChange }: RowsProps) {
  const page = latest(loaded.remote);
  if (page === null) {
    return <Unloaded loaded={loaded} title={text.failed} safe={text.failedSafe} rows={10} height="h-14" />;
  }
  if (page.accounts.length === 0) {
    const all = list.query === '' && list.problem === '';
    return (
      <EmptyState
        icon={UsersRound}
        title={all ? text.noCustomers : text.noMatch}
        {...(all ? {} : { action: <Button onClick={() => onChange({ query: '', problem: '' })}>{text.showAll}</Button> })}
      >
        {all ? text.noCustomersHint : text.noMatchHint}
      </EmptyState>
    );
  }
  return (
    <FleetTable
      accounts={page.accounts}
      sorting={{ by: list.sort, onSort: (by) => onChange({ sort: nextSort(list.sort, by) }) }}
      now={Date.now()}
    />
  );
}
