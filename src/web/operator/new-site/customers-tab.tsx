import { Users } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { Link, useSearchParams } from 'wouter';

import type { AccountSummary, AccountSummaryList } from '../../../gen/sh/admin_pb';
import { textLink } from '../../shared/components/button';
import { CheckBox } from '../../shared/components/check-box';
import { EmptyState } from '../../shared/components/empty-state';
import { Pager } from '../../shared/components/pager';
import { SearchBox } from '../../shared/components/search-box';
import { Table, type Column } from '../../shared/components/table';
import { Unloaded } from '../../shared/components/unloaded';
import { When } from '../../shared/components/when';
import { accountPath } from '../../shared/paths';
import { useLoad, type Loaded } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { operatorText } from '../operator.text';
import {
  CUSTOMER_SEARCH_DEBOUNCE_MS,
  customersAtom,
  positionText,
  readCustomersQuery,
  readExpiry,
  writeCustomersQuery,
  type CustomersQuery,
} from './customers-state';
import { text } from './new-site.text';

/** Lists all customers, searched and paged, with links to their accounts. */
export function CustomersTab() {
  const operators = useOperatorApi();
  const [params, setParams] = useSearchParams();
  const query = readCustomersQuery(params);
  const { limit, offset, active } = query;
  const search = query.query.trim();
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
    key: JSON.stringify([limit, offset, search, active]),
    label: 'getting accounts',
    make: (_, options) =>
      operators.admin.adminGetAccounts({ limit, offset, query: search, ...(active ? { onlyActive: true } : {}) }, options),
    keep: true,
  });
  const onSearch = useCallback((typed: string) => change({ query: typed, offset: 0 }, true), [change]);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="flex min-w-64 flex-1">
          <SearchBox
            label={text.customers.search}
            value={query.query}
            onSearch={onSearch}
            whileTyping
            debounceMs={CUSTOMER_SEARCH_DEBOUNCE_MS}
            busy={loaded.stale}
          />
        </div>
        <CheckBox label={text.customers.activeOnly} checked={active} onChange={(only) => change({ active: only, offset: 0 })} />
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
  const showPage = (page: number) => {
    onOffset(page > offset / limit ? offset + limit : Math.max(0, offset - limit));
    window.scrollTo({ top: 0 });
  };
  if (list === null) {
    return (
      <section aria-label={text.customers.label} className="rounded-lg border border-line bg-surface shadow-card">
        <Unloaded loaded={loaded} title={text.customers.failed} safe={operatorText.nothingChanged} rows={12} />
      </section>
    );
  }
  const shown = list.accounts.length;
  return (
    <>
      <p role="status" className="mb-2 text-sm text-muted tabular-nums">
        {text.customers.shown(shown)}
      </p>
      <section aria-label={text.customers.label} className="rounded-lg border border-line bg-surface shadow-card">
        {shown === 0 ? (
          <EmptyState icon={Users} title={text.customers.none}>
            {list.total > 0
              ? text.customers.pastEnd
              : query.query.trim() === '' && !query.active
                ? text.customers.noneHint
                : text.customers.noMatch}
          </EmptyState>
        ) : (
          <Table
            label={text.customers.label}
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
            onPage={showPage}
          />
        )}
      </section>
    </>
  );
}

/** Returns the columns; `now`, in ms since epoch, decides what has expired. */
function customerColumns(now: number): readonly Column<AccountSummary>[] {
  return [
    {
      key: 'id',
      header: text.customers.id,
      width: 'w-14 sm:w-24',
      hook: 'id',
      cell: ({ id, domain }) => (
        <Link href={accountPath(id)} className={`${textLink} tabular-nums`}>
          {id}
          <span className="sr-only">, {domain}</span>
        </Link>
      ),
    },
    { key: 'domain', header: text.customers.domain, hook: 'domain', cell: (account) => <DomainCell account={account} /> },
    {
      key: 'email',
      header: text.customers.email,
      width: 'w-2/5',
      from: 'md',
      hook: 'email',
      cell: ({ email }) => <Truncated value={email} muted />,
    },
    {
      key: 'expires',
      header: text.customers.expires,
      width: 'w-24 sm:w-28',
      hook: 'expires',
      cell: ({ expires }) => <Expires expires={expires} now={now} />,
    },
  ];
}

/** Shows the shop's domain, and below it the email address where the window has no room for its column. */
function DomainCell({ account: { domain, email } }: { readonly account: AccountSummary }) {
  return (
    <>
      <Truncated value={domain} />
      <span className="md:hidden">
        <Truncated value={email} muted />
      </span>
    </>
  );
}

/** Shows a value from outside, of any script and length, with all of it on hover. */
function Truncated({ value, muted = false }: { readonly value: string; readonly muted?: boolean }) {
  if (value === '') return muted ? <span className="text-faint">–</span> : null;
  return (
    <bdi title={value} className={muted ? 'block truncate text-left text-muted' : 'block truncate text-left font-medium'}>
      {value}
    </bdi>
  );
}

function Expires({ expires, now }: { readonly expires: string; readonly now: number }) {
  const { date, expired } = readExpiry(expires, now);
  if (date === '') return <span className="text-faint">–</span>;
  return (
    <span className={expired ? 'text-bad italic' : 'text-muted'}>
      <When at={expires}>{date}</When>
    </span>
  );
}
