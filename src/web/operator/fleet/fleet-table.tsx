import { Link, useLocation } from 'wouter';

import type { FleetAccount } from '../../../gen/sh/operations_pb';
import { textLink } from '../../shared/components/button';
import { Table, type Column, type Sorting } from '../../shared/components/table';
import { formatFull } from '../../shared/dates';
import { formatCount } from '../../shared/formats';
import { accountPath } from '../../shared/paths';
import { agoText, formatDuration, lastingText } from '../formats';
import { HealthProblemChips } from '../health-problem-chips';
import { text } from './fleet.text';

interface FleetTableProps {
  readonly accounts: readonly FleetAccount[];
  readonly sorting: Sorting;
  /** In ms since epoch. */
  readonly now: number;
}

/** Shows customers, one per row. A click on a row opens the account. */
export function FleetTable({ accounts, sorting, now }: FleetTableProps) {
  const [, navigate] = useLocation();
  return (
    <Table
      label={text.customers}
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
        {/* A right-to-left name must not change the direction of the line. */}
        <bdi>{name === '' ? domain : name}</bdi>
      </Link>
      <span className="block truncate text-sm text-muted">{domain}</span>
      <span className="mt-1 block md:hidden">
        <HealthProblemChips problems={troubles} unreachable={unreachable} />
      </span>
      {since !== '' && <span className="block text-sm text-muted first-letter:uppercase lg:hidden">{lastingText(since, now)}</span>}
    </div>
  );
}

function columns(now: number): readonly Column<FleetAccount>[] {
  return [
    {
      key: 'customer',
      header: text.columns.customer,
      sortKey: 'domain',
      hook: 'customer',
      cell: (account) => <Customer account={account} now={now} />,
    },
    {
      key: 'health',
      header: text.columns.health,
      width: 'w-64',
      from: 'md',
      hook: 'health',
      cell: (account) => <Health account={account} />,
    },
    {
      key: 'since',
      header: text.columns.since,
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
      header: text.columns.lag,
      headerName: text.columns.lagName,
      width: 'w-20',
      align: 'right',
      from: 'sm',
      sortKey: 'lag_p95_ms',
      cell: ({ lagP95Ms }) => (lagP95Ms === undefined ? <span className="text-faint">–</span> : formatDuration(lagP95Ms)),
    },
    {
      key: 'waiting',
      header: text.columns.waiting,
      headerName: text.columns.waitingName,
      width: 'w-24',
      align: 'right',
      from: 'lg',
      sortKey: 'oldest_under_way_ms',
      cell: ({ oldestUnderWayMs }) => (oldestUnderWayMs === 0 ? <span className="text-faint">–</span> : formatDuration(oldestUnderWayMs)),
    },
    countColumn('held', text.columns.held, ({ held }) => held),
    countColumn('blocked', text.columns.refused, ({ blocked }) => blocked),
    { ...countColumn('frozen', text.columns.indeterminate, ({ frozen }) => frozen), width: 'w-38' },
  ];
}

function Health({ account: { troubles, unreachable, entitled, shopifyAccess, squareAccess } }: { readonly account: FleetAccount }) {
  if (troubles.length > 0) return <HealthProblemChips problems={troubles} unreachable={unreachable} />;
  if (entitled && shopifyAccess && squareAccess) return <span className="text-good">{text.healthy}</span>;
  return <span className="text-muted">{entitled ? text.notSetUp : text.noAccess}</span>;
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
