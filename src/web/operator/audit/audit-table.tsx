import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { AuditEntry } from '../../../gen/sh/operations_pb';
import { textLink } from '../../shared/components/button';
import { Table, type Column } from '../../shared/components/table';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/history-time';
import { accountPath } from '../../shared/paths';
import { auditActionName } from '../audit-actions';
import { operatorText } from '../operator.text';
import { ResultChip } from '../result-chip';
import { text } from './audit.text';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  /** Shows only the actions on this customer. */
  readonly onAccount: (accountId: string) => void;
  /** Shows only this operator's actions. */
  readonly onActor: (domain: string) => void;
}

/** Shows entries of the audit log, one per row. */
export function AuditTable({ entries, onAccount, onActor }: AuditTableProps) {
  return <Table label={text.title} columns={columns(onAccount, onActor)} rows={entries} rowKey={(entry) => entry.id} rowHeight={60} />;
}

function columns(onAccount: AuditTableProps['onAccount'], onActor: AuditTableProps['onActor']): readonly Column<AuditEntry>[] {
  const operator = ({ actorDomain }: AuditEntry) => <FilterLink onPress={() => onActor(actorDomain)}>{actorDomain}</FilterLink>;
  const customer = (entry: AuditEntry) => <Customer entry={entry} onAccount={onAccount} />;
  return [
    { key: 'time', header: text.columns.time, width: 'w-30', from: 'md', cell: ({ at }) => <When at={at}>{formatHistoryTime(at)}</When> },
    {
      key: 'action',
      header: text.columns.action,
      hook: 'action',
      cell: (entry) => (
        <div className="min-w-0">
          <span className="font-medium">{auditActionName(entry.method, entry.detail)}</span>
          <span className="block text-xs leading-5 break-words text-muted">
            <span className="font-mono">{entry.method}</span> <span className="font-mono">{entry.detail === '{}' ? '' : entry.detail}</span>
          </span>
          <span className="flex flex-wrap gap-x-3 text-sm text-muted lg:hidden">
            <span className="md:hidden">
              <When at={entry.at}>{formatHistoryTime(entry.at)}</When>
            </span>
            <span className="min-w-0 truncate lg:hidden">{operator(entry)}</span>
            <span className="min-w-0 truncate md:hidden">{customer(entry)}</span>
            <span className="font-mono text-xs leading-5 break-all">{entry.reference}</span>
          </span>
        </div>
      ),
    },
    { key: 'operator', header: text.columns.operator, width: 'w-53', from: 'lg', hook: 'operator', cell: operator },
    { key: 'customer', header: text.columns.customer, width: 'w-51', from: 'md', hook: 'customer', cell: customer },
    {
      key: 'result',
      header: text.columns.result,
      width: 'w-28 sm:w-32',
      hook: 'result',
      cell: ({ result }) => <ResultChip result={result} />,
    },
    {
      key: 'reference',
      header: text.columns.reference,
      width: 'w-28',
      from: 'lg',
      cell: ({ reference }) => (
        <span title={reference} className="block truncate font-mono text-xs text-muted select-all">
          {reference}
        </span>
      ),
    },
  ];
}

function Customer({ entry, onAccount }: { readonly entry: AuditEntry; readonly onAccount: (accountId: string) => void }) {
  const { accountId, domain } = entry;
  if (accountId === '') return <span className="text-faint">–</span>;
  const name = domain === '' ? operatorText.account(accountId) : domain;
  return (
    <span className="flex min-w-0 items-center gap-x-1">
      <Link href={accountPath(accountId)} className={`${textLink} min-w-0 truncate`}>
        {name}
      </Link>
      <button
        type="button"
        aria-label={text.onlyActionsOn(name)}
        title={text.onlyCustomer}
        onClick={() => onAccount(accountId)}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-faint hover:bg-hover hover:text-ink"
      >
        <ListFilter size={14} />
      </button>
    </span>
  );
}

function FilterLink({ onPress, children }: { readonly onPress: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" onClick={onPress} className="max-w-full truncate rounded-sm text-left text-muted hover:text-ink hover:underline">
      {children}
    </button>
  );
}
