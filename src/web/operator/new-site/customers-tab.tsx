import { Users } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { Link, useSearchParams } from 'wouter';

import type { AccountSummary, AccountSummaryList } from '../../../gen/sh/admin_pb';
import { textLink } from '../../shared/components/button';
import { CheckBox } from '../../shared/components/check-box';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { Pager } from '../../shared/components/pager';
import { SearchBox } from '../../shared/components/search-box';
import { SkeletonRows } from '../../shared/components/skeleton';
import { Table, type Column } from '../../shared/components/table';
import { When } from '../../shared/components/when';
import { accountPath } from '../../shared/paths';
import { useLoad, type Loaded } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import {
  CUSTOMER_SEARCH_DEBOUNCE_MS,
  customersAtom,
  positionText,
  readCustomersQuery,
  readExpiry,
  shownText,
  writeCustomersQuery,
  type CustomersQuery,
} from './customers-state';

/** All customers, by search and by page; each leads to his account's detail. */
export function CustomersTab() {
  const operators = useOperatorApi();
  const [params, setParams] = useSearchParams();
  const query = readCustomersQuery(params);
  const { limit, offset, active } = query;
  const sought = query.query.trim();
  const change = useCallback(
    (next: Partial<CustomersQuery>, replace = false) =>
      setParams((before) => writeCustomersQuery(before, { ...readCustomersQuery(before), ...next }), { replace }),
    [setParams],
  );
  const mirrored = writeCustomersQuery(params, query).toString() === params.toString();
  useEffect(() => {
    if (!mirrored) change({}, true);
  }, [mirrored, change]);
  const loaded = useLoad({
    atom: customersAtom,
    key: JSON.stringify([limit, offset, sought, active]),
    label: 'getting accounts',
    make: (_, options) =>
      operators.admin.adminGetAccounts({ limit, offset, query: sought, ...(active ? { onlyActive: true } : {}) }, options),
    keep: true,
  });
  const search = useCallback((text: string) => change({ query: text, offset: 0 }, true), [change]);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="flex min-w-64 flex-1">
          <SearchBox
            label="Search by domain or email"
            value={query.query}
            onSearch={search}
            whileTyping
            debounceMs={CUSTOMER_SEARCH_DEBOUNCE_MS}
            busy={loaded.stale}
          />
        </div>
        <CheckBox label="Active Only" checked={active} onChange={(only) => change({ active: only, offset: 0 })} />
      </div>
      <Customers loaded={loaded} query={query} onOffset={(next) => change({ offset: next })} />
    </>
  );
}

interface CustomersProps {
  readonly loaded: Loaded<AccountSummaryList>;
  readonly query: CustomersQuery;
  readonly onOffset: (offset: number) => void;
}

function Customers({ loaded, query, onOffset }: CustomersProps) {
  const { limit, offset } = query;
  const list = latest(loaded.remote);
  const columns = useMemo(() => customerColumns(Date.now()), []);
  const turn = (page: number) => {
    onOffset(page > offset / limit ? offset + limit : Math.max(0, offset - limit));
    window.scrollTo({ top: 0 });
  };
  if (list === null) {
    return (
      <section aria-label="Customers" className="rounded-lg border border-line bg-surface shadow-card">
        {loaded.remote.state === 'failed' ? (
          <ErrorPanel
            title="The customers could not be loaded."
            safe="Nothing was changed."
            failure={loaded.remote.failure}
            onRetry={loaded.reload}
          />
        ) : (
          <SkeletonRows rows={12} />
        )}
      </section>
    );
  }
  const shown = list.accounts.length;
  return (
    <>
      <p role="status" className="mb-2 text-sm text-muted tabular-nums">
        {shownText(shown)}
      </p>
      <section aria-label="Customers" className="rounded-lg border border-line bg-surface shadow-card">
        {shown === 0 ? (
          <EmptyState icon={<Users size={22} aria-hidden="true" />} title="No accounts">
            {list.total > 0
              ? 'There are none this far down the list.'
              : query.query.trim() === '' && !query.active
                ? 'Merchants appear here when they sign in for the first time.'
                : 'No account fits this search.'}
          </EmptyState>
        ) : (
          <Table
            label="Customers"
            columns={columns}
            rows={list.accounts}
            rowKey={(account) => account.id}
            rowHeight={41}
            stale={loaded.stale}
          />
        )}
        {(offset > 0 || list.total > shown) && (
          <Pager
            page={Math.ceil(offset / limit)}
            hasNext={offset + shown < list.total && shown > 0}
            summary={positionText(query, shown, list.total)}
            onPage={turn}
          />
        )}
      </section>
    </>
  );
}

/** The columns; `now`, in ms since epoch, tells what has expired. */
function customerColumns(now: number): readonly Column<AccountSummary>[] {
  return [
    {
      key: 'id',
      header: 'ID',
      width: 'w-14 sm:w-24',
      hook: 'id',
      cell: ({ id, domain }) => (
        <Link href={accountPath(id)} className={`${textLink} tabular-nums`}>
          {id}
          <span className="sr-only">, {domain}</span>
        </Link>
      ),
    },
    { key: 'domain', header: 'Domain', hook: 'domain', cell: (account) => <DomainCell account={account} /> },
    {
      key: 'email',
      header: 'Email',
      width: 'w-2/5',
      from: 'md',
      hook: 'email',
      cell: ({ email }) => <Awkward text={email} muted />,
    },
    {
      key: 'expires',
      header: 'Expires',
      width: 'w-24 sm:w-28',
      hook: 'expires',
      cell: ({ expires }) => <Expires expires={expires} now={now} />,
    },
  ];
}

/** The shop; where the window is too narrow for its column, the mail address stands under it. */
function DomainCell({ account: { domain, email } }: { readonly account: AccountSummary }) {
  return (
    <>
      <Awkward text={domain} />
      <span className="md:hidden">
        <Awkward text={email} muted />
      </span>
    </>
  );
}

/** Words of other people: any script, any length; the whole of them on hover. */
function Awkward({ text, muted = false }: { readonly text: string; readonly muted?: boolean }) {
  if (text === '') return muted ? <span className="text-faint">–</span> : null;
  return (
    <bdi title={text} className={muted ? 'block truncate text-left text-muted' : 'block truncate text-left font-medium'}>
      {text}
    </bdi>
  );
}

function Expires({ expires, now }: { readonly expires: string; readonly now: number }) {
  const { text, expired } = readExpiry(expires, now);
  if (text === '') return <span className="text-faint">–</span>;
  return (
    <span className={expired ? 'text-bad italic' : 'text-muted'}>
      <When at={expires}>{text}</When>
    </span>
  );
}
