import { Link, useLocation } from 'wouter';

import type { FleetAccount } from '../../../gen/sh/operations_pb';
import { textLink } from '../../shared/components/button';
import { Table, type Column, type Sorting } from '../../shared/components/table';
import { formatFull } from '../../shared/dates';
import { formatCount } from '../../shared/formats';
import { accountPath } from '../../shared/paths';
import { agoText, formatDuration, lastingText } from '../formats';
import { TroubleChips } from '../health-problem-chips';

interface FleetTableProps {
  readonly accounts: readonly FleetAccount[];
  readonly sorting: Sorting;
  /** In ms since epoch. */
  readonly now: number;
}

/** The customers, a row each; a press on a row opens the account. */
export function FleetTable({ accounts, sorting, now }: FleetTableProps) {
  const [, navigate] = useLocation();
  return (
    <Table
      label="Customers"
      columns={columns(now)}
      rows={accounts}
      rowKey={(account) => account.accountId}
      rowHeight={56}
      sorting={sorting}
      onRow={(account) => navigate(accountPath(account.accountId))}
    />
  );
}

function Customer({ account, now }: { readonly account: FleetAccount; readonly now: number }) {
  const { name, domain, troubles, unreachable, since } = account;
  return (
    <div className="min-w-0">
      <Link
        href={accountPath(account.accountId)}
        title={name === '' ? domain : name}
        onClick={(event) => event.stopPropagation()}
        className={`${textLink} block truncate`}
      >
        {/* A name from right to left must not carry the line with it. */}
        <bdi>{name === '' ? domain : name}</bdi>
      </Link>
      <span className="block truncate text-sm text-muted">{domain}</span>
      <span className="mt-1 block md:hidden">
        <TroubleChips troubles={troubles} unreachable={unreachable} />
      </span>
      {since !== '' && <span className="block text-sm text-muted first-letter:uppercase lg:hidden">{lastingText(since, now)}</span>}
    </div>
  );
}

function columns(now: number): readonly Column<FleetAccount>[] {
  return [
    {
      key: 'customer',
      header: 'Customer',
      sortKey: 'domain',
      hook: 'customer',
      cell: (account) => <Customer account={account} now={now} />,
    },
    {
      key: 'troubles',
      header: 'Trouble',
      width: 'w-64',
      from: 'md',
      hook: 'troubles',
      cell: (account) => <Troubles account={account} />,
    },
    {
      key: 'since',
      header: 'Since',
      width: 'w-30',
      from: 'lg',
      sortKey: 'since',
      cell: ({ since }) => (
        <time dateTime={since} title={formatFull(since)} className="whitespace-nowrap text-muted">
          {agoText(since, now) || '–'}
        </time>
      ),
    },
    {
      key: 'lag',
      header: 'Lag',
      headerName: 'Lag: nineteen of twenty writes of the last day took no longer',
      width: 'w-20',
      align: 'right',
      from: 'sm',
      sortKey: 'lag_p95_ms',
      cell: ({ lagP95Ms }) => (lagP95Ms === undefined ? <span className="text-faint">–</span> : formatDuration(lagP95Ms)),
    },
    {
      key: 'waiting',
      header: 'Waiting',
      headerName: 'Waiting: since when the oldest change is on its way',
      width: 'w-24',
      align: 'right',
      from: 'lg',
      sortKey: 'oldest_under_way_ms',
      cell: ({ oldestUnderWayMs }) => (oldestUnderWayMs === 0 ? <span className="text-faint">–</span> : formatDuration(oldestUnderWayMs)),
    },
    countColumn('held', 'Held', ({ held }) => held),
    countColumn('blocked', 'Refused', ({ blocked }) => blocked),
    countColumn('frozen', 'Frozen', ({ frozen }) => frozen),
  ];
}

function Troubles({ account: { troubles, unreachable, entitled, shopifyAccess, squareAccess } }: { readonly account: FleetAccount }) {
  if (troubles.length > 0) return <TroubleChips troubles={troubles} unreachable={unreachable} />;
  if (entitled && shopifyAccess && squareAccess) return <span className="text-good">In order</span>;
  return <span className="text-muted">{entitled ? 'Not set up' : 'No access'}</span>;
}

function countColumn(sortKey: string, header: string, count: (account: FleetAccount) => number): Column<FleetAccount> {
  return {
    key: sortKey,
    header,
    width: 'w-24',
    align: 'right',
    from: 'xl',
    sortKey,
    cell: (account) => (count(account) === 0 ? <span className="text-faint">0</span> : formatCount(count(account))),
  };
}
