import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { AuditEntry } from '../../../gen/sh/operations_pb';
import { textLink } from '../../shared/components/button';
import { Table, type Column } from '../../shared/components/table';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/dates';
import { accountPath } from '../../shared/paths';
import { deedOf } from '../audit-actions';
import { ResultChip } from '../result-chip';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  /** Shows what was done to this customer alone. */
  readonly onAccount: (accountId: string) => void;
  /** Shows what this operator did alone. */
  readonly onActor: (domain: string) => void;
}

/** Entries of the audit, a row each. */
export function AuditTable({ entries, onAccount, onActor }: AuditTableProps) {
  return <Table label="Audit" columns={columns(onAccount, onActor)} rows={entries} rowKey={(entry) => entry.id} rowHeight={60} />;
}

function columns(onAccount: AuditTableProps['onAccount'], onActor: AuditTableProps['onActor']): readonly Column<AuditEntry>[] {
  const who = ({ actorDomain }: AuditEntry) => <FilterLink onPress={() => onActor(actorDomain)}>{actorDomain}</FilterLink>;
  const whom = (entry: AuditEntry) => <Whom entry={entry} onAccount={onAccount} />;
  return [
    { key: 'when', header: 'When', width: 'w-30', from: 'md', cell: ({ at }) => <When at={at}>{formatHistoryTime(at)}</When> },
    {
      key: 'what',
      header: 'What',
      hook: 'what',
      cell: (entry) => (
        <div className="min-w-0">
          <span className="font-medium">{deedOf(entry.method, entry.detail)}</span>
          <span className="block text-xs leading-5 break-words text-muted">
            <span className="font-mono">{entry.method}</span> <span className="font-mono">{entry.detail === '{}' ? '' : entry.detail}</span>
          </span>
          <span className="flex flex-wrap gap-x-3 text-sm text-muted lg:hidden">
            <span className="md:hidden">
              <When at={entry.at}>{formatHistoryTime(entry.at)}</When>
            </span>
            <span className="min-w-0 truncate lg:hidden">{who(entry)}</span>
            <span className="min-w-0 truncate md:hidden">{whom(entry)}</span>
            <span className="font-mono text-xs leading-5 break-all">{entry.reference}</span>
          </span>
        </div>
      ),
    },
    { key: 'who', header: 'Who', width: 'w-53', from: 'lg', hook: 'who', cell: who },
    { key: 'whom', header: 'On whom', width: 'w-51', from: 'md', hook: 'whom', cell: whom },
    { key: 'result', header: 'Result', width: 'w-28 sm:w-32', hook: 'result', cell: ({ result }) => <ResultChip result={result} /> },
    {
      key: 'reference',
      header: 'Reference',
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

function Whom({ entry, onAccount }: { readonly entry: AuditEntry; readonly onAccount: (accountId: string) => void }) {
  const { accountId, domain } = entry;
  if (accountId === '') return <span className="text-faint">–</span>;
  const name = domain === '' ? `Account ${accountId}` : domain;
  return (
    <span className="flex min-w-0 items-center gap-x-1">
      <Link href={accountPath(accountId)} className={`${textLink} min-w-0 truncate`}>
        {name}
      </Link>
      <button
        type="button"
        aria-label={`Only what was done to ${name}`}
        title="Only this customer"
        onClick={() => onAccount(accountId)}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-faint hover:bg-hover hover:text-ink"
      >
        <ListFilter size={14} aria-hidden="true" />
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
