import { BellOff } from 'lucide-react';
import { Link, useSearchParams } from 'wouter';

import type { Alert } from '../../../gen/sh/operations_pb';
import { Button, textLink } from '../../shared/components/button';
import { CheckBox } from '../../shared/components/check-box';
import { Chip } from '../../shared/components/chip';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { CursorPager } from '../../shared/components/pager';
import { SkeletonRows } from '../../shared/components/skeleton';
import { Table, type Column } from '../../shared/components/table';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/dates';
import { plural } from '../../shared/formats';
import { accountPath } from '../../shared/paths';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { agoText, lastingText } from '../formats';
import { troubleWords } from '../health-problems';
import { OperatorPage } from '../operator-page';
import { taskWords } from '../task-names';
import { alertsAtom, PAGE_SIZE, readAlertsQuery, writeAlertsQuery, type AlertsQuery } from './state';

/** Troubles as they were told to operators and merchants, the newest first. */
export function AlertsPage() {
  const [params, setParams] = useSearchParams();
  const query = readAlertsQuery(params);
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: alertsAtom,
    key: JSON.stringify(query),
    label: 'getting alerts',
    make: (_, options) =>
      operators.operations.getAlerts(
        { accountId: query.account, openOnly: query.openOnly, cursor: query.cursor, limit: PAGE_SIZE },
        options,
      ),
    keep: true,
  });
  const page = latest(loaded.remote);
  const show = (next: Partial<AlertsQuery>) => setParams(writeAlertsQuery({ ...query, cursor: '', ...next }));
  return (
    <OperatorPage title="Alerts" lead="Troubles that were found, whom they were told to, and when they ended.">
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <CheckBox label="Only open ones" checked={query.openOnly} onChange={(openOnly) => show({ openOnly })} />
        {query.account !== '' && (
          <Button size="sm" onClick={() => show({ account: '' })}>
            Account {query.account} alone: show all
          </Button>
        )}
      </div>
      <section aria-label="Alerts" className="rounded-lg border border-line bg-surface shadow-card">
        {page === null ? (
          loaded.remote.state === 'failed' ? (
            <ErrorPanel
              title="The alerts could not be loaded."
              safe="Nothing was changed."
              failure={loaded.remote.failure}
              onRetry={loaded.reload}
            />
          ) : (
            <SkeletonRows rows={8} height="h-14" />
          )
        ) : page.alerts.length === 0 ? (
          <EmptyState icon={<BellOff size={22} aria-hidden="true" />} title="No alerts">
            {query.openOnly ? 'Nothing is the matter at the moment.' : 'Nothing has been the matter so far.'}
          </EmptyState>
        ) : (
          <Table label="Alerts" columns={columns(Date.now())} rows={page.alerts} rowKey={(alert) => alert.id} rowHeight={60} />
        )}
        {page !== null && (
          <CursorPager
            cursor={query.cursor}
            next={page.nextCursor}
            summary={plural(page.alerts.length, 'alert', 'alerts')}
            onCursor={(cursor) => {
              show({ cursor });
              window.scrollTo({ top: 0 });
            }}
          />
        )}
      </section>
    </OperatorPage>
  );
}

function columns(now: number): readonly Column<Alert>[] {
  const told = (at: string) => (at === '' ? <span className="text-faint">–</span> : <When at={at}>{formatHistoryTime(at)}</When>);
  return [
    {
      key: 'what',
      header: 'Alert',
      hook: 'alert',
      cell: (alert) => (
        <div className="min-w-0">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <AlertChip alert={alert} />
            {alert.accountId === '' ? (
              <span className="text-muted">All customers</span>
            ) : (
              <Link href={accountPath(alert.accountId)} className={`${textLink} max-w-full truncate`}>
                {alert.domain === '' ? `Account ${alert.accountId}` : alert.domain}
              </Link>
            )}
          </span>
          <span className="block break-words">{alert.message}</span>
          <span className="block text-sm text-muted md:hidden">
            {formatHistoryTime(alert.raisedAt)} · {standing(alert, now)}
          </span>
        </div>
      ),
    },
    { key: 'raised', header: 'Raised', width: 'w-30', from: 'md', cell: ({ raisedAt }) => told(raisedAt) },
    {
      key: 'standing',
      header: 'Standing',
      width: 'w-40',
      from: 'md',
      cell: (alert) => <span className="text-muted">{standing(alert, now)}</span>,
    },
    { key: 'operators', header: 'Operators told', width: 'w-34', from: 'lg', cell: ({ operatorToldAt }) => told(operatorToldAt) },
    { key: 'merchant', header: 'Merchant told', width: 'w-34', from: 'lg', cell: ({ merchantToldAt }) => told(merchantToldAt) },
  ];
}

/** The kind of trouble, or where it concerns all, of work; grey once it is over. */
function AlertChip({ alert: { accountId, kind, clearedAt } }: { readonly alert: Alert }) {
  const { name, meaning, tone } = accountId === '' ? { name: taskWords(kind), meaning: '', tone: 'warn' as const } : troubleWords(kind);
  return (
    <Chip tone={clearedAt === '' ? tone : 'plain'} {...(meaning === '' ? {} : { title: meaning })}>
      {name}
    </Chip>
  );
}

function standing({ clearedAt, raisedAt }: Alert, now: number): string {
  return clearedAt === '' ? `Open ${lastingText(raisedAt, now)}` : `Ended ${agoText(clearedAt, now)}`;
}
