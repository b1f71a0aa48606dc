import { UsersRound } from 'lucide-react';
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

import type { FleetPage as FleetAnswer } from '../../../gen/sh/operations_pb';
import { Button } from '../../shared/components/button';
import { cx } from '../../shared/components/class-names';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { Pager } from '../../shared/components/pager';
import { SearchBox } from '../../shared/components/search-box';
import { SkeletonRows } from '../../shared/components/skeleton';
import { formatCount } from '../../shared/formats';
import { useLoad, type Loaded } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { useInterval } from '../../shared/state/use-interval';
import { fleetSentence, troubleWords } from '../health-problems';
import { OperatorPage } from '../operator-page';
import { FleetTable } from './fleet-table';
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
  troubledAtom,
  type FleetQuery,
} from './state';

/** All customers with their troubles, the worst first; filter, search, order and page stand in the address. */
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
        { limit: PAGE_SIZE, offset: list.page * PAGE_SIZE, sort: list.sort, trouble: list.trouble, query: list.query },
        options,
      ),
    keep: true,
  });
  const counted = useLoad({
    atom: troubledAtom,
    key: 'any',
    label: 'getting the fleet',
    make: (_, options) => operators.operations.getFleet({ limit: 1, offset: 0, sort: '', trouble: 'any', query: '' }, options),
  });
  useInterval(loaded.remote.state === 'failed' ? RETRY_MS : REFRESH_MS, () => {
    loaded.reload();
    counted.reload();
  });
  const change = useCallback(
    (next: Partial<FleetQuery>, replace = false) => setParams((before) => changeFleetQuery(before, next), { replace }),
    [setParams],
  );
  const search = useCallback((query: string) => change({ query: query.trim() }, true), [change]);
  const page = latest(loaded.remote);
  const troubled = latest(counted.remote);
  return (
    <OperatorPage
      title="Fleet"
      lead={troubled === null ? 'Every customer, and who of them needs you.' : fleetSentence(troubled.total, troubled.troubles)}
    >
      <Filters page={page} troubled={troubled?.total ?? null} chosen={list.trouble} onChoose={(trouble) => change({ trouble })} />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <div className="flex max-w-xl min-w-64 flex-1">
          <SearchBox label="Search customers" value={list.query} onSearch={search} whileTyping busy={loaded.stale} />
        </div>
        {list.sort !== '' && (
          <Button kind="quiet" onClick={() => change({ sort: '' })}>
            Worst first
          </Button>
        )}
      </div>
      {list.trouble !== '' && list.trouble !== 'any' && <p className="mb-3 max-w-prose text-muted">{troubleWords(list.trouble).meaning}</p>}
      <section aria-label="Customers" className="rounded-lg border border-line bg-surface shadow-card">
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
  /** Customers in any trouble; null while that is not known. */
  readonly troubled: number | null;
  readonly chosen: string;
  readonly onChoose: (trouble: string) => void;
}

/** The kinds of trouble with how many customers have each; one of them filters the list. */
function Filters({ page, troubled, chosen, onChoose }: FiltersProps) {
  return (
    <div role="group" aria-label="Which customers to show" className="mb-4 flex gap-1.5 overflow-x-auto p-0.5 sm:flex-wrap">
      {fleetFilters(page, troubled, chosen).map(({ trouble, label, count }) => (
        <button
          key={trouble}
          type="button"
          aria-pressed={chosen === trouble}
          onClick={() => onChoose(trouble)}
          className={cx(
            'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm font-medium',
            chosen === trouble ? 'border-accent bg-accent-soft text-accent' : 'border-line-strong bg-surface text-muted hover:text-ink',
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
    return loaded.remote.state === 'failed' ? (
      <ErrorPanel
        title="The fleet could not be loaded."
        safe="The customers’ stock goes on being kept in step."
        failure={loaded.remote.failure}
        onRetry={loaded.reload}
      />
    ) : (
      <SkeletonRows rows={10} height="h-14" />
    );
  }
  if (page.accounts.length === 0) {
    const all = list.query === '' && list.trouble === '';
    return (
      <EmptyState
        icon={<UsersRound size={22} aria-hidden="true" />}
        title={all ? 'No customers yet' : 'No such customer'}
        {...(all ? {} : { action: <Button onClick={() => onChange({ query: '', trouble: '' })}>Show all customers</Button> })}
      >
        {all ? 'They appear here when they sign in for the first time.' : 'Nobody matches this filter and search.'}
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
