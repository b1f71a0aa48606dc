import { BellOff } from 'lucide-react';
import { Link, useSearchParams } from 'wouter';

import type { Alert } from '../../../gen/sh/operations_pb';
import { Button, textLink } from '../../shared/components/button';
import { CheckBox } from '../../shared/components/check-box';
import { Chip } from '../../shared/components/chip';
import { EmptyState } from '../../shared/components/empty-state';
import { Table, type Column } from '../../shared/components/table';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/history-time';
import { accountPath } from '../../shared/paths';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { CursorList } from '../cursor-list';
import { agoText, lastingText } from '../formats';
import { describeHealthProblem } from '../health-problems';
import { OperatorPage } from '../operator-page';
import { operatorText } from '../operator.text';
import { taskName } from '../task-names';
import { text } from './alerts.text';
import { alertsAtom, PAGE_SIZE, readAlertsQuery, writeAlertsQuery, type AlertsQuery } from './state';

/** Lists the alerts, newest first. */
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
  const show = (next: Partial<AlertsQuery>) => setParams(writeAlertsQuery({ ...query, cursor: '', ...next }));
  return (
    <OperatorPage title={text.title} lead={text.lead}>
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <CheckBox label={text.openOnly} checked={query.openOnly} onChange={(openOnly) => show({ openOnly })} />
        {query.account !== '' && (
          <span className="flex items-center gap-3 text-muted">
            {text.accountOnly(query.account)}
            <Button size="sm" onClick={() => show({ account: '' })}>
              {text.showAllAccounts}
            </Button>
          </span>
        )}
      </div>
      <CursorList
        label={text.title}
        loaded={loaded}
        cursor={query.cursor}
        failed={text.failed}
        summary={({ alerts }) => text.count(alerts.length)}
        onCursor={(cursor) => show({ cursor })}
        isEmpty={({ alerts }) => alerts.length === 0}
        empty={
          <EmptyState icon={BellOff} title={query.openOnly ? text.noneOpen : text.none}>
            {query.openOnly ? text.noneOpenHint : text.noneHint}
          </EmptyState>
        }
      >
        {({ alerts }) => (
          <Table label={text.title} columns={columns(Date.now())} rows={alerts} rowKey={(alert) => alert.id} rowHeight={60} />
        )}
      </CursorList>
    </OperatorPage>
  );
}

function columns(now: number): readonly Column<Alert>[] {
  const time = (at: string) => (at === '' ? <span className="text-faint">–</span> : <When at={at}>{formatHistoryTime(at)}</When>);
  return [
    {
      key: 'what',
      header: text.columns.alert,
      hook: 'alert',
      cell: (alert) => (
        <div className="min-w-0">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <AlertChip alert={alert} />
            {alert.accountId === '' ? (
              <span className="text-muted">{text.allCustomers}</span>
            ) : (
              <Link href={accountPath(alert.accountId)} className={`${textLink} max-w-full truncate`}>
                {alert.domain === '' ? operatorText.account(alert.accountId) : alert.domain}
              </Link>
            )}
          </span>
          <span className="block break-words">{alert.message}</span>
          <span className="block text-sm text-muted md:hidden">
            {formatHistoryTime(alert.raisedAt)} · {statusOf(alert, now)}
          </span>
        </div>
      ),
    },
    { key: 'raised', header: text.columns.raised, width: 'w-30', from: 'md', cell: ({ raisedAt }) => time(raisedAt) },
    {
      key: 'status',
      header: text.columns.status,
      width: 'w-40',
      from: 'md',
      cell: (alert) => <span className="text-muted">{statusOf(alert, now)}</span>,
    },
    {
      key: 'operators',
      header: text.columns.operatorsNotified,
      width: 'w-40',
      from: 'lg',
      cell: ({ operatorToldAt }) => time(operatorToldAt),
    },
    {
      key: 'merchant',
      header: text.columns.merchantNotified,
      width: 'w-40',
      from: 'lg',
      cell: ({ merchantToldAt }) => time(merchantToldAt),
    },
  ];
}

/** Names the health problem, or the failing task where the alert concerns all customers; grey once it is resolved. */
function AlertChip({ alert: { accountId, kind, clearedAt } }: { readonly alert: Alert }) {
  const { name, meaning, tone } =
    accountId === '' ? { name: taskName(kind), meaning: '', tone: 'warn' as const } : describeHealthProblem(kind);
  return (
    <Chip tone={clearedAt === '' ? tone : 'plain'} {...(meaning === '' ? {} : { title: meaning })}>
      {name}
    </Chip>
  );
}

function statusOf({ clearedAt, raisedAt }: Alert, now: number): string {
  return clearedAt === '' ? text.open(lastingText(raisedAt, now)) : text.resolved(agoText(clearedAt, now));
}
